// Package blob keeps media bytes: it takes an upload in with flat memory, decides by the
// bytes what it is, removes what tells where and with which device it was made, makes
// thumbnails, stores the result, signs links to it and serves it.
//
// It knows nothing of rows or rights. Row and bytes agree because the caller commits the
// bytes first, then the row: an object without a row is what a crash leaves, and Sweep
// removes it; a row without its object can't come about.
package blob
