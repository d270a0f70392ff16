package main

import (
	"compress/gzip"
	"compress/zlib"
	"io"
	"net"
	"net/http"
	"strings"
)

// encoded returns the writer of a body in the content coding of the options, if the client accepts that.
func (w *world) encoded(out http.ResponseWriter, r *http.Request) io.WriteCloser {
	accepted := r.Header.Get("Accept-Encoding")
	for _, coding := range []struct {
		name string
		is   bool
		to   func(io.Writer) io.WriteCloser
	}{
		{"gzip", w.options.gzip, func(to io.Writer) io.WriteCloser { return gzip.NewWriter(to) }},
		// RFC 9110, 8.4.1.2: deflate is the zlib format.
		{"deflate", w.options.deflate, func(to io.Writer) io.WriteCloser { return zlib.NewWriter(to) }},
	} {
		if coding.is && strings.Contains(accepted, coding.name) {
			out.Header().Set("Content-Encoding", coding.name)
			out.Header().Set("Vary", "Accept-Encoding")
			return coding.to(out)
		}
	}
	return nil
}

// redirecting sends clients of every other path to the same path below the prefix.
func redirecting(prefix string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, prefix+"/") {
			http.StripPrefix(prefix, next).ServeHTTP(out, r)
			return
		}
		out.Header().Set("Location", prefix+r.URL.RequestURI())
		out.WriteHeader(http.StatusTemporaryRedirect)
	})
}

// tunnel is a proxy that opens tunnels (CONNECT) and does nothing else; with a login it lets nobody in.
func tunnel(needsLogin bool) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect {
			out.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		if needsLogin {
			out.Header().Set("Proxy-Authenticate", "Basic")
			out.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		target, err := net.Dial("tcp", r.Host)
		if err != nil {
			out.WriteHeader(http.StatusBadGateway)
			return
		}
		client, buffered, err := out.(http.Hijacker).Hijack()
		if err != nil {
			_ = target.Close()
			return
		}
		_, _ = client.Write([]byte("HTTP/1.1 200 Connection Established\r\n\r\n"))
		go join(target, buffered)
		join(client, target)
	})
}

// join copies until one side ends, and closes the other.
func join(to net.Conn, from io.Reader) {
	_, _ = io.Copy(to, from)
	_ = to.Close()
}
