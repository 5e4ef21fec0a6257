// Package domain holds the product's own words as types: the roles, the states, the kinds of
// things and their identifiers. It imports nothing of ours, so that the schema, the rights, the
// verbs and both APIs use the same values.
package domain
