// Package dashboard embeds the desk in the browser, as `make dashboard` built it from the sources
// beside this file.
package dashboard

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Files returns what `make dashboard` wrote: index.html, track.html and, compressed by gzip, the files that they load.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // dist is a valid path
	}
	return files
}
