package entread

// Named are the lists below a row by their names, which are the aliases of a selection: mostly one. A map would
// take eight times as much for each row. Nil has no list.
type Named[T any] struct {
	name string
	rows []*T
	next *Named[T]
}

// List returns the list with a name, and whether there is one.
func (n *Named[T]) List(name string) ([]*T, bool) {
	for ; n != nil; n = n.next {
		if n.name == name {
			return n.rows, true
		}
	}
	return nil, false
}

// Append appends rows to the list with a name, which it makes where there is none, and returns the lists.
func (n *Named[T]) Append(name string, rows ...*T) *Named[T] {
	for of := n; of != nil; of = of.next {
		if of.name == name {
			of.rows = append(of.rows, rows...)
			return n
		}
	}
	return &Named[T]{name: name, rows: append([]*T{}, rows...), next: n}
}
