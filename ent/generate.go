// Package ent is generated; only the schema, the templates and package entgql below it are written by hand.
package ent

// The order matters: the schema makes ent's code and graph/ent.graphql, from which gqlgen
// makes the executor, and the migrations are the difference to what the schema now says. At last
// what no code uses is taken out of ent and the executor (`go generate -skip trim ./ent` keeps it).
//go:generate go run ../internal/codegen/ent
//go:generate go run -C .. ./internal/codegen/gqlgen
//go:generate go run ../internal/codegen/migrations
//go:generate go run ../internal/codegen/trim
