package rest_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
)

// uploadWithKeys uploads a file with an idempotency header for each key.
func (s server) uploadWithKeys(t *testing.T, as, path string, keys []string, fields ...field) testenv.Response {
	t.Helper()
	body, kind := form(t, fields...)
	return s.do(t, testenv.Request{
		Method: "POST", Path: path, As: as, Body: body, Header: http.Header{"Content-Type": {kind}, "Idempotency-Key": keys},
	})
}

// countMedia counts the rows and the files of media.
func (s server) countMedia(t *testing.T) string {
	t.Helper()
	files := 0
	err := filepath.WalkDir(s.MediaDir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files++
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return fmt.Sprint(s.Store.Client().Media.Query().CountX(testenv.System()), " rows, ", files, " files")
}

// TestUploadIdempotent: the same upload under its key gets the first response, whatever happened to
// the update since.
func TestUploadIdempotent(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		path, key := uploadPath(s.Samples.Update), []string{"upload-1"}
		typed := field{"media_type", "", "image"}
		first := s.uploadWithKeys(t, testenv.Solver, path, key, file(photo(t, 50)), typed)
		if first.Status != http.StatusCreated {
			t.Fatal(first.Body)
		}
		id := parseBody(t, first)["media"].(map[string]any)["id"]
		same := func(when string, res testenv.Response) {
			t.Helper()
			a := parseBody(t, res)
			record, _ := a["media"].(map[string]any)
			if res.Status != http.StatusCreated || record["id"] != id || a["duplicate"] != nil || res.Header.Get("Location") != first.Header.Get("Location") {
				t.Errorf("%s: %d %s", when, res.Status, res.Body)
			}
		}
		before := s.countMedia(t)
		same("again", s.uploadWithKeys(t, testenv.Solver, path, key, file(photo(t, 50)), typed))
		same("the type before the file", s.uploadWithKeys(t, testenv.Solver, path, key, typed, file(photo(t, 50))))

		for name, fields := range map[string][]field{
			"another file": {file(photo(t, 51)), typed},
			"no type":      {file(photo(t, 50))},
		} {
			t.Run(name, func(t *testing.T) {
				res := s.uploadWithKeys(t, testenv.Solver, path, key, fields...)
				wantError(t, res, 422, "idempotency_mismatch")
				if !strings.Contains(res.Body, `"field":"Idempotency-Key"`) {
					t.Errorf("%s: %s", name, res.Body)
				}
			})
		}
		if after := s.countMedia(t); after != before {
			t.Errorf("repeating stored something: %s, was %s", after, before)
		}

		// Under a new key the bytes are a duplicate, every time.
		for range 2 {
			res := s.uploadWithKeys(t, testenv.Solver, path, []string{"upload-2"}, file(photo(t, 50)))
			if res.Status != http.StatusOK || parseBody(t, res)["duplicate"] != true {
				t.Errorf("the same bytes under a new key: %d %s", res.Status, res.Body)
			}
		}
		wantError(t, s.uploadWithKeys(t, testenv.Solver, path, []string{"upload-2"}, file(photo(t, 52))), 422, "idempotency_mismatch")

		// A key whose upload failed can be used again.
		wantError(t, s.uploadWithKeys(t, testenv.Solver, path, []string{"upload-3"}, file([]byte("nonsense"))), 415, "unsupported_media_type")
		if res := s.uploadWithKeys(t, testenv.Solver, path, []string{"upload-3"}, file(photo(t, 53))); res.Status != http.StatusCreated {
			t.Errorf("after a failure: %d %s", res.Status, res.Body)
		}

		for i := range 9 { // up to the limit
			s.upload(t, s.Samples.Update, file(photo(t, uint8(100+i))))
		}
		wantError(t, s.uploadWithKeys(t, testenv.Solver, path, []string{"new"}, file(photo(t, 54))), 409, "conflict")
		same("when it is full", s.uploadWithKeys(t, testenv.Solver, path, key, file(photo(t, 50)), typed))

		s.Store.Client().TaskUpdate.UpdateOneID(s.Samples.Update).SetStatus(domain.ReviewApproved).ExecX(testenv.System())
		wantError(t, s.uploadWithKeys(t, testenv.Solver, path, []string{"new"}, file(photo(t, 54))), 409, "update_locked")
		before = s.countMedia(t)
		same("when it is locked", s.uploadWithKeys(t, testenv.Solver, path, key, file(photo(t, 50)), typed))
		wantError(t, s.uploadWithKeys(t, testenv.Solver, path, key, file(photo(t, 54)), typed), 422, "idempotency_mismatch")
		wantError(t, s.uploadWithKeys(t, testenv.Solver, path, key, file([]byte("nonsense")), typed), 415, "unsupported_media_type")
		wantError(t, s.uploadWithKeys(t, testenv.Solver2, path, key, file(photo(t, 50)), typed), 404, "not_found")
		if after := s.countMedia(t); after != before {
			t.Errorf("repeating stored something: %s, was %s", after, before)
		}

		// A day later the key has expired, and the update is locked.
		s.Clock.Advance(24*time.Hour + time.Minute)
		wantError(t, s.uploadWithKeys(t, testenv.Solver, path, key, file(photo(t, 50)), typed), 409, "update_locked")
	})
}

