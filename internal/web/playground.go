package web

import (
	"embed"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

const configPath = "/playground/config.json"

// Tab is one tab of the playground. Its title is the name of the query's first operation;
// Name stays the same over time, so that a fresh token finds its tab. Variables and Headers
// are JSON texts or empty.
type Tab struct {
	Name      string `json:"name"`
	Query     string `json:"query"`
	Variables string `json:"variables,omitempty"`
	Headers   string `json:"headers,omitempty"`
}

//go:embed samples/*.graphql
var samples embed.FS

// RoleTab returns a role's sample query with a token of that role: user, solver, provider, admin
// or super_admin. Any other role gets an empty query.
func RoleTab(role, token string) Tab {
	headers, _ := json.MarshalIndent(map[string]string{"Authorization": "Bearer " + token}, "", "  ") // strings can't fail
	return Tab{Name: role, Query: Sample(role), Headers: string(headers)}
}

// Sample returns the query of a role's tab; "" for a role without one.
func Sample(role string) string {
	b, err := samples.ReadFile("samples/" + role + ".graphql")
	if err != nil {
		return ""
	}
	return string(b)
}

// loginTab returns the first tab, which needs no token; a demo account is filled in where there is
// one.
func (s *Pages) loginTab() Tab {
	email, password := "you@example.com", "your password"
	if len(s.cfg.Accounts) > 0 {
		email, password = s.cfg.Accounts[0].Email, s.cfg.Password
	}
	query := strings.NewReplacer("EMAIL", strconv.Quote(email), "PASSWORD", strconv.Quote(password)).Replace(Sample("login"))
	return Tab{Name: "login", Query: query}
}

// tabs serves what the playground's script reads. It holds tokens in demo mode, so nothing may
// cache it.
func (s *Pages) tabs(w http.ResponseWriter, r *http.Request) {
	secure(w.Header(), filePolicy)
	w.Header().Set("Cache-Control", "no-store")
	body := struct {
		Endpoint string `json:"endpoint"`
		Tabs     []Tab  `json:"tabs"`
	}{s.cfg.Endpoint, []Tab{s.loginTab()}}
	if s.cfg.Tabs != nil {
		more, err := s.cfg.Tabs(r.Context())
		if err != nil {
			s.cfg.Fail(w, r, err)
			return
		}
		body.Tabs = append(body.Tabs, more...)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // fails only when the client has disconnected
}
