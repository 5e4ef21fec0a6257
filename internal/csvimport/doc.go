// Package csvimport takes in complaints from files that other systems wrote. It reads a CSV of
// any columns row by row, so that memory does not grow with the file, brings each row to the
// shape of a complaint with its status log, and writes them in batches. What it can't use it
// lists with line and reason; what it had to change it lists or counts. A file that is read
// again, after its end or after a kill, adds only what is not there yet.
package csvimport
