package rest_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redress/redress/internal/testenv"
)

// TestDamagedMedia: a file whose bytes are not those that were uploaded is not served as if whole, and no thumbnail is made of it.
func TestDamagedMedia(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		for name, damage := range map[string]func([]byte) []byte{
			"another byte": func(b []byte) []byte { b[len(b)/2]++; return b },
			"another end":  func(b []byte) []byte { b[len(b)-1]++; return b },
			"cut":          func(b []byte) []byte { return b[:len(b)/2] },
			"empty":        func([]byte) []byte { return nil },
			"more":         func(b []byte) []byte { return append(b, b...) },
		} {
			t.Run(name, func(t *testing.T) {
				picture := image.NewRGBA(image.Rect(0, 0, 1600, 1200))
				copy(picture.Pix[2:], name) // like no other
				var b bytes.Buffer
				if err := jpeg.Encode(&b, picture, nil); err != nil {
					t.Fatal(err)
				}
				record := parseBody(t, s.upload(t, s.Samples.Update, file(b.Bytes())))["media"].(map[string]any)
				id, link := record["id"].(string), record["url"].(string)
				open := func() (status int, body []byte, err error) {
					req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+link, http.NoBody)
					if err != nil {
						t.Fatal(err)
					}
					res, err := http.DefaultClient.Do(req)
					if err != nil {
						return 0, nil, err
					}
					defer func() { _ = res.Body.Close() }()
					body, err = io.ReadAll(res.Body)
					return res.StatusCode, body, err
				}
				if status, body, err := open(); status != 200 || err != nil || len(body) != int(record["size_bytes"].(float64)) {
					t.Fatalf("whole: %d, %d bytes, %v", status, len(body), err)
				}
				paths, err := filepath.Glob(filepath.Join(s.MediaDir, "objects", "*", "*", id))
				if err != nil || len(paths) != 1 {
					t.Fatal(paths, err)
				}
				stored, err := os.ReadFile(paths[0])
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(paths[0], damage(stored), 0o600); err != nil {
					t.Fatal(err)
				}
				switch status, body, err := open(); {
				case status == 200 && err == nil:
					t.Errorf("%d bytes are served as if whole", len(body))
				case status != 200 && (status != 404 || !strings.Contains(string(body), "damaged")):
					t.Errorf("%d %s %v", status, body, err)
				}
				res := s.get(t, testenv.Solver, "/media/"+id+"/thumbnail/large")
				wantError(t, res, 404, "not_found")
				if !strings.Contains(res.Body, "damaged") {
					t.Error(res.Body)
				}
				if res := s.get(t, testenv.Solver, "/media/"+id+"/thumbnail/small"); res.Status != 200 { // of the thumbnail
					t.Errorf("%d %s", res.Status, res.Body)
				}
			})
		}
	})
}
