package main

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// micros is an amount in millionths of a USDC, or of another asset.
type micros int64

const usdc micros = 1_000_000

var decimalPattern = regexp.MustCompile(`^-?\d{1,15}(\.\d{1,18})?([eE][+-]?\d{1,2})?$`)

// parseMicros reads a decimal with at most six places; false where the text is none or is too large.
func parseMicros(text string) (micros, bool) {
	if !decimalPattern.MatchString(text) {
		return 0, false
	}
	value, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, false
	}
	value.Mul(value, new(big.Rat).SetInt64(int64(usdc)))
	if !value.IsInt() || !value.Num().IsInt64() {
		return 0, false
	}
	return micros(value.Num().Int64()), true
}

// decimal writes an amount with at least that many and at most six places.
func (m micros) decimal(places int) string {
	sign, value := "", int64(m)
	if value < 0 {
		sign, value = "-", -value
	}
	fraction := strconv.FormatInt(1_000_000+value%1_000_000, 10)[1:]
	for len(fraction) > places && strings.HasSuffix(fraction, "0") {
		fraction = fraction[:len(fraction)-1]
	}
	text := sign + strconv.FormatInt(value/1_000_000, 10)
	if fraction == "" {
		return text
	}
	return text + "." + fraction
}

// mulDiv is a*b/c rounded down, without overflow in between.
func mulDiv(a, b, c micros) micros {
	product := new(big.Int).Mul(big.NewInt(int64(a)), big.NewInt(int64(b)))
	quotient := product.Quo(product, big.NewInt(int64(c)))
	if !quotient.IsInt64() {
		return 1 << 62
	}
	return micros(quotient.Int64())
}

// perMille is that many thousandths of an amount, rounded half up.
func (m micros) perMille(thousandths int64) micros {
	return (m*micros(thousandths) + 500) / 1000
}
