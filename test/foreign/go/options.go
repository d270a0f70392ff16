package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"
)

// options are the flags of README.md.
type options struct {
	port          int
	ids           string
	keys          string
	instants      string
	extraFields   bool
	ownNames      string
	wording       bool
	numbers       string
	authHeader    string
	authScheme    string
	limits        string
	tier          string
	registrations int
	existing      int
	keysFile      string
	fieldOrder    string
	seed          string
	certificate   string
	privateKey    string
	clientCA      string
	gzip          bool
	deflate       bool
	redirect      string
	proxy         string
	http2Only     bool
	delay         time.Duration
	clockOffset   time.Duration
	defects       map[string]bool
	stopWithStdin bool
}

// choice is a flag that takes one of a few words.
type choice struct {
	value *string
	words []string
}

func (c choice) String() string {
	if c.value == nil {
		return ""
	}
	return *c.value
}

func (c choice) Set(word string) error {
	for _, known := range c.words {
		if word == known {
			*c.value = word
			return nil
		}
	}
	return fmt.Errorf("expected one of %s", strings.Join(c.words, ", "))
}

// readOptions reads the arguments; the first word of a choice is its default.
func readOptions(arguments []string) (*options, error) {
	o := &options{}
	set := flag.NewFlagSet("foreign", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	delay, offset, defects := 0, 0, ""
	choices(set, o)
	set.IntVar(&o.port, "port", 0, "port of loopback; 0 takes a free one")
	set.BoolVar(&o.extraFields, "extra-fields", false, "fields that no document names")
	set.BoolVar(&o.wording, "wording", false, "other sentences in errors")
	set.StringVar(&o.authHeader, "auth-header", "Authorization", "the header that carries the key")
	set.IntVar(&o.registrations, "registrations-per-minute", 10, "registrations a minute from one address")
	set.IntVar(&o.existing, "existing", 0, "accounts that exist from the start")
	set.StringVar(&o.keysFile, "keys-file", "", "writes agent_id,api_key of the existing accounts")
	set.StringVar(&o.seed, "seed", "", "fixes ids, keys and server seeds")
	set.StringVar(&o.certificate, "tls", "", "PEM file of the certificate")
	set.StringVar(&o.privateKey, "key", "", "PEM file of the private key")
	set.StringVar(&o.clientCA, "client-ca", "", "PEM file of the CA of client certificates")
	set.BoolVar(&o.gzip, "gzip", false, "compresses for clients that accept it")
	set.BoolVar(&o.deflate, "deflate", false, "compresses in the zlib format for clients that accept deflate")
	set.StringVar(&o.redirect, "redirect", "", "a path prefix to which every other path is redirected")
	set.BoolVar(&o.http2Only, "http2-only", false, "refuses other protocols in the TLS handshake")
	set.IntVar(&delay, "delay", 0, "milliseconds before each answer")
	set.IntVar(&offset, "clock-offset", 0, "seconds by which the clock is ahead")
	set.StringVar(&defects, "defect", "", "names of defects.json, with commas")
	set.BoolVar(&o.stopWithStdin, "stop-with-stdin", false, "ends when standard input ends")
	if err := set.Parse(arguments); err != nil {
		return nil, err
	}
	o.delay = time.Duration(delay) * time.Millisecond
	o.clockOffset = time.Duration(offset) * time.Second
	return o, o.complete(set.Args(), defects)
}

func choices(set *flag.FlagSet, o *options) {
	words := func(value *string, name, usage string, words ...string) {
		*value = words[0]
		set.Var(choice{value, words}, name, usage)
	}
	words(&o.ids, "ids", "format of ids", "uuid", "ulid", "int", "opaque", "short")
	words(&o.keys, "keys", "format of API keys", "prefix", "hex", "jwt", "base64")
	words(&o.instants, "instants", "format of instants", "ms", "us", "ns", "offset", "seconds")
	words(&o.ownNames, "own-names", "place of fields that the documents do not name", "flat", "nested", "envelope")
	words(&o.numbers, "numbers", "form of amounts that the documents leave open", "text", "number")
	words(&o.authScheme, "auth-scheme", "what stands before the key", "Bearer", "none")
	words(&o.limits, "limits", "off: nothing is refused", "on", "off")
	words(&o.proxy, "proxy", "open: no deployment but a proxy for tunnels; login: one that lets nobody in", "off", "open", "login")
	words(&o.tier, "tier", "of every account", "free", "pro", "enterprise")
	words(&o.fieldOrder, "field-order", "order of fields", "table", "reverse")
}

// complete checks what concerns more than one flag.
func (o *options) complete(rest []string, defects string) error {
	if len(rest) > 0 {
		return fmt.Errorf("unexpected argument '%s'", rest[0])
	}
	if (o.certificate == "") != (o.privateKey == "") {
		return errors.New("-tls and -key are given together")
	}
	if o.certificate == "" && (o.clientCA != "" || o.http2Only) {
		return errors.New("-client-ca and -http2-only need -tls and -key")
	}
	o.defects = map[string]bool{}
	for _, name := range strings.Split(defects, ",") {
		if name == "" {
			continue
		}
		if !isDefect(name) {
			return fmt.Errorf("unknown defect '%s'", name)
		}
		o.defects[name] = true
	}
	return nil
}
