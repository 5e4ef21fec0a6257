package search

// SetFew changes up to how many complaints are looked up by their ids, and returns how to change
// it back.
func SetFew(n int) (back func()) {
	was := few
	few = n
	return func() { few = was }
}

// Pieces shows what is looked up of a term.
var Pieces = pieces
