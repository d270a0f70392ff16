package main

// refusal is an answer to a caller that got something wrong.
type refusal struct {
	status  int
	code    string
	message string
}

func (r *refusal) Error() string { return r.message }

var refusalStatus = map[string]int{
	"BAD_REQUEST": 400, "UNAUTHORIZED": 401, "FORBIDDEN": 403, "NOT_FOUND": 404, "CONFLICT": 409,
	"FAUCET_CLAIMED": 409, "MARKET_CLOSED": 409, "GAME_CLOSED": 409, "INSUFFICIENT_BALANCE": 422,
	"INTERNAL_ERROR": 500, "SERVICE_UNAVAILABLE": 503,
}

func refuse(code, message string) *refusal {
	return &refusal{status: refusalStatus[code], code: code, message: message}
}

func badInput(message string) *refusal { return refuse("BAD_REQUEST", message) }

func notFound(what string) *refusal { return refuse("NOT_FOUND", "There is no such "+what+".") }

// otherWording are the sentences under -wording, one for each code.
var otherWording = map[string]string{
	"BAD_REQUEST":          "E-100: the request was rejected by the validator",
	"UNAUTHORIZED":         "E-201: authentication failed",
	"FORBIDDEN":            "E-202: operation not permitted for this principal",
	"NOT_FOUND":            "E-300: resource lookup returned nothing",
	"CONFLICT":             "E-301: resource state does not permit the operation",
	"FAUCET_CLAIMED":       "E-401: allocation consumed",
	"MARKET_CLOSED":        "E-501: venue halted",
	"GAME_CLOSED":          "E-502: table closed",
	"INSUFFICIENT_BALANCE": "E-402: funds too low",
	"INTERNAL_ERROR":       "E-900: fault",
	"SERVICE_UNAVAILABLE":  "E-901: offline",
}
