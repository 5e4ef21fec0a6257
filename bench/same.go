package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// same sends the first few requests of a cell to all servers and compares the responses with those of
// the first: those of reads must be the same JSON, those of writes must have the same shape. The cost
// of a GraphQL query, beside its data, is left out. GraphJin's answers have names and shapes of their own:
// see within.
func (b *bench) same(c *cell) error {
	times := 20
	if c.random {
		times = 2
	}
	for range times {
		var first any
		var text bytes.Buffer
		for i, s := range b.sidesOf(c) {
			answer, said, err := b.said(c, s)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", c.name, s, err)
			}
			if c.random {
				answer = shape(answer)
			}
			switch {
			case i == 0:
				first, text = answer, said
				continue
			case c.less:
			case s == graphjin:
				err = within(answer, first)
			case !reflect.DeepEqual(first, answer):
				err = errors.New("the responses differ")
			}
			if err != nil {
				return fmt.Errorf("%s, %s: %w\n%.2000s\n%.2000s", c.name, s, err, text.Bytes(), said.Bytes())
			}
		}
	}
	if c.after != nil {
		return c.after()
	}
	return nil
}

// said sends the next request of a cell to a server.
func (b *bench) said(c *cell, s side) (answer any, text bytes.Buffer, err error) {
	w, err := dial(b.servers[s].address)
	if err != nil {
		return nil, text, err
	}
	defer func() { _ = w.conn.Close() }()
	m := c.request(s, 0)
	if m == nil {
		return nil, text, errNoMore
	}
	status, err := w.do(m, &text)
	if err != nil {
		return nil, text, err
	}
	if status != c.wants {
		return nil, text, fmt.Errorf("it responds with %d %.500s", status, text.Bytes())
	}
	err = json.Unmarshal(text.Bytes(), &answer)
	if all, ok := answer.(map[string]any); ok {
		delete(all, "extensions")
	}
	return answer, text, err
}

// within reports an error unless all values of an answer are values of another one too, as often, and
// are at least half of them. Names, order and place are not compared, nor true, false, zero and empty texts;
// times are compared by milliseconds, and amounts in minor units with decimals. Left out are values that
// the other ones are computed from: agents, and in the summary of payments all but the amounts.
func within(answer, other any) error {
	own, theirs := map[string]int{}, map[string]int{}
	values(answer, own)
	values(other, theirs)
	var n, all int
	for v, times := range own {
		n += times
		if minor, err := strconv.ParseInt(strings.TrimPrefix(v, "-"), 10, 64); err == nil && theirs[v] < times {
			sign := v[:len(v)-len(strings.TrimPrefix(v, "-"))]
			if v = fmt.Sprintf("%s%d.%02d", sign, minor/100, minor%100); theirs[v] < times {
				v = strings.TrimPrefix(v, "-") // the sum of what was reversed
			}
		}
		if theirs[v] < times {
			return fmt.Errorf("the responses differ: it has %q %d times, not %d", v, times, theirs[v])
		}
	}
	for _, times := range theirs {
		all += times
	}
	if 2*n < all {
		return fmt.Errorf("the responses differ: it has %d values of %d", n, all)
	}
	return nil
}

// values counts the values in a document.
func values(v any, into map[string]int) {
	switch v := v.(type) {
	case map[string]any:
		_, sums := v["sum_amount_minor"]
		for name, each := range v {
			if name != "agent" && (!sums || name == "sum_amount_minor") {
				values(each, into)
			}
		}
	case []any:
		for _, each := range v {
			values(each, into)
		}
	case nil, bool:
	case string:
		if t, err := time.Parse(time.RFC3339Nano, v); err == nil {
			v = t.UTC().Truncate(time.Millisecond).String()
		}
		if v != "" {
			into[v]++
		}
	default:
		if v != 0.0 {
			into[fmt.Sprintf("%.0f", v)]++
		}
	}
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
