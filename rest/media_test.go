package rest_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/internal/blob/strip/striptest"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
)

func TestMedia(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		res := s.upload(t, s.Samples.Update, file(photo(t, 60)))
		if res.Status != http.StatusCreated {
			t.Fatal(res.Body)
		}
		record := parseBody(t, res)["media"].(map[string]any)
		link, thumbnail := record["url"].(string), record["thumbnail_url"].(string)
		bare := "/media/" + record["id"].(string)

		open := s.get(t, testenv.Anonymous, link)
		if open.Status != 200 || open.Header.Get("Content-Type") != "image/jpeg" || len(open.Body) != int(record["size_bytes"].(float64)) {
			t.Errorf("the link: %d %v", open.Status, open.Header)
		}
		head := s.do(t, testenv.Request{Method: "HEAD", Path: link})
		if head.Status != 200 || head.Body != "" || head.Header.Get("Etag") != open.Header.Get("Etag") {
			t.Errorf("HEAD: %d %v", head.Status, head.Header)
		}
		current := s.do(t, testenv.Request{Path: link, Header: http.Header{"If-None-Match": {open.Header.Get("Etag")}}})
		if current.Status != 304 {
			t.Errorf("a current copy gets %d", current.Status)
		}
		part := s.do(t, testenv.Request{Path: link, Header: http.Header{"Range": {"bytes=2-5"}}})
		if part.Status != 206 || part.Body != open.Body[2:6] {
			t.Errorf("a range: %d %q", part.Status, part.Body)
		}
		small := s.get(t, testenv.Anonymous, thumbnail)
		if small.Status != 200 || small.Header.Get("Content-Type") != "image/jpeg" || small.Body == open.Body {
			t.Errorf("the thumbnail: %d %v", small.Status, small.Header)
		}

		_, signature, _ := strings.Cut(link, "?")
		wrong := strings.Replace(link, "signature=", "signature=x", 1)
		wantError(t, s.get(t, testenv.Anonymous, bare), 401, "authentication_required")
		wantError(t, s.get(t, testenv.Anonymous, bare+"/thumbnail?"+signature), 401, "invalid_token")
		wantError(t, s.get(t, testenv.Anonymous, wrong), 401, "invalid_token")
		wantError(t, s.get(t, testenv.Anonymous, link+"&"+signature), 401, "invalid_token")
		wantError(t, s.get(t, testenv.Anonymous, "/media/x?"+signature), 401, "invalid_token")
		wantError(t, s.get(t, testenv.Anonymous, "/media/"+domain.NewID(domain.KindMedia).String()+"?"+signature), 401, "invalid_token")
		wantError(t, s.do(t, testenv.Request{Path: link, Token: "x.y.z"}), 401, "invalid_token")
		wantError(t, s.get(t, testenv.Solver, "/media/x"), 400, "validation_error")
		wantError(t, s.get(t, testenv.Solver, "/media/"+s.Samples.Task.String()), 404, "not_found")
		wantError(t, s.get(t, testenv.Solver, "/media/"+domain.NewID(domain.KindMedia).String()), 404, "not_found")
		for as, want := range map[string]int{
			testenv.Solver: 200, testenv.Admin: 200, testenv.Solver2: 404, testenv.User2: 404,
		} {
			t.Run(as, func(t *testing.T) {
				for _, path := range []string{bare, bare + "/", wrong} {
					if res := s.get(t, as, path); res.Status != want {
						t.Errorf("%s as %s: %d, want %d", path, as, res.Status, want)
					}
				}
			})
		}

		history := "/api/solver/tasks/" + s.Samples.Task.String() + "/updates/"
		before := s.get(t, testenv.Solver, history)
		s.Clock.Advance(6 * time.Minute)
		after := s.get(t, testenv.Solver, history)
		if before.Header.Get("Etag") != after.Header.Get("Etag") || before.Body == after.Body {
			t.Error("the ETag does not ignore signatures")
		}
		wantError(t, s.get(t, testenv.Anonymous, link), 401, "token_expired")
		if res := s.get(t, testenv.Solver, link); res.Status != 200 {
			t.Errorf("an expired link with a token: %d", res.Status)
		}
	})
}

