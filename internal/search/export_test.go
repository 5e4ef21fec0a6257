package search

// SetFew changes up to how many complaints are looked up by their ids, and returns how to change
// it back.
func SetFew(n int) (back func()) {
	was := maxListedIDs
	maxListedIDs = n
	return func() { maxListedIDs = was }
}

// Pieces shows what is looked up of a term.
var Pieces = pieces
