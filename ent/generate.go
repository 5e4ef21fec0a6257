// Package ent is made from the schema below it; only the schema and the generators are written by hand.
package ent

// The order matters: the schema makes ent's code and graph/ent.graphql, from which gqlgen
// makes the executor, and the migrations are the difference to what the schema now says.
//go:generate go run -mod=mod entc.go
//go:generate go run -mod=mod github.com/99designs/gqlgen --config ../gqlgen.yml
//go:generate go run -mod=mod ../internal/store/makemigrations
