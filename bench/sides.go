package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// side is one of the programs that are measured.
type side int

const (
	ours     side = iota
	plain         // hand-written, on lib/pq or SQLite
	pgx           // the same on pgx
	gophers       // graph-gophers/graphql-go on the hand-written program's statements
	graphjin      // GraphJin, which writes its own statements
	sides
)

func (s side) String() string {
	return [sides]string{"redress", "plain", "pgx", "gophers", "graphjin"}[s]
}

// sidesOf reads a list of names.
func sidesOf(list string) (all []side, err error) {
	for name := range strings.SplitSeq(list, ",") {
		s := ours
		for s < sides && s.String() != name {
			s++
		}
		if s == sides {
			return nil, fmt.Errorf("-contenders: %q is none of redress, plain, pgx, gophers and graphjin", name)
		}
		all = append(all, s)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// serves reports whether a program can use the database.
func (s side) serves(database string) bool {
	return database == "postgres" || s != pgx && s != graphjin
}

// speaks reports whether a program serves an operation of the graph, by its name in the hand-written
// program.
func (s side) speaks(operation string) bool {
	switch s {
	case ours:
		return true
	case gophers:
		return slices.Contains([]string{"status-log", "payments", "broadcasts", "updates", "nested", "create"}, operation)
	case graphjin:
		return slices.Contains([]string{"status-log", "payments", "broadcasts", "nested"}, operation)
	default:
		return operation != ""
	}
}

// path is where a program serves an operation: a graph, or a path for each.
func (s side) path(operation string) string {
	switch s {
	case ours, gophers:
		return "/graphql"
	case graphjin:
		return "/query/" + operation
	default:
		return "/graph/" + operation
	}
}

// launch starts a program on a database.
func (o options) launch(ctx context.Context, s side, database, key, media string, files []string) (*process, error) {
	if s == ours {
		return start(ctx, o.redress, slices.Concat(serveFlags, []string{"--key-file", key}, files)...)
	}
	flags := []string{"-database-url", database, "-key-file", key, "-media", media}
	switch s {
	case gophers:
		return start(ctx, o.gophers, flags...)
	case graphjin:
		return start(ctx, o.graphjin, flags...)
	case pgx:
		flags = append(flags, "-driver", "pgx")
	}
	return start(ctx, o.plain, flags...)
}
