package rest_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
)

// photo returns a small image that differs with its shade.
func photo(t *testing.T, shade uint8) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 40, 30))
	for i := range img.Pix {
		img.Pix[i] = shade
	}
	img.SetGray(1, 1, color.Gray{Y: shade ^ 0xff})
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// field is a part of a form; a file when it has a name.
type field struct{ name, file, content string }

func file(content []byte) field { return field{"media", "after.jpg", string(content)} }

func form(t *testing.T, fields ...field) (body *bytes.Buffer, kind string) {
	t.Helper()
	body = &bytes.Buffer{}
	w := multipart.NewWriter(body)
	for _, f := range fields {
		create := w.CreateFormField
		if f.file != "" {
			create = func(name string) (io.Writer, error) { return w.CreateFormFile(name, f.file) }
		}
		part, err := create(f.name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(part, f.content)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return body, w.FormDataContentType()
}

func uploadPath(update uuid.UUID) string {
	return "/api/solver/tasks/update/" + update.String() + "/media/"
}

func (s server) upload(t *testing.T, update uuid.UUID, fields ...field) testenv.Response {
	t.Helper()
	body, kind := form(t, fields...)
	return s.do(t, testenv.Request{
		Method: "POST", Path: uploadPath(update), As: testenv.Solver, Body: body, Header: http.Header{"Content-Type": {kind}},
	})
}

// TestUploadAllowance: uploads are counted, those that are refused for their bytes too, before a byte
// is read. The allowance comes back with time.
func TestUploadAllowance(t *testing.T) {
	t.Parallel()
	s := server{testenv.Start(t, testenv.Databases()[0]), newAPIDocument(t)}
	s.Clock.Stop()
	for i := range domain.UploadsPerStaff {
		if res := s.upload(t, s.Samples.Update, file([]byte("no picture"))); res.Status != http.StatusUnsupportedMediaType {
			t.Fatalf("upload %d: %d %s", i, res.Status, res.Body)
		}
	}
	res := s.upload(t, s.Samples.Update, file(photo(t, 10)))
	wantError(t, res, http.StatusTooManyRequests, "rate_limited")
	if got := res.Header.Get("Retry-After"); got != "12" {
		t.Errorf("Retry-After: %s", got)
	}
	wantError(t, s.upload(t, uuid.New(), file(photo(t, 10))), http.StatusNotFound, "not_found")
	s.Clock.Advance(12 * time.Second)
	if res := s.upload(t, s.Samples.Update, file(photo(t, 10))); res.Status != http.StatusCreated {
		t.Errorf("after a while: %d %s", res.Status, res.Body)
	}
	wantError(t, s.upload(t, s.Samples.Update, file(photo(t, 11))), http.StatusTooManyRequests, "rate_limited")
}

func TestUpload(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		picture := photo(t, 10)
		first := s.upload(t, s.Samples.Update, file(picture), field{"media_type", "", "image"})
		if first.Status != http.StatusCreated {
			t.Fatal(first.Body)
		}
		record := parseBody(t, first)["media"].(map[string]any)
		sum := sha256.Sum256([]byte(s.get(t, testenv.Anonymous, record["url"].(string)).Body))
		for name, want := range map[string]any{
			"update_id": s.Samples.Update.String(), "task_id": s.Samples.Task.String(), "media_type": "image",
			"file_name": "after.jpg", "content_type": "image/jpeg", "width": 40.0, "height": 30.0,
			"duration_seconds": nil, "sha256": hex.EncodeToString(sum[:]),
		} {
			if record[name] != want {
				t.Errorf("%s: got %v, want %v", name, record[name], want)
			}
		}
		if got, want := first.Header.Get("Location"), "/media/"+record["id"].(string); got != want {
			t.Errorf("Location: got %s, want %s", got, want)
		}

		again := s.upload(t, s.Samples.Update, field{"media_type", "", ""}, field{"media", "other.png", string(picture)})
		repeated := parseBody(t, again)
		if again.Status != http.StatusOK || repeated["duplicate"] != true || repeated["media"].(map[string]any)["id"] != record["id"] {
			t.Errorf("the same bytes again: %d %s", again.Status, again.Body)
		}

		history := s.get(t, testenv.Solver, "/api/solver/tasks/"+s.Samples.Task.String()+"/updates/")
		if !strings.Contains(history.Body, record["id"].(string)) {
			t.Errorf("the history does not show the file: %s", history.Body)
		}
	})
}

