package gqlhttp_test

import (
	"net/http"
	"strings"
	"testing"

	. "github.com/redress/redress/internal/testenv"
)

// A body is looked at before anything is made of it, whoever sends it.
func TestBodiesAreInspected(t *testing.T) {
	s := Start(t, Databases()[0])
	many := `{"query":"query($w:ComplaintWhereInput){complaints(where:$w){totalCount}}","variables":{"w":{"or":[` +
		strings.Repeat(`{},`, 300_000) + `{}]}}}`
	deep := `{"query":"{__typename}","variables":` + strings.Repeat(`{"a":`, 50) + `1` + strings.Repeat(`}`, 50) + `}`
	for _, tt := range []struct {
		name, body string
		status     int
	}{
		{"as it should be", `{"query":"{__typename}"}`, http.StatusOK},
		{"with the members of a request", `{"query":"{__typename}","variables":{},"operationName":null,"extensions":{}}`, http.StatusOK},
		{"with a byte order mark", "\ufeff" + `{"query":"{__typename}"}`, http.StatusOK},
		{"with a key of the client's own", `{"query":"{__typename}","id":7}`, http.StatusBadRequest},
		{"a key twice", `{"query":"{__typename}","query":"{__typename}"}`, http.StatusBadRequest},
		{"a key twice inside variables", `{"query":"{__typename}","variables":{"a":1,"a":2}}`, http.StatusBadRequest},
		{"a body in Latin-1", "{\"query\":\"{__typename #\xe9\\n}\"}", http.StatusBadRequest},
		{"a variable in Latin-1", "{\"query\":\"query($s: String) {__typename}\",\"variables\":{\"s\":\"caf\xe9\"}}", http.StatusBadRequest},
		{"a key in capitals", `{"Query":"{__typename}"}`, http.StatusBadRequest},
		{"a brace behind it", `{"query":"{__typename}"}}`, http.StatusBadRequest},
		{"a bracket behind it", `{"query":"{__typename}"}]`, http.StatusBadRequest},
		{"two of them", `{"query":"{__typename}"}{"query":"{__typename}"}`, http.StatusBadRequest},
		{"too many values", many, http.StatusBadRequest},
		{"too deep", deep, http.StatusBadRequest},
		{"a document of 65 KiB", `{"query":"{__typename}#` + strings.Repeat("z", 65<<10) + `"}`, http.StatusBadRequest},
		{"over a megabyte", `{"query":"{__typename}#` + strings.Repeat("z", 1<<20) + `"}`, http.StatusRequestEntityTooLarge},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res := s.Do(t, Request{
				Method: http.MethodPost, Path: "/graphql", Body: strings.NewReader(tt.body),
				Header: http.Header{"Content-Type": {"application/json"}},
			})
			if res.Status != tt.status {
				t.Errorf("%d %s, want %d", res.Status, res.Body, tt.status)
			}
		})
	}
	t.Run("10 MB are answered rather than cut off", func(t *testing.T) {
		res := s.Do(t, Request{
			Method: http.MethodPost, Path: "/graphql", Body: strings.NewReader(strings.Repeat("x", 10<<20)),
			Header: http.Header{"Content-Type": {"application/json"}},
		})
		if res.Status != http.StatusRequestEntityTooLarge {
			t.Errorf("%d %s", res.Status, res.Body)
		}
	})
	t.Run("an upgrade is refused in the graph's words", func(t *testing.T) {
		res := s.Do(t, Request{Path: "/graphql", Header: http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}}})
		if res.Status != http.StatusBadRequest || !strings.Contains(res.Body, `"MALFORMED_REQUEST"`) || strings.Contains(res.Body, `"data"`) {
			t.Errorf("%d %s", res.Status, res.Body)
		}
	})
}
