package store

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync/atomic"
	"time"

	"entgo.io/ent/dialect"
)

const (
	// countEvery is how often tables are counted.
	countEvery = time.Minute
	// maxCounted is the size of a table in bytes up to which PostgreSQL counts its rows. Of a larger
	// one it knows the number well enough.
	maxCounted = 4 << 20
)

// RowCounts are the numbers of rows of some tables, as of at most a minute ago.
type RowCounts struct {
	store   *Store
	tables  []string
	grouped map[string]string // columns by table
	counts  atomic.Pointer[map[string]int]
}

// NewRowCounts returns the numbers of rows of tables, which it counts. Of a table in grouped it also
// counts the rows for each value of that column: Of("tallies STATUS").
func (s *Store) NewRowCounts(ctx context.Context, tables []string, grouped map[string]string) (*RowCounts, error) {
	r := &RowCounts{store: s, tables: tables, grouped: grouped}
	return r, r.Refresh(ctx)
}

// Of returns how many rows a table had when it was last counted.
func (r *RowCounts) Of(table string) int {
	if counts := r.counts.Load(); counts != nil {
		return (*counts)[table]
	}
	return 0
}

// Run counts the tables every minute until the context ends.
func (r *RowCounts) Run(ctx context.Context) {
	tick := time.NewTicker(countEvery)
	defer tick.Stop()
	for {
		if err := r.Refresh(ctx); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "tables could not be counted: costs are estimated from older numbers", "error", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Refresh counts the tables now.
func (r *RowCounts) Refresh(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, countEvery/2)
	defer cancel()
	counts := map[string]int{}
	exact := r.tables
	if r.store.Dialect() == dialect.Postgres {
		large, err := r.estimates(ctx)
		if err != nil {
			return err
		}
		maps.Copy(counts, large)
		exact = nil
		for _, table := range r.tables {
			if _, known := large[table]; !known {
				exact = append(exact, table)
			}
		}
	}
	parts := make([]string, 0, len(exact)+len(r.grouped))
	for _, table := range exact {
		parts = append(parts, fmt.Sprintf(`SELECT '%s', COUNT(*) FROM "%[1]s"`, table))
	}
	for table, column := range r.grouped {
		parts = append(parts, fmt.Sprintf(`SELECT '%s ' || "%s", COUNT(*) FROM "%[1]s" GROUP BY "%[2]s"`, table, column))
	}
	if len(parts) > 0 {
		if err := r.read(ctx, counts, strings.Join(parts, " UNION ALL ")); err != nil {
			return err
		}
	}
	r.counts.Store(&counts)
	return nil
}

// estimates returns PostgreSQL's own numbers of rows of its large tables.
func (r *RowCounts) estimates(ctx context.Context) (map[string]int, error) {
	all := map[string]int{}
	err := r.read(ctx, all, fmt.Sprintf(`SELECT relname, CAST(reltuples AS BIGINT) FROM pg_class
		WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND reltuples > 0 AND pg_relation_size(oid) > %d`, maxCounted))
	counted := map[string]int{}
	for _, table := range r.tables {
		if n, large := all[table]; large {
			counted[table] = n
		}
	}
	return counted, err
}

func (r *RowCounts) read(ctx context.Context, into map[string]int, query string) error {
	rows, err := r.store.ReservedDB().QueryContext(ctx, query)
	if err != nil {
		return failure(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		var n int
		if err := rows.Scan(&name, &n); err != nil {
			return err
		}
		into[name] = n
	}
	return failure(ctx, rows.Err())
}
