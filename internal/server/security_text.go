package server

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// securityTextPath is where researchers look for whom to tell of a fault (RFC 9116).
const securityTextPath = "/.well-known/security.txt"

// Where faults of the program itself are reported, and how.
const (
	projectContact = "https://github.com/redress/redress/security/advisories/new"
	projectPolicy  = "https://github.com/redress/redress/blob/main/SECURITY.md"
)

// securityTextValid is for how long the text may be believed. It is made anew each day.
const securityTextValid = 180 * 24 * time.Hour

// securityText serves whom to tell of a fault that endangers people's data: the contacts that the operator
// names, and the project where there are none.
type securityText struct {
	contacts  []string
	publicURL string
	now       func() time.Time
}

// ServeHTTP implements http.Handler.
func (s securityText) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	var b strings.Builder
	contacts := s.contacts
	if len(contacts) == 0 {
		contacts = []string{projectContact}
	}
	for _, contact := range contacts {
		fmt.Fprintf(&b, "Contact: %s\n", contact)
	}
	day := s.now().UTC().Truncate(24 * time.Hour)
	fmt.Fprintf(&b, "Expires: %s\n", day.Add(securityTextValid).Format(time.RFC3339))
	fmt.Fprint(&b, "Preferred-Languages: en, de\n")
	if s.publicURL != "" {
		fmt.Fprintf(&b, "Canonical: %s%s\n", strings.TrimSuffix(s.publicURL, "/"), securityTextPath)
	}
	if len(s.contacts) == 0 {
		fmt.Fprintf(&b, "Policy: %s\n", projectPolicy)
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write([]byte(b.String())) // whoever has gone reads nothing
}
