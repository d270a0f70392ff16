package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"
)

// serverSeed is the secret of an agent's bets until a rotation. Its commitment is the SHA-256 of its text.
type serverSeed struct {
	text       string
	commitment string
	owner      *agent
	nonce      int
	since      time.Time
	revealed   time.Time
}

// newSeed gives an agent another server seed; the former one is revealed.
func (w *world) newSeed(a *agent, now time.Time) {
	if a.seed != nil {
		a.seed.revealed = now
		a.revealed = append(a.revealed, a.seed)
	}
	text := hex.EncodeToString(w.formats.random(32))
	sum := sha256.Sum256([]byte(text))
	a.seed = &serverSeed{text: text, commitment: hex.EncodeToString(sum[:]), owner: a, since: now}
	w.seeds[a.seed.commitment] = a.seed
}

// seedOf is the current server seed of an agent.
func (w *world) seedOf(a *agent, now time.Time) *serverSeed {
	if a.seed == nil {
		w.newSeed(a, now)
	}
	return a.seed
}

// shown is the text of a seed in answers, null before its rotation.
func (w *world) shown(s *serverSeed) any {
	if s.revealed.IsZero() {
		return nil
	}
	if w.has(revealedSeedMismatch) {
		return s.text[:63] + map[bool]string{true: "1", false: "0"}[s.text[63] == '0']
	}
	return s.text
}

// draw is an unbiased integer below a bound, from HMAC-SHA256(server seed, client seed:nonce:cursor).
func draw(serverSeed, clientSeed string, nonce int, below uint32) int {
	for cursor := 0; ; cursor++ {
		mac := hmac.New(sha256.New, []byte(serverSeed))
		fmt.Fprintf(mac, "%s:%d:%d", clientSeed, nonce, cursor)
		sum := mac.Sum(nil)
		for i := 0; i < len(sum); i += 4 {
			value := binary.BigEndian.Uint32(sum[i:])
			if value < (1<<32-1)/below*below {
				return int(value % below)
			}
		}
	}
}

func (w *world) seedHash(c *call) (*answer, error) {
	s := w.seedOf(c.agent, c.now)
	return ok(body().
		own("commitment", "active.commitment", s.commitment).
		own("digest", "active.digest", "sha256").
		own("bets_made", "active.bets_made", s.nonce))
}

func (w *world) rotate(c *call) (*answer, error) {
	former := w.seedOf(c.agent, c.now)
	w.newSeed(c.agent, c.now)
	return ok(body().
		own("opened_seed", "former.seed", w.shown(former)).
		own("opened_commitment", "former.commitment", former.commitment).
		own("opened_bets", "former.bets", former.nonce).
		own("commitment", "active.commitment", c.agent.seed.commitment))
}

func (w *world) seedList(c *call) (*answer, error) {
	w.seedOf(c.agent, c.now)
	items := list{}
	for _, s := range append([]*serverSeed{c.agent.seed}, reversed(c.agent.revealed)...) {
		items = append(items, body().
			own("commitment", "commitment", s.commitment).
			own("opened_seed", "opened_seed", w.shown(s)).
			own("in_use_since", "use.since", w.formats.instant(s.since)).
			own("opened_on", "use.opened_on", w.formats.instantOrNull(s.revealed)))
	}
	return ok(body().own("commitments", "page.commitments", items))
}

func reversed(seeds []*serverSeed) []*serverSeed {
	turned := make([]*serverSeed, len(seeds))
	for i, s := range seeds {
		turned[len(seeds)-1-i] = s
	}
	return turned
}

// ownBet is a bet of the caller; those of other agents are not found.
func (w *world) ownBet(c *call, id string) (*bet, error) {
	if b := w.bets[id]; b != nil && b.agent == c.agent {
		return b, nil
	}
	return nil, notFound("bet")
}

// proof is what there is to know of a bet: its draw is computed again where the seed is revealed.
func (w *world) proof(b *bet) *object {
	o := body().
		put("game", b.game).
		put("nonce", b.nonce).
		own("bet_ref", "subject.bet", w.formats.idValue(b.id)).
		own("commitment", "subject.commitment", b.seed.commitment).
		own("client_text", "subject.client_text", b.clientSeed)
	if b.seed.revealed.IsZero() {
		return o.own("state", "proof.state", "unrevealed")
	}
	again := draw(b.seed.text, b.clientSeed, b.nonce, b.below)
	return o.
		own("state", "proof.state", "revealed").
		own("opened_seed", "proof.seed", w.shown(b.seed)).
		own("matches", "proof.matches", again == b.drawn).
		own("drawn", "proof.drawn", again)
}

func (w *world) verifyBet(c *call) (*answer, error) {
	id := ""
	if raw, present := c.input.raw("bet_id"); present && raw[0] != '"' {
		id = string(raw)
	} else {
		id = c.input.requiredText("bet_id")
	}
	if c.input.err != nil {
		return nil, c.input.err
	}
	return w.proofOf(w.ownBet(c, id))
}

func (w *world) auditBet(c *call) (*answer, error) { return w.proofOf(w.ownBet(c, c.path[0])) }

func (w *world) proofOf(b *bet, err error) (*answer, error) {
	if err != nil {
		return nil, err
	}
	return ok(w.proof(b))
}

// verifySeed takes a commitment and a nonce.
func (w *world) verifySeed(c *call) (*answer, error) {
	nonce, err := strconv.Atoi(c.query.Get("nonce"))
	if err != nil || nonce < 0 {
		return nil, badInput("nonce has to be a whole number.")
	}
	s := w.seeds[c.path[0]]
	if s == nil {
		return nil, notFound("seed")
	}
	if s.revealed.IsZero() {
		return ok(body().
			own("state", "proof.state", "unrevealed").
			own("commitment", "subject.commitment", s.commitment))
	}
	for _, b := range s.owner.bets {
		if b.seed == s && b.nonce == nonce {
			return ok(w.proof(b))
		}
	}
	return nil, notFound("bet")
}
