// Package search finds rows by a piece of what they say, alike on both databases. The program
// folds the texts and the term, so that the databases compare bytes: neither one's idea of
// upper and lower case counts. The folded texts are rows of their own, written in the transaction
// of what they are about, under an index of trigrams that internal/store makes.
package search
