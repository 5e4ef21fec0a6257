package testenv

import "testing"

// TestDemoKeepsTheRules: the demo's accounts and catalog are such as verbs write, and what they would not write is found.
func TestDemoKeepsTheRules(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		client := s.Store.Client()
		CheckRules(t, client)
		for _, statement := range []string{
			`UPDATE contacts SET email_key = 'x@example.com' WHERE email = 'user@example.com'`,
			`UPDATE users SET provider_id = NULL WHERE role = 'PROVIDER'`, `UPDATE users SET name = '' WHERE role = 'USER'`,
			`UPDATE zones SET path = 'x' WHERE parent_id IS NOT NULL`, `UPDATE categories SET sla_hours = 0 WHERE sla_hours IS NOT NULL`,
			`UPDATE groups SET description = ' x'`, `UPDATE service_providers SET name = name || ' '`,
		} {
			before, _ := brokenRules(client)
			if _, err := s.Store.DB().ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
			if after, _ := brokenRules(client); len(after) <= len(before) {
				t.Errorf("not found: %s", statement)
			}
		}
	})
}
