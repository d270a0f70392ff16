package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// formats writes everything that a deployment may write in its own way: ids, keys, instants and amounts.
type formats struct {
	options *options
	secret  []byte
	draws   uint64
	issued  map[string]bool
	numbers int64
}

func newFormats(o *options) *formats {
	secret := []byte(o.seed)
	if o.seed == "" {
		secret = make([]byte, 32)
		if _, err := rand.Read(secret); err != nil {
			panic(err)
		}
	}
	return &formats{options: o, secret: secret, issued: map[string]bool{}, numbers: 480_017}
}

// random gives up to 32 bytes, the same ones for the same seed and place in the sequence.
func (f *formats) random(length int) []byte {
	f.draws++
	mac := hmac.New(sha256.New, f.secret)
	counter := make([]byte, 8)
	binary.BigEndian.PutUint64(counter, f.draws)
	mac.Write(counter)
	return mac.Sum(nil)[:length]
}

// id is new text in the format of -ids.
func (f *formats) id(now time.Time) string {
	for {
		if id := f.draft(now); !f.issued[id] {
			f.issued[id] = true
			return id
		}
	}
}

func (f *formats) draft(now time.Time) string {
	switch f.options.ids {
	case "ulid":
		return ulid(now, f.random(10))
	case "int":
		f.numbers += 1 + int64(f.random(1)[0]%7)
		return strconv.FormatInt(f.numbers, 10)
	case "opaque":
		return base64.RawURLEncoding.EncodeToString(f.random(18))
	case "short":
		return inAlphabet(f.random(5), "23456789abcdefghjkmnpqrstuvwxyz", 7)
	}
	b := f.random(16)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// idValue is an id as JSON where the documents do not say that it is a string.
func (f *formats) idValue(id string) any {
	if f.options.ids == "int" {
		return json.RawMessage(id)
	}
	return id
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

func ulid(now time.Time, entropy []byte) string {
	instant := make([]byte, 8)
	binary.BigEndian.PutUint64(instant, uint64(now.UnixMilli()))
	return inAlphabet(instant[2:], crockford, 10) + inAlphabet(entropy, crockford, 16)
}

// inAlphabet writes a big-endian number with that many digits.
func inAlphabet(value []byte, alphabet string, digits int) string {
	number, base, digit := new(big.Int).SetBytes(value), big.NewInt(int64(len(alphabet))), new(big.Int)
	text := make([]byte, digits)
	for i := digits - 1; i >= 0; i-- {
		number.DivMod(number, base, digit)
		text[i] = alphabet[digit.Int64()]
	}
	return string(text)
}

// key is a new API key; all keys of one format begin alike.
func (f *formats) key(agent string) string {
	secret := f.random(32)
	switch f.options.keys {
	case "hex":
		return "a9f1" + hex.EncodeToString(secret[:30])
	case "jwt":
		claims := fmt.Sprintf(`{"sub":%q,"scope":"agent"}`, agent)
		part := base64.RawURLEncoding.EncodeToString
		return part([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + part([]byte(claims)) + "." + part(secret)
	case "base64":
		return "TGl2" + base64.StdEncoding.EncodeToString(secret)
	}
	return "live-" + inAlphabet(secret, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 28)
}

// address is a new EVM address.
func (f *formats) address() string { return "0x" + hex.EncodeToString(f.random(20)) }

// hash is a new transaction hash.
func (f *formats) hash() string { return "0x" + hex.EncodeToString(f.random(32)) }

var layouts = map[string]string{
	"ms":      "2006-01-02T15:04:05.000Z07:00",
	"us":      "2006-01-02T15:04:05.000000Z07:00",
	"ns":      "2006-01-02T15:04:05.000000000Z07:00",
	"offset":  "2006-01-02T15:04:05.000-07:00",
	"seconds": "2006-01-02T15:04:05Z07:00",
}

var kolkata = time.FixedZone("+05:30", 5*3600+1800)

// instant is RFC 3339 in the format of -instants.
func (f *formats) instant(at time.Time) string {
	if f.options.instants == "offset" {
		return at.In(kolkata).Format(layouts["offset"])
	}
	return at.UTC().Format(layouts[f.options.instants])
}

// instantOrNull is null for what has not happened.
func (f *formats) instantOrNull(at time.Time) any {
	if at.IsZero() {
		return nil
	}
	return f.instant(at)
}

// dec is an amount that the documents call a decimal string.
func (f *formats) dec(m micros) string {
	if f.options.numbers == "number" {
		return m.decimal(0)
	}
	return m.decimal(2)
}

// num is an amount that the documents call a number.
func (f *formats) num(m micros) json.RawMessage {
	return json.RawMessage(m.decimal(map[string]int{"number": 1, "text": 0}[f.options.numbers]))
}

// open is an amount whose form the documents leave open.
func (f *formats) open(m micros) any {
	if f.options.numbers == "number" {
		return f.num(m)
	}
	return f.dec(m)
}

// textOrNull is null for an empty text.
func textOrNull(text string) any {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	return text
}
