package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// input reads the fields of a JSON body. The first mistake is kept, and everything read after it is zero.
type input struct {
	fields map[string]json.RawMessage
	err    error
}

const bodyBytesMax = 64 << 10

// newInput takes an empty body for an object without fields.
func newInput(contentType string, text []byte) *input {
	in := &input{fields: map[string]json.RawMessage{}}
	switch {
	case len(text) > bodyBytesMax:
		in.err = badInput("The body has more than 64 KiB.")
	case len(bytes.TrimSpace(text)) == 0:
	case !isJSONType(contentType):
		in.err = badInput("The content type has to be application/json.")
	case json.Unmarshal(text, &in.fields) != nil || in.fields == nil:
		in.err = badInput("The body has to be a JSON object.")
	}
	return in
}

func (in *input) fail(format string, values ...any) {
	if in.err == nil {
		in.err = badInput(fmt.Sprintf(format, values...))
	}
}

// raw is false where the field is missing or null.
func (in *input) raw(name string) (json.RawMessage, bool) {
	value, ok := in.fields[name]
	return value, ok && string(value) != "null" && in.err == nil
}

// text is "" where the field is missing.
func (in *input) text(name string) string {
	value, ok := in.raw(name)
	if !ok {
		return ""
	}
	var text string
	if json.Unmarshal(value, &text) != nil {
		in.fail("%s has to be a string.", name)
	}
	if len(text) > 2000 {
		in.fail("%s has more than 2000 bytes.", name)
	}
	return text
}

func (in *input) requiredText(name string) string {
	text := in.text(name)
	if text == "" {
		in.fail("%s is required.", name)
	}
	return text
}

// word is one of the words; the first is the default.
func (in *input) word(name string, words ...string) string {
	text := in.text(name)
	if _, ok := in.raw(name); !ok {
		return words[0]
	}
	for _, word := range words {
		if text == word {
			return text
		}
	}
	in.fail("%s has to be one of %q.", name, words)
	return words[0]
}

// amount is a positive decimal, as a number or as text. It is 0 where the field is missing.
func (in *input) amount(name string) micros {
	value, ok := in.raw(name)
	if !ok {
		return 0
	}
	text := string(value)
	if text[0] == '"' {
		text = in.text(name)
	}
	amount, ok := parseMicros(text)
	// Only a JSON number has an exponent.
	isPlain := value[0] != '"' || !strings.ContainsAny(text, "eE")
	if !ok || amount <= 0 || !isPlain {
		in.fail("%s has to be a positive decimal with at most 6 places.", name)
		return 0
	}
	return amount
}

func (in *input) requiredAmount(name string) micros {
	amount := in.amount(name)
	if amount == 0 {
		in.fail("%s is required.", name)
	}
	return amount
}

// whole is an integer between two bounds.
func (in *input) whole(name string, otherwise, low, high int) int {
	value, ok := in.raw(name)
	if !ok {
		return otherwise
	}
	number, ok := parseMicros(string(value))
	if !ok || number%usdc != 0 || number < micros(low)*usdc || number > micros(high)*usdc {
		in.fail("%s has to be an integer from %d to %d.", name, low, high)
		return otherwise
	}
	return int(number / usdc)
}

// flag is a boolean.
func (in *input) flag(name string, otherwise bool) bool {
	value, ok := in.raw(name)
	if ok && json.Unmarshal(value, &otherwise) != nil {
		in.fail("%s has to be true or false.", name)
	}
	return otherwise
}

// object is the text of a JSON object, nil where the field is missing.
func (in *input) object(name string, bytesMax int) json.RawMessage {
	value, ok := in.raw(name)
	if !ok {
		return nil
	}
	if value[0] != '{' || len(value) > bytesMax {
		in.fail("%s has to be an object of at most %d bytes.", name, bytesMax)
		return nil
	}
	return value
}

// pageSize reads `limit`: clamped to 100, an error below 1.
func pageSize(query url.Values, otherwise int) (int, error) {
	if !query.Has("limit") {
		return otherwise, nil
	}
	limit, err := strconv.Atoi(query.Get("limit"))
	if err != nil || limit < 1 {
		return 0, badInput("limit has to be a positive integer.")
	}
	if limit > 100 {
		limit = 100
	}
	return limit, nil
}

// queryWord is one of the words; the first is the default.
func queryWord(query url.Values, name string, words ...string) (string, error) {
	if !query.Has(name) {
		return words[0], nil
	}
	for _, word := range words {
		if query.Get(name) == word {
			return word, nil
		}
	}
	return "", badInput(fmt.Sprintf("%s has to be one of %q.", name, words))
}