// TestThumbnailSizes: each size is a link of its own, with the rights of the file, made when it is first opened
// and gone with the file; a video has none.
func TestThumbnailSizes(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		const query = `query($id: ID!) { node(id: $id) { ... on Media { id url s: thumbnailUrl(size: S) m: thumbnailUrl(size: M) l: thumbnailUrl(size: L) thumbnailUrl } } }`
		links := func(id any) map[string]any {
			t.Helper()
			return s.MustExecute(t, testenv.Solver, query, map[string]any{"id": id}).At("node").(map[string]any)
		}
		picture := image.NewRGBA(image.Rect(0, 0, 1600, 1200))
		picture.Pix[2] = 7 // like no other
		var b bytes.Buffer
		if err := jpeg.Encode(&b, picture, nil); err != nil {
			t.Fatal(err)
		}
		record := parseBody(t, s.upload(t, s.Samples.Update, file(b.Bytes())))["media"].(map[string]any)
		id := record["id"].(string)
		all := links(id)
		if all["m"] != all["thumbnailUrl"] || all["m"] != record["thumbnail_url"] {
			t.Errorf("not the same without a size: %v", all)
		}
		stored := func() (n int) {
			names, err := filepath.Glob(filepath.Join(s.MediaDir, "objects", "*", "*", id+"*"))
			if err != nil {
				t.Fatal(err)
			}
			return len(names)
		}
		if stored() != 2 {
			t.Errorf("%d files before anybody has looked", stored())
		}
		tags := map[string]bool{}
		for size, side := range map[string]int{"s": 160, "m": 480, "l": 1280} {
			link := all[size].(string)
			for range 2 {
				res := s.get(t, testenv.Anonymous, link)
				c, err := jpeg.DecodeConfig(strings.NewReader(res.Body))
				if res.Status != 200 || res.Header.Get("Content-Type") != "image/jpeg" || err != nil || c.Width != side || c.Height != side*3/4 {
					t.Errorf("%s: %d %v, %d by %d, %v", size, res.Status, res.Header, c.Width, c.Height, err)
				}
				tags[res.Header.Get("Etag")] = true
			}
			bare, signature, _ := strings.Cut(link, "?")
			wantError(t, s.get(t, testenv.Anonymous, bare), 401, "authentication_required")
			wantError(t, s.get(t, testenv.User2, bare), 404, "not_found")
			for other := range all {
				if address, _, signed := strings.Cut(fmt.Sprint(all[other]), "?"); signed && address != bare {
					wantError(t, s.get(t, testenv.Anonymous, address+"?"+signature), 401, "invalid_token")
				}
			}
			if res := s.get(t, testenv.Solver, bare+"/"); res.Status != 200 {
				t.Errorf("%s with a token: %d", size, res.Status)
			}
		}
		if len(tags) != 3 || stored() != 4 {
			t.Errorf("%d tags, %d files", len(tags), stored())
		}
		wantError(t, s.get(t, testenv.Solver, "/media/"+id+"/thumbnail/huge"), 404, "not_found")

		small := links(parseBody(t, s.upload(t, s.Samples.Update, file(photo(t, 61))))["media"].(map[string]any)["id"])
		if res := s.get(t, testenv.Anonymous, small["l"].(string)); res.Status != 200 || res.Body != s.get(t, testenv.Anonymous, small["m"].(string)).Body {
			t.Errorf("a picture smaller than all sizes: %d", res.Status)
		}

		video := parseBody(t, s.upload(t, s.Samples.Update, file(striptest.WebMVideo())))["media"].(map[string]any)["id"]
		if none := links(video); none["s"] != nil || none["m"] != nil || none["l"] != nil || none["url"] == nil {
			t.Errorf("a video: %v", none)
		}
		for _, path := range []string{"", "/small", "/large"} {
			wantError(t, s.get(t, testenv.Solver, "/media/"+video.(string)+"/thumbnail"+path), 404, "not_found")
		}

		s.MustExecute(t, testenv.Solver, `mutation($id: ID!) { deleteMedia(input: {id: $id}) { id } }`, map[string]any{"id": id})
		if stored() != 0 {
			t.Errorf("%d files are left", stored())
		}
		wantError(t, s.get(t, testenv.Anonymous, all["l"].(string)), 404, "not_found")
	})
}