// TestAttachIdempotent: the other uploads take keys too, and a key is for one of them.
func TestAttachIdempotent(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		submit := func(title string) string {
			return s.MustExecute(t, testenv.User, `mutation($t: String!) { submitComplaint(input: {title: $t}) { complaint { uploadUrl } } }`, map[string]any{"t": title}).
				At("submitComplaint", "complaint", "uploadUrl").(string)
		}
		one, other := submit("One"), submit("Other")
		key := []string{`"a-key_~!"`}
		first := s.uploadWithKeys(t, testenv.User, one, key, file(photo(t, 60)))
		again := s.uploadWithKeys(t, testenv.User, one, key, file(photo(t, 60)))
		if first.Status != 201 || again.Status != 201 || parseBody(t, first)["media"].(map[string]any)["id"] != parseBody(t, again)["media"].(map[string]any)["id"] {
			t.Errorf("%d %s\n%d %s", first.Status, first.Body, again.Status, again.Body)
		}
		wantError(t, s.uploadWithKeys(t, testenv.User, other, key, file(photo(t, 60))), 422, "idempotency_mismatch")
		if res := s.uploadWithKeys(t, testenv.Admin, other, key, file(photo(t, 60))); res.Status != 201 {
			t.Errorf("another account's same key: %d %s", res.Status, res.Body)
		}

		comment := s.MustExecute(t, testenv.User, `mutation($id: ID!) { commentOnComplaint(input: {complaintId: $id, text: "x"}) { comment { uploadUrl } } }`,
			map[string]any{"id": strings.Split(one, "/")[3]}).At("commentOnComplaint", "comment", "uploadUrl").(string)
		for range 2 {
			if res := s.uploadWithKeys(t, testenv.User, comment, []string{"c"}, file(photo(t, 61))); res.Status != 201 {
				t.Errorf("a comment: %d %s", res.Status, res.Body)
			}
		}

		before := s.countMedia(t)
		for name, keys := range map[string][]string{
			"empty": {""}, "a space": {"a b"}, "a letter beyond ASCII": {"schlüssel"}, "too long": {strings.Repeat("k", 256)}, "two": {"a", "b"},
		} {
			t.Run(name, func(t *testing.T) {
				for _, path := range []string{one, comment, uploadPath(s.Samples.Update)} {
					as := testenv.User
					if strings.Contains(path, "solver") {
						as = testenv.Solver
					}
					res := s.uploadWithKeys(t, as, path, keys, file(photo(t, 62)))
					wantError(t, res, 400, "validation_error")
					if !strings.Contains(res.Body, `"field":"Idempotency-Key"`) {
						t.Errorf("%s: %s", name, res.Body)
					}
				}
			})
		}
		// A wrong key is reported together with a wrong id, and before a missing row.
		if res := s.uploadWithKeys(t, testenv.User, "/api/complaints/x/media/", []string{""}, file(photo(t, 62))); strings.Count(res.Body, `"field"`) != 2 {
			t.Errorf("both: %s", res.Body)
		}
		wantError(t, s.uploadWithKeys(t, testenv.User, "/api/complaints/"+uuid.NewString()+"/media/", []string{"good"}, file(photo(t, 62))), 404, "not_found")
		if after := s.countMedia(t); after != before {
			t.Errorf("what was refused is stored: %s, was %s", after, before)
		}
	})
}
