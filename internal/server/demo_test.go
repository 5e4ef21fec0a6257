package server_test

import (
	"net/http"
	"testing"

	"github.com/redress/redress/internal/testenv"
)

// However often the playground is loaded, who is signed in stays so.
func TestVisitorsShareASession(t *testing.T) {
	s := testenv.Start(t, testenv.Databases()[0])
	token := s.Token(t, testenv.User)
	first := s.Do(t, testenv.Request{Path: "/playground/config.json"}).Body
	for range 60 {
		if again := s.Do(t, testenv.Request{Path: "/playground/config.json"}).Body; len(again) != len(first) {
			t.Fatalf("another document: %s", again)
		}
	}
	if res := s.Do(t, testenv.Request{Method: http.MethodGet, Path: "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/", Token: token}); res.Status != http.StatusOK {
		t.Errorf("signed out: %d %s", res.Status, res.Body)
	}
}
