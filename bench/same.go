package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// same sends the first few requests of a cell to both servers and compares the responses: those
// of reads must be the same JSON, those of writes must have the same shape. The cost of a GraphQL
// query, beside its data, is left out.
func (b *bench) same(c *cell) error {
	times := 20
	if c.random {
		times = 2
	}
	for range times {
		var said [2]any
		var text [2]bytes.Buffer
		for _, s := range c.sides() {
			w, err := dial(b.servers[s].address)
			if err != nil {
				return err
			}
			m := c.request(s, 0)
			if m == nil {
				return fmt.Errorf("%s: %w", c.name, errNoMore)
			}
			status, err := w.do(m, &text[s])
			_ = w.conn.Close()
			if err != nil {
				return fmt.Errorf("%s, %s: %w", c.name, s, err)
			}
			if status != c.wants {
				return fmt.Errorf("%s, %s: it responds with %d %.500s", c.name, s, status, text[s].Bytes())
			}
			if err := json.Unmarshal(text[s].Bytes(), &said[s]); err != nil {
				return fmt.Errorf("%s, %s: %w", c.name, s, err)
			}
			if answer, ok := said[s].(map[string]any); ok {
				delete(answer, "extensions")
			}
			if c.random {
				said[s] = shape(said[s])
			}
		}
		if !c.alone && !reflect.DeepEqual(said[ours], said[plain]) {
			return fmt.Errorf("%s: the responses differ\n%.2000s\n%.2000s", c.name, text[ours].Bytes(), text[plain].Bytes())
		}
	}
	if c.after != nil {
		return c.after()
	}
	return nil
}

// shape returns a document with its names only.
func shape(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			out[name] = shape(v[name])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = shape(v[i])
		}
		return out
	}
	return nil
}
