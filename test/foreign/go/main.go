// A part of the platform, written from its documents alone. README.md has the flags.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	o, err := readOptions(os.Args[1:])
	if err == nil {
		err = serve(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// serve answers until the process ends. It returns where it cannot begin.
func serve(o *options) error {
	w := newWorld(o)
	if err := w.addExisting(); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", o.port))
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler: o.handler(w), ReadHeaderTimeout: 30 * time.Second, ErrorLog: log.New(io.Discard, "", 0),
	}
	if o.certificate != "" {
		if server.TLSConfig, err = tlsConfig(o); err != nil {
			return err
		}
	}
	fmt.Printf("{\"port\": %d}\n", listener.Addr().(*net.TCPAddr).Port)
	if o.stopWithStdin {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(0)
		}()
	}
	if o.certificate != "" {
		return server.ServeTLS(listener, "", "")
	}
	return server.Serve(listener)
}

// handler is the deployment, or a proxy.
func (o *options) handler(w *world) http.Handler {
	if o.proxy != "off" {
		return tunnel(o.proxy == "login")
	}
	if o.redirect != "" {
		return redirecting(o.redirect, w)
	}
	return w
}

func tlsConfig(o *options) (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(o.certificate, o.privateKey)
	if err != nil {
		return nil, err
	}
	config := &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	if o.clientCA != "" {
		text, err := os.ReadFile(o.clientCA)
		if err != nil {
			return nil, err
		}
		config.ClientCAs, config.ClientAuth = x509.NewCertPool(), tls.RequireAndVerifyClientCert
		if !config.ClientCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s has no certificate", o.clientCA)
		}
	}
	if o.http2Only {
		config.GetConfigForClient = http2Only(config)
	}
	return config, nil
}

// http2Only ends the handshake of clients that do not offer h2.
func http2Only(config *tls.Config) func(*tls.ClientHelloInfo) (*tls.Config, error) {
	strict, refusing := config.Clone(), config.Clone()
	strict.NextProtos = []string{"h2"}
	// With h2 here crypto/tls would let clients of http/1.1 in; a protocol that no client offers gives the proper alert.
	refusing.NextProtos = []string{"none"}
	return func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		for _, protocol := range hello.SupportedProtos {
			if protocol == "h2" {
				return strict, nil
			}
		}
		if len(hello.SupportedProtos) == 0 {
			return nil, errors.New("HTTP/2 only")
		}
		return refusing, nil
	}
}
