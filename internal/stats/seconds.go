package stats

import (
	"slices"
	"strconv"
	"strings"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
)

// column is an expression of a row, and its name.
type column struct{ name, of string }

// secondsBetween returns an expression for the whole seconds between two columns' instants, alike on both
// databases; null where there is no end.
func secondsBetween(of, begin, end string) string {
	return epochSeconds(of, end) + " - " + epochSeconds(of, begin)
}

// epochSeconds returns an expression for the whole seconds from 1970 to an instant.
func epochSeconds(of, instant string) string {
	if of == dialect.Postgres {
		return "CAST(FLOOR(EXTRACT(EPOCH FROM " + instant + ")) AS bigint)"
	}
	return "unixepoch(" + instant + ")"
}

// selectSeconds selects the numbers of a group as one text, since only one of the databases has percentiles.
func selectSeconds(s *sql.Selector, column, as string) {
	if s.Dialect() == dialect.Postgres {
		s.AppendSelectAs("string_agg(CAST("+column+" AS text), ',')", as)
		return
	}
	s.AppendSelectAs("group_concat("+column+")", as)
}

// joinSeconds returns the numbers of both texts.
func joinSeconds(a, b sql.NullString) sql.NullString {
	if !a.Valid || !b.Valid {
		if a.Valid {
			return a
		}
		return b
	}
	return sql.NullString{String: a.String + "," + b.String, Valid: true}
}

// durationList is durations in seconds, sorted.
type durationList []int

func secondsOf(text sql.NullString) durationList {
	if !text.Valid {
		return nil
	}
	var all durationList
	for one := range strings.SplitSeq(text.String, ",") {
		if n, err := strconv.Atoi(one); err == nil {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all
}

func durationsOf(text sql.NullString) *DurationStats { return durations(secondsOf(text)) }

// Count returns their number.
func (s durationList) Count() int64 { return int64(len(s)) }

// Quantile returns the shortest that is not shorter than such a share of them.
func (s durationList) Quantile(share float64) int {
	n := int(float64(len(s)) * share)
	if float64(n) == float64(len(s))*share {
		n--
	}
	return s[min(max(n, 0), len(s)-1)]
}
