package server_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/redress/redress/internal/testenv"
)

// TestCompression: what a client accepts changes how an answer is sent, and nothing else of it.
// Tokens, files, streams and small answers are never compressed.
func TestCompression(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, testenv.Databases()[0])
	const list = `{ complaints(first: 20) { edges { node { id reference title status createdAt } } } }`
	graph := func(document string) testenv.Request {
		body, _ := json.Marshal(map[string]string{"query": document})
		return testenv.Request{
			Method: http.MethodPost, Path: "/graphql", As: testenv.Admin,
			Header: http.Header{"Content-Type": {"application/json"}}, Body: bytes.NewReader(body),
		}
	}
	encoded := func(r testenv.Request, accept string) testenv.Response {
		if r.Header == nil {
			r.Header = http.Header{}
		}
		r.Header.Set("Accept-Encoding", accept)
		return s.Do(t, r)
	}
	payments := "/api/admin/service-providers/" + s.Samples.Provider.String() + "/payments/"
	for name, request := range map[string]func() testenv.Request{
		"query":    func() testenv.Request { return graph(list) },
		"REST":     func() testenv.Request { return testenv.Request{Path: payments, As: testenv.Admin} },
		"document": func() testenv.Request { return testenv.Request{Path: "/openapi.json"} },
	} {
		t.Run(name, func(t *testing.T) {
			plain := encoded(request(), "identity")
			if plain.Status != http.StatusOK || len(plain.Body) < 1400 || plain.Header.Get("Content-Encoding") != "" {
				t.Fatalf("%d, %d bytes, %v", plain.Status, len(plain.Body), plain.Header)
			}
			for accept, coding := range map[string]string{"gzip": "gzip", "gzip, deflate, br, zstd": "zstd"} {
				res := encoded(request(), accept)
				if !strings.Contains(strings.Join(res.Header.Values("Vary"), ","), "Accept-Encoding") || !strings.Contains(strings.Join(plain.Header.Values("Vary"), ","), "Accept-Encoding") {
					t.Errorf("%s: Vary %q and %q", accept, res.Header.Values("Vary"), plain.Header.Values("Vary"))
				}
				if res.Header.Get("Content-Encoding") != coding || res.Header.Get("Content-Length") != strconv.Itoa(len(res.Body)) {
					t.Fatalf("%s: %v for %d bytes", accept, res.Header, len(res.Body))
				}
				if len(res.Body) > len(plain.Body)/2 {
					t.Errorf("%s: %d bytes became %d", accept, len(plain.Body), len(res.Body))
				}
				if got := decoded(t, res.Body, coding); name != "query" && got != plain.Body { // its cost has times
					t.Errorf("%s: another body", accept)
				} else if !json.Valid([]byte(got)) {
					t.Errorf("%s: %s", accept, got)
				}
				if name == "query" {
					continue
				}
				tag := res.Header.Get("ETag")
				if tag == plain.Header.Get("ETag") {
					t.Errorf("%s: two representations share a strong ETag", accept)
				}
				head := request()
				head.Method = http.MethodHead
				if h := encoded(head, accept); h.Header.Get("Content-Length") != res.Header.Get("Content-Length") || h.Header.Get("ETag") != tag {
					t.Errorf("%s: HEAD says %v", accept, h.Header)
				}
				for _, copied := range []string{tag, plain.Header.Get("ETag"), "W/" + tag} {
					again := request()
					again.Header = http.Header{"If-None-Match": {copied}}
					if res := encoded(again, accept); res.Status != http.StatusNotModified || res.Body != "" || res.Header.Get("ETag") != tag || res.Header.Get("Content-Encoding") != "" {
						t.Errorf("%s: a current copy %s gets %d %v", accept, copied, res.Status, res.Header)
					}
				}
			}
		})
	}
	login := `mutation { login(input: {email: "` + testenv.User + `", password: "redress-demo"}) { tokens { accessToken refreshToken a: accessToken b: accessToken c: accessToken } } }`
	never := map[string]testenv.Request{
		"mutation": graph(login),
		"small":    graph(`{ viewer { name } }`),
		"REST login": {
			Method: http.MethodPost, Path: "/api/auth/login/", Header: http.Header{"Content-Type": {"application/json"}},
			Body: strings.NewReader(`{"email":"` + testenv.User + `","password":"redress-demo"}`),
		},
		"playground with tokens": {Path: "/playground/config.json"},
		"export":                 {Path: "/export/complaints.csv", As: testenv.Admin},
	}
	stream := graph(list)
	stream.Header.Set("Accept", "text/event-stream")
	never["stream"] = stream
	for name, r := range never {
		t.Run(name, func(t *testing.T) {
			if res := encoded(r, "gzip, zstd"); res.Status != http.StatusOK || res.Header.Get("Content-Encoding") != "" || res.Body == "" {
				t.Errorf("%d %v %s", res.Status, res.Header, res.Body)
			}
		})
	}
}

func decoded(t *testing.T, body, coding string) string {
	t.Helper()
	var in io.Reader = strings.NewReader(body)
	var err error
	if coding == "gzip" {
		in, err = gzip.NewReader(in)
	} else {
		in, err = zstd.NewReader(in)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
