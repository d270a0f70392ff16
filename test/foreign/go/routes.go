package main

import (
	"net/url"
	"strings"
)

// Kinds of routes that have limits in addition to those of their service.
const (
	plain           = ""
	accountRegister = "account register"
	domainRegister  = "domain register"
	escrowCreation  = "escrow creation"
	orderPlacement  = "order placement"
	positionsRead   = "positions"
	betPlacement    = "bet"
)

// route is one operation in one addressing style. Segments of the path in braces are parameters.
type route struct {
	method  string
	path    string
	service string
	style   byte
	kind    string
	// open routes need no key.
	open   bool
	handle func(*call) (*answer, error)
}

// prefixes are the addresses of the services in each style.
var prefixes = map[string]string{
	"faucet A": "/faucet/api/v1", "faucet B": "/faucet", "escrow A": "/escrow/api/v1", "escrow B": "/escrow",
	"trading A": "/trading/api/v1", "trading B": "/api/trading-api",
	"domains A": "/domains/api/v1", "domains B": "/api/domains-api",
	"casino A": "/casino/api/v1", "casino B": "/api/casino-api",
}

func (w *world) routeTable() []*route {
	var table []*route
	for _, rows := range [][]*route{
		w.faucetRoutes(), w.escrowRoutes(), w.tradingRoutes(), w.domainRoutes(), w.casinoRoutes(),
	} {
		table = append(table, rows...)
	}
	for _, row := range table {
		row.path = prefixes[row.service+" "+string(row.style)] + row.path
	}
	return table
}

// find is the first route that fits, with the values of its parameters; nil where none does.
func (w *world) find(method, path string) (*route, []string) {
	steps := strings.Split(path, "/")
	for _, row := range w.routes {
		if row.method != method {
			continue
		}
		if values, ok := match(strings.Split(row.path, "/"), steps); ok {
			return row, values
		}
	}
	return nil, nil
}

func match(pattern, steps []string) ([]string, bool) {
	if len(pattern) != len(steps) {
		return nil, false
	}
	values := []string{}
	for i, part := range pattern {
		if strings.HasPrefix(part, "{") {
			value, err := url.PathUnescape(steps[i])
			if err != nil || value == "" {
				return nil, false
			}
			values = append(values, value)
		} else if part != steps[i] {
			return nil, false
		}
	}
	return values, true
}