// TestMediaFolderIsUnavailable: while the media folder can't be used, uploads and files get 503 and
// everything else works; nothing is left half done, and the service goes on when the folder is back.
// A file in the place of a folder fails for root too, whom no permission stops; that one without
// permission is tested in cmd/redress.
func TestMediaFolderIsUnavailable(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		record := parseBody(t, s.upload(t, s.Samples.Update, file(photo(t, 80))))["media"].(map[string]any)
		link, thumbnail := record["url"].(string), record["thumbnail_url"].(string)
		rows := func() int { return s.Store.Client().Media.Query().CountX(testenv.System()) }
		before := rows()
		unavailable := func(what string, res testenv.Response) {
			t.Helper()
			wantError(t, res, http.StatusServiceUnavailable, "unavailable")
			if res.Header.Get("Retry-After") == "" || strings.Contains(res.Body, s.MediaDir) {
				t.Errorf("%s: %v %s", what, res.Header, res.Body)
			}
		}
		for i, c := range []struct {
			what, dir string
			aFile     bool // is in its place
		}{
			{"the folder of uploads is a file", "tmp", true},
			{"the folder of uploads is gone", "tmp", false},
			{"the folder of files is a file", "objects", true},
		} {
			dir := filepath.Join(s.MediaDir, c.dir)
			if err := os.Rename(dir, dir+".aside"); err != nil {
				t.Fatal(err)
			}
			if c.aFile {
				if err := os.WriteFile(dir, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			another := photo(t, uint8(90+i))
			unavailable(c.what, s.upload(t, s.Samples.Update, file(another)))
			if c.dir == "objects" {
				for _, path := range []string{link, thumbnail} {
					unavailable(c.what, s.get(t, testenv.Anonymous, path))
				}
			}
			if res := s.get(t, testenv.Solver, "/api/solver/tasks/"+s.Samples.Task.String()+"/updates/"); res.Status != http.StatusOK {
				t.Errorf("%s: what needs no file: %d %s", c.what, res.Status, res.Body)
			}
			if n := rows(); n != before {
				t.Errorf("%s: %d rows, want %d", c.what, n, before)
			}
			if err := errors.Join(os.RemoveAll(dir), os.Rename(dir+".aside", dir)); err != nil {
				t.Fatal(err)
			}
			if left, err := os.ReadDir(filepath.Join(s.MediaDir, "tmp")); err != nil || len(left) > 0 {
				t.Errorf("%s: unfinished uploads are left: %v %v", c.what, left, err)
			}
			if res := s.upload(t, s.Samples.Update, file(another)); res.Status != http.StatusCreated {
				t.Errorf("after it: %d %s", res.Status, res.Body)
			}
			if res := s.get(t, testenv.Anonymous, link); res.Status != http.StatusOK {
				t.Errorf("after it: %d %s", res.Status, res.Body)
			}
			before = rows()
		}
	})
}

// TestMediaOfEndedSession: a link ends with the session that it was signed for.
func TestMediaOfEndedSession(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		pair := s.login(t, testenv.Solver, demo.Password)
		body, kind := form(t, file(photo(t, 70)))
		res := s.do(t, testenv.Request{
			Method: "POST", Path: uploadPath(s.Samples.Update), Token: pair["access_token"].(string),
			Body: body, Header: http.Header{"Content-Type": {kind}},
		})
		link := parseBody(t, res)["media"].(map[string]any)["url"].(string)
		if res := s.get(t, testenv.Anonymous, link); res.Status != 200 {
			t.Fatalf("%d %s", res.Status, res.Body)
		}
		s.do(t, testenv.Request{Method: "POST", Path: "/api/auth/logout/", Token: pair["access_token"].(string)})
		wantError(t, s.get(t, testenv.Anonymous, link), 401, "session_revoked")
	})
}

// TestMediaFollowsVisibility: a reporter who knows the id of a file that is not public gets nothing.
func TestMediaFollowsVisibility(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		client := s.Store.Client()
		hidden, err := client.Media.Query().Where(media.VisibilityEQ(domain.VisibilityInternal)).First(testenv.System())
		if ent.IsNotFound(err) {
			t.Skip("the demo has no internal media")
		}
		if err != nil {
			t.Fatal(err)
		}
		wantError(t, s.get(t, testenv.User2, "/media/"+hidden.ID.String()), 404, "not_found")
		if res := s.get(t, testenv.Admin, "/media/"+hidden.ID.String()); res.Status != 200 {
			t.Errorf("as an administrator: %d", res.Status)
		}
	})
}
