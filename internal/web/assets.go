package web

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/redress/redress/internal/compress"
)

// The vendored files are embedded as they are sent, compressed; our own are small and plain.
//
//go:generate ./assets.sh
//go:embed assets/*.gz assets/LICENSES.txt static
var assetFiles embed.FS

type asset struct {
	name        string
	body        []byte
	compressed  bool
	hash        string
	contentType string
}

type assets map[string]asset

func loadAssets() assets {
	all := assets{}
	err := fs.WalkDir(assetFiles, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := assetFiles.ReadFile(file)
		if err != nil {
			return err
		}
		name, compressed := strings.CutSuffix(path.Base(file), ".gz")
		all[name] = asset{name, body, compressed, digest(body), contentType(name)}
		return nil
	})
	if err != nil {
		panic(err) // an embedded file can't fail to be read
	}
	return all
}

// contentType returns an asset's content type. The machine's own table may say anything of .js.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".webmanifest":
		return "application/manifest+json"
	default:
		return "text/plain; charset=utf-8"
	}
}

// url returns the address of an asset with its hash, under which it may be cached for ever.
func (a asset) url() string { return "/assets/" + a.name + "?v=" + a.hash }

func (a asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	cache := "no-cache"
	if r.URL.Query().Get("v") == a.hash {
		cache = immutable
	}
	a.serve(w, r, cache)
}

// policy returns the Content-Security-Policy of the asset. That of a service worker holds for what it fetches.
func (a asset) policy() string {
	if a.name == deskWorker {
		return workerPolicy
	}
	return filePolicy
}

// serve writes the asset, compressed where the client takes that. cache is its Cache-Control.
func (a asset) serve(w http.ResponseWriter, r *http.Request, cache string) {
	h := w.Header()
	secure(h, a.policy())
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", cache)
	body, etag := a.body, a.hash
	if a.compressed {
		h.Add("Vary", "Accept-Encoding")
		if compress.Accepted(r, compress.Gzip) == compress.Gzip {
			h.Set("Content-Encoding", "gzip")
			etag += "-gz" // another representation, another strong tag
		} else {
			body = decompress(body)
		}
	}
	h.Set("ETag", `"`+etag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// decompress is for the rare client that does not accept gzip: one to two megabytes, not worth
// caching.
func decompress(b []byte) []byte {
	zr, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		panic(err) // made by assets.sh or by the desk's build, read by a test
	}
	plain, err := io.ReadAll(zr)
	if err != nil {
		panic(err)
	}
	return plain
}
