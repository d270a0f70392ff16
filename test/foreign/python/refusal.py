"""What a caller may get wrong. One code for each refusal, one status for each code."""

STATUS = {
    "BAD_REQUEST": 400,
    "UNAUTHORIZED": 401,
    "FORBIDDEN": 403,
    "NOT_FOUND": 404,
    "CONFLICT": 409,
    "FAUCET_CLAIMED": 409,
    "MARKET_CLOSED": 409,
    "INSUFFICIENT_BALANCE": 422,
    "RATE_LIMIT": 429,
    "INTERNAL_ERROR": 500,
    "SERVICE_UNAVAILABLE": 503,
}

PLAIN = {
    "BAD_REQUEST": "{about}: expected {expected}",
    "UNAUTHORIZED": "the API key is missing or not known",
    "FORBIDDEN": "only {expected} may do this",
    "NOT_FOUND": "no {about} with this name",
    "CONFLICT": "the {about} is already {state}",
    "FAUCET_CLAIMED": "the allocation was claimed already",
    "MARKET_CLOSED": "the market takes no orders",
    "INSUFFICIENT_BALANCE": "not enough {about}",
    "RATE_LIMIT": "too many requests; wait {expected} s",
    "INTERNAL_ERROR": "the server failed",
    "SERVICE_UNAVAILABLE": "the service is offline",
}

OTHER = {
    "BAD_REQUEST": "Request rejected: please check '{about}' (we need {expected}).",
    "UNAUTHORIZED": "Who are you? Send a valid credential.",
    "FORBIDDEN": "Permission denied for this credential; reserved for {expected}.",
    "NOT_FOUND": "We looked everywhere, the {about} you want is not here.",
    "CONFLICT": "Cannot continue, {about} = {state}.",
    "FAUCET_CLAIMED": "Nothing left for you right now, come back later!",
    "MARKET_CLOSED": "Orders are not being accepted on this venue.",
    "INSUFFICIENT_BALANCE": "Your {about} does not cover the request.",
    "RATE_LIMIT": "Slow down. Try again after {expected} seconds.",
    "INTERNAL_ERROR": "Oops.",
    "SERVICE_UNAVAILABLE": "Maintenance in progress.",
}


class Refusal(Exception):
    """Ends a call. `about` is the field or the thing, `expected` what was wanted, `state` what stands against it."""

    def __init__(self, code, about="request", expected="", state=""):
        super().__init__(code)
        self.code, self.about, self.expected, self.state = code, about, expected, state

    @property
    def status(self):
        return STATUS[self.code]

    def sentence(self, wording):
        """The error message, in one of three wordings."""
        if wording == "terse":
            return self.code.lower()
        catalogue = OTHER if wording == "other" else PLAIN
        return catalogue[self.code].format(about=self.about, expected=self.expected, state=self.state)


def bad(about, expected):
    """400: a field that is missing or wrong."""
    return Refusal("BAD_REQUEST", about, expected)
