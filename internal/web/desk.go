package web

import (
	"bytes"
	"crypto/rand"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/redress/redress/internal/compress"
)

// deskPath is where the desk in the browser lives, with a slash at its end.
const deskPath = "/desk/"

// deskWorker is the desk's service worker, which keeps its files for work without a connection.
const deskWorker = "worker.js"

// TrackPath is the page on which whoever reported a complaint follows it by a link, whose token is in the fragment of its address.
const TrackPath = "/track"

// ReportPath is the page on which people report a complaint without an account.
const ReportPath = "/report"

// noncePlaceholder stands in the desk's page for the nonce of each answer.
const noncePlaceholder = "__NONCE__"

// desk serves the desk in the browser: its built files by their names, and its page for every other
// address below deskPath, since the page itself knows which screen an address means.
type desk struct {
	page   []byte
	alone  map[string]alone // pages for people without an account, by their paths
	assets map[string]asset // by the path below deskPath
	images func() []string  // origins of images beside the service's own
}

// alone is a page that stands by itself, for people without an account. It is the same for everybody: what it shows, its script asks for.
type alone struct {
	body      []byte
	locates   bool // it may ask where the device is
	unindexed bool // search engines are to leave it out
}

// loadDesk reads the built files. Those that end with .gz are served as they are.
func loadDesk(files fs.FS, images func() []string) *desk {
	d := &desk{alone: map[string]alone{}, assets: map[string]asset{}, images: images}
	err := fs.WalkDir(files, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := fs.ReadFile(files, file)
		if err != nil {
			return err
		}
		name, compressed := strings.CutSuffix(file, ".gz")
		switch name {
		case "index.html":
			d.page = body
			return nil
		case "track.html":
			d.alone[TrackPath] = alone{body: body, unindexed: true}
			return nil
		case "report.html":
			d.alone[ReportPath] = alone{body: body, locates: true}
			return nil
		}
		d.assets[name] = asset{name, body, compressed, digest(body), contentType(name)}
		return nil
	})
	if err != nil {
		panic(err) // an embedded file can't fail to be read
	}
	return d
}

// mount adds the desk's routes.
func (d *desk) mount(r chi.Router) {
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		r.Method(method, strings.TrimSuffix(deskPath, "/"), http.RedirectHandler(deskPath, http.StatusPermanentRedirect))
		r.Method(method, deskPath+"*", d)
		for path, page := range d.alone {
			for _, spelled := range []string{path, path + "/"} {
				r.Method(method, spelled, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { d.writeAlone(w, r, page) }))
			}
		}
	}
}

// ServeHTTP serves a file or the page.
func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, deskPath)
	if file, found := d.assets[name]; found {
		cache := "no-cache"
		if strings.HasPrefix(name, "assets/") { // named by their content
			cache = immutable
		}
		file.serve(w, r, cache)
		return
	}
	if path.Ext(name) != "" && strings.HasPrefix(name, "assets/") {
		// A file of another version. The page offers to load itself again; it must not get a page for a script.
		secure(w.Header(), filePolicy)
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "This file belongs to another version of the desk. Load the page again.", http.StatusNotFound)
		return
	}
	d.writePage(w, r)
}

// writePage writes the page with a nonce of its own, which allows the styles that it makes as it runs.
func (d *desk) writePage(w http.ResponseWriter, r *http.Request) {
	nonce := rand.Text()
	h := w.Header()
	secure(h, d.policy(nonce))
	h.Set("Permissions-Policy", "camera=(self), geolocation=(self), microphone=(), payment=()")
	h.Set("Content-Type", contentType("index.html"))
	h.Set("Cache-Control", "no-store") // the nonce is for one answer
	page := bytes.ReplaceAll(d.page, []byte(noncePlaceholder), []byte(nonce))
	_, _ = w.Write(compress.Body(h, r, page)) //nolint:gosec // of the request it depends on the coding alone; a client that has gone reads nothing
}

// writeAlone writes a page for people without an account.
func (d *desk) writeAlone(w http.ResponseWriter, r *http.Request, page alone) {
	h := w.Header()
	locates := "()"
	if page.locates {
		locates = "(self)"
	}
	secure(h, "default-src 'none'; script-src 'self'; style-src 'self'; img-src "+d.imageSources()+
		"; media-src 'self' blob:; connect-src 'self'; "+noEmbedding)
	h.Set("Permissions-Policy", "camera=(), geolocation="+locates+", microphone=(), payment=()")
	if page.unindexed {
		h.Set("X-Robots-Tag", "noindex")
	}
	h.Set("Content-Type", contentType("index.html"))
	h.Set("Cache-Control", "no-cache")
	_, _ = w.Write(compress.Body(h, r, page.body)) //nolint:gosec // of the request it depends on the coding alone; a client that has gone reads nothing
}

// imageSources returns whence pages may show images. Photos that were just taken are blob URLs.
func (d *desk) imageSources() string {
	return strings.Join(append([]string{"'self' data: blob:"}, d.images()...), " ")
}

// policy returns the Content-Security-Policy of the page.
func (d *desk) policy(nonce string) string {
	return "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + nonce + "'; img-src " + d.imageSources() +
		"; media-src 'self' blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; " + noEmbedding
}

// immutable is the Cache-Control of files whose address changes with their content.
const immutable = "public, max-age=31536000, immutable"
