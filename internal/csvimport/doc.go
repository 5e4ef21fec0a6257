// Package csvimport imports complaints from files of other systems. It reads a CSV with any
// columns row by row, so that memory does not grow with the file, converts each row to a
// complaint with its status log, and writes them in batches. Rows that it can't import are
// listed with line and reason; changes are listed or counted. A file that is imported again,
// whether the first import completed or not, adds only what is not there yet.
package csvimport
