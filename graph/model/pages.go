package model

// The sizes of a page, of connections and of numbered pages.
const (
	DefaultPageSize = 20
	MaxPageSize     = 100
)
