// Package blob stores media files: it receives an upload with constant memory, detects its format
// by its bytes, removes metadata (package strip), creates thumbnails, stores the result, signs
// links to it and serves it.
//
// It knows nothing of rows or rights. Row and bytes agree because the caller commits the
// bytes first, then the row: an object without a row is what a crash leaves, and package
// mediastore moves it to the trash; a row without its object can't occur.
package blob
