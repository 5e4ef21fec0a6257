// Package ent is made from the schema below it; only the schema and the generators are written by hand.
package ent

// The order matters: the schema makes ent's code and graph/ent.graphql, from which gqlgen
// makes the executor, and the migrations are the difference to what the schema now says.
//go:generate go run entc.go
//go:generate go run -C .. graph/gqlgen.go
//go:generate go run ../internal/store/makemigrations
