package policy

// Key returns what a cached statement depends on, for tests.
func (s Subject) Key() (form string, values []any) { return s.key() }
