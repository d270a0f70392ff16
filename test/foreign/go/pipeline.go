package main

import (
	"encoding/json"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// call is one request, as handlers see it.
type call struct {
	route    *route
	agent    *agent
	ip       string
	now      time.Time
	path     []string
	query    url.Values
	input    *input
	gameType string
}

// answer is a status and a body.
type answer struct {
	status int
	body   *object
}

func ok(o *object) (*answer, error)      { return &answer{200, o}, nil }
func created(o *object) (*answer, error) { return &answer{201, o}, nil }

func isJSONType(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && kind == "application/json"
}

// ServeHTTP answers one request.
func (w *world) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	time.Sleep(w.options.delay)
	text, _ := io.ReadAll(io.LimitReader(r.Body, bodyBytesMax+1))
	status, answered := w.alone(out.Header(), r, text)
	w.write(out, r, status, answered)
}

// alone answers one request while no other is answered.
func (w *world) alone(header http.Header, r *http.Request, text []byte) (int, []byte) {
	w.Lock()
	defer w.Unlock()
	header.Set("Date", w.now().UTC().Format(http.TimeFormat))
	return w.answerTo(header, r, text)
}

func (w *world) write(out http.ResponseWriter, r *http.Request, status int, text []byte) {
	out.Header().Set("Content-Type", "application/json; charset=utf-8")
	if body := w.encoded(out, r); body != nil {
		out.WriteHeader(status)
		_, _ = body.Write(text)
		_ = body.Close()
		return
	}
	out.WriteHeader(status)
	_, _ = out.Write(text)
}

// answerTo checks in the order limits, key, input, existence, permission, state, balance.
func (w *world) answerTo(header http.Header, r *http.Request, text []byte) (int, []byte) {
	c := w.callOf(r, text)
	w.advance(c.now)
	rules := w.rulesFor(c)
	verdict := w.windows.admit(rules, c.now, w.options.limits == "on")
	w.limitHeaders(header, verdict)
	if !verdict.admitted {
		return 429, w.render.text(w.tooMany(c, verdict, header).body)
	}
	if err := w.mayCall(c, r); err != nil {
		w.uncounted(rules)
		return w.refused(err)
	}
	scope := w.scopeOf(c, r)
	if kept, ok := w.stored[scope]; ok && scope != "" {
		return kept.status, kept.text
	}
	status, answered := w.handled(c)
	if status >= 400 {
		w.uncounted(rules)
	}
	if scope != "" && status < 500 {
		w.stored[scope] = storedAnswer{status, answered}
	}
	return status, answered
}

// uncounted takes a refused request back out of the limits, which is a defect.
func (w *world) uncounted(rules []rule) {
	if w.has(refusedNotCounted) {
		w.windows.undo(rules)
	}
}

func (w *world) callOf(r *http.Request, text []byte) *call {
	ip, _, _ := net.SplitHostPort(r.RemoteAddr)
	c := &call{ip: ip, now: w.now(), query: r.URL.Query(), agent: w.agentOf(r.Header)}
	c.input = newInput(r.Header.Get("Content-Type"), text)
	c.route, c.path = w.find(r.Method, r.URL.EscapedPath())
	if c.route != nil && c.route.kind == betPlacement {
		c.gameType = "game "
		if game, ok := c.input.raw("game"); ok {
			var name string
			_ = json.Unmarshal(game, &name)
			c.gameType += name
		}
	}
	return c
}

// mayCall refuses unknown paths and calls without a key that need one.
func (w *world) mayCall(c *call, r *http.Request) error {
	switch {
	case c.route == nil:
		return notFound("path " + r.Method + " " + r.URL.Path)
	case c.route.open || c.agent != nil:
		return nil
	case w.has(missingKeyForbidden) && r.Header.Get(w.options.authHeader) == "":
		return refuse("FORBIDDEN", "This call needs an API key.")
	}
	return refuse("UNAUTHORIZED", "The API key is missing or unknown.")
}

func (w *world) handled(c *call) (int, []byte) {
	c.agent.count()
	answered, err := c.route.handle(c)
	if err != nil {
		return w.refused(err)
	}
	return answered.status, w.render.text(answered.body)
}

func (w *world) refused(err error) (int, []byte) {
	r, ok := err.(*refusal)
	if !ok {
		r = refuse("INTERNAL_ERROR", err.Error())
	}
	return r.status, w.render.text(w.refusalObject(r))
}

// refusalObject is the documented body of an error.
func (w *world) refusalObject(r *refusal) *object {
	message := r.message
	if w.options.wording {
		message = otherWording[r.code]
	}
	return body().put("error", message).put("code", w.code(r.code))
}

func (w *world) code(code string) string {
	if w.has(codeLowerCase) {
		return strings.ToLower(code)
	}
	return code
}

// scopeOf is where the answer to a call with an Idempotency-Key is kept; "" for calls without one.
func (w *world) scopeOf(c *call, r *http.Request) string {
	key := r.Header.Get("Idempotency-Key")
	if key == "" || r.Method == http.MethodGet {
		return ""
	}
	who := "ip " + c.ip
	if c.agent != nil {
		who = "agent " + c.agent.id
	}
	if w.has(idempotencyShared) {
		who = ""
	}
	return strings.Join([]string{who, r.Method, r.URL.Path, key}, "\n")
}

// agentOf is the agent of the key in the headers, or nil.
func (w *world) agentOf(header http.Header) *agent {
	value := header.Get(w.options.authHeader)
	if w.options.authScheme == "none" {
		return w.keys[value]
	}
	scheme, key, _ := strings.Cut(value, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return nil
	}
	return w.keys[strings.TrimSpace(key)]
}