func TestUploadRefused(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		good := file(photo(t, 20))
		large := file(append(photo(t, 20), make([]byte, blob.MaxImage)...))
		svg := field{"media", "a.jpg", "<svg xmlns='http://www.w3.org/2000/svg'/>"}
		tests := []struct {
			name   string
			fields []field
			status int
			code   string
		}{
			{"no file", []field{{"media_type", "", "image"}}, 400, "validation_error"},
			{"an empty file", []field{file(nil)}, 400, "validation_error"},
			{"two files", []field{good, good}, 400, "validation_error"},
			{"an unknown type", []field{{"media_type", "", "IMAGE"}, good}, 400, "validation_error"},
			{"two types", []field{{"media_type", "", "image"}, good, {"media_type", "", "image"}}, 400, "validation_error"},
			{"too large", []field{large}, 413, "file_too_large"},
			{"too large before an unknown type", []field{{"media_type", "", "x"}, large}, 413, "file_too_large"},
			{"not media", []field{svg}, 415, "unsupported_media_type"},
			{"an unknown type before not media", []field{svg, {"media_type", "", "x"}}, 400, "validation_error"},
			{"another type", []field{good, {"media_type", "", "video"}}, 422, "media_type_mismatch"},
			{"not media before another type", []field{svg, {"media_type", "", "video"}}, 415, "unsupported_media_type"},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) { wantError(t, s.upload(t, s.Samples.Update, tt.fields...), tt.status, tt.code) })
		}
		for name, kind := range map[string]string{
			"no kind": "", "another kind": "image/jpeg", "mixed": "multipart/mixed; boundary=b",
			"no boundary": "multipart/form-data", "a long boundary": "multipart/form-data; boundary=" + strings.Repeat("b", 71),
		} {
			t.Run(name, func(t *testing.T) {
				wantError(t, s.do(t, testenv.Request{
					Method: "POST", Path: uploadPath(s.Samples.Update), As: testenv.Solver,
					Body: strings.NewReader("--b--\r\n"), Header: http.Header{"Content-Type": {kind}},
				}), 415, "unsupported_media_type")
			})
		}

		locked, err := s.Store.Client().TaskUpdate.Query().
			Where(taskupdate.AuthorID(s.account(t, testenv.Solver)), taskupdate.StatusNEQ(domain.ReviewSubmitted)).
			FirstID(testenv.System())
		if err != nil {
			t.Fatal(err)
		}
		wantError(t, s.do(t, testenv.Request{Method: "POST", Path: uploadPath(locked), As: testenv.Solver}), 415, "unsupported_media_type")
		wantError(t, s.upload(t, locked, svg), 409, "update_locked")

		for shade := byte(30); ; shade++ {
			res := s.upload(t, s.Samples.Update, file(photo(t, shade)))
			if res.Status == http.StatusCreated && shade < 50 {
				continue
			}
			wantError(t, res, 409, "conflict")
			break
		}
		wantError(t, s.upload(t, s.Samples.Update, svg), 409, "conflict")
		if res := s.upload(t, s.Samples.Update, file(photo(t, 30))); res.Status != http.StatusOK { // which is there already
			t.Errorf("one of the ten again: %d %s", res.Status, res.Body)
		}
	})
}

// account returns the id of a demo account.
func (s server) account(t *testing.T, email string) uuid.UUID {
	t.Helper()
	found, err := s.Service.Identity.AccountByEmail(testenv.System(), email)
	if err != nil {
		t.Fatal(err)
	}
	return found.ID
}

// sendRaw sends bytes over a connection of its own, all of them, and only then reads the response, as
// simple clients do.
func (s server) sendRaw(t *testing.T, head string, body io.Reader) *http.Response {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(context.Background(), "tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	if _, err := io.WriteString(conn, head); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(conn, body); err != nil {
		t.Fatalf("sending: %v", err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("the response was not received: %v", err)
	}
	return res
}

// TestRefusedUnread: a request of 10 MiB that is refused without reading it gets a response.
func TestRefusedUnread(t *testing.T) {
	const size = 10 << 20
	forEachDatabase(t, func(t *testing.T, s server) {
		head := func(path, as, more string) string {
			h := "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n" + more
			if token := s.Token(t, as); token != "" {
				h += "Authorization: Bearer " + token + "\r\n"
			}
			return h + "\r\n"
		}
		length := fmt.Sprintf("Content-Length: %d\r\n", size)
		missing := uploadPath(domain.NewID(domain.KindTaskUpdate))
		for name, tt := range map[string]struct {
			path, as string
			status   int
		}{
			"unknown path":      {"/api/nothing", testenv.Solver, 404},
			"another method":    {"/api/admin/notifications/broadcasts/", testenv.Admin, 405},
			"no token":          {missing, testenv.Anonymous, 401},
			"another role":      {missing, testenv.User, 403},
			"missing":           {missing, testenv.Solver, 404},
			"a form at the end": {uploadPath(s.Samples.Update), testenv.Solver, 400},
		} {
			t.Run(name, func(t *testing.T) {
				res := s.sendRaw(t, head(tt.path, tt.as, length), bytes.NewReader(make([]byte, size)))
				if res.StatusCode != tt.status {
					t.Errorf("got %d, want %d", res.StatusCode, tt.status)
				}
				chunk := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", size, make([]byte, size))
				res = s.sendRaw(t, head(tt.path, tt.as, "Transfer-Encoding: chunked\r\n"), strings.NewReader(chunk))
				if res.StatusCode != tt.status {
					t.Errorf("chunked: got %d, want %d", res.StatusCode, tt.status)
				}
			})
		}
		t.Run("a client that waits gets a response at once", func(t *testing.T) {
			began := time.Now()
			res := s.sendRaw(t, head(missing, testenv.User, length+"Expect: 100-continue\r\n"), strings.NewReader(""))
			if took := time.Since(began); res.StatusCode != http.StatusForbidden || took > 2*time.Second {
				t.Errorf("got %d after %s", res.StatusCode, took)
			}
		})
	})
}
