package compress_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/redress/redress/internal/compress"
)

func TestNegotiate(t *testing.T) {
	for _, row := range []struct {
		accept string
		want   compress.Coding
	}{
		{"", compress.Identity},
		{"identity", compress.Identity},
		{"br", compress.Identity},
		{"x-gzipped", compress.Identity},
		{"gzip", compress.Gzip},
		{"GZIP", compress.Gzip},
		{"deflate, gzip", compress.Gzip},
		{"gzip, deflate, br, zstd", compress.Zstd},
		{"gzip;q=1.0, zstd;q=0.5", compress.Gzip},
		{"gzip; q=0.5, zstd; Q=0.8", compress.Zstd},
		{"gzip;q=0", compress.Identity},
		{"gzip;q=0.000, *", compress.Identity},
		{"zstd;q=0, gzip", compress.Gzip},
		{"*", compress.Gzip},
		{"gzip;q=much", compress.Identity},
	} {
		t.Run(row.accept, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			if row.accept != "" {
				r.Header.Set("Accept-Encoding", row.accept)
			}
			h := http.Header{}
			if got := compress.Negotiate(h, r, compress.MinSize); got != row.want || h.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%q, Vary %q", got, h.Get("Vary"))
			}
			if got := compress.Negotiate(h, r, compress.MinSize-1); got != compress.Identity {
				t.Errorf("a small body is sent as %q", got)
			}
		})
	}
}

// TestEncode: what is sent decodes to what it was, from many goroutines at once.
func TestEncode(t *testing.T) {
	var all sync.WaitGroup
	for n := range 8 {
		body := []byte(strings.Repeat(`{"id":"01a0c343-9e4a-7bf9-a849-ecc2f77ec201","title":"A lamp is out"},`, 100*n))
		all.Go(func() {
			for _, coding := range []compress.Coding{compress.Identity, compress.Gzip, compress.Zstd} {
				if got := decode(t, compress.Encode(body, coding), coding); !bytes.Equal(got, body) {
					t.Errorf("%q: %d bytes became %d", coding, len(body), len(got))
				}
			}
		})
	}
	all.Wait()
}

func decode(t *testing.T, b []byte, coding compress.Coding) []byte {
	t.Helper()
	var in io.Reader = bytes.NewReader(b)
	var err error
	switch coding {
	case compress.Gzip:
		in, err = gzip.NewReader(in)
	case compress.Zstd:
		in, err = zstd.NewReader(in)
	}
	if err != nil {
		t.Error(err)
		return nil
	}
	out, err := io.ReadAll(in)
	if err != nil {
		t.Error(err)
	}
	return out
}

func TestCurrent(t *testing.T) {
	tests := []struct {
		headers []string
		want    bool
	}{
		{nil, false},
		{[]string{`"a"`}, true},
		{[]string{`W/"a"`}, true},
		{[]string{`"b", "a"`}, true},
		{[]string{`"b"`, `"a"`}, true},
		{[]string{`*`}, true},
		{[]string{`"b"`}, false},
		{[]string{`"a-gzip"`}, true},
		{[]string{`"b", W/"a-zstd"`}, true},
		{[]string{`"a-br"`}, false},
		{[]string{`a`}, false},
		{[]string{``}, false},
	}
	for _, tt := range tests {
		t.Run(strings.Join(tt.headers, " and "), func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header["If-None-Match"] = tt.headers
			if got := compress.Current(r, "a"); got != tt.want {
				t.Errorf("%q: got %v", tt.headers, got)
			}
		})
	}
}
