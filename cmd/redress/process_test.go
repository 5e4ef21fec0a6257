package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store"
)

// process is the command in a process of its own.
type process struct {
	testServer
	cmd   *exec.Cmd
	ready time.Duration // from its start until it is ready
}

// startProcess starts `redress serve --demo` in a process of its own and waits until it is ready.
func (h installation) startProcess(t *testing.T, args ...string) *process {
	t.Helper()
	return h.startChanged(t, func(*exec.Cmd) {}, args...)
}

// startChanged is startProcess with the command changed before it starts.
func (h installation) startChanged(t *testing.T, change func(*exec.Cmd), args ...string) *process {
	t.Helper()
	p := &process{testServer: testServer{out: &syncBuffer{}, log: &syncBuffer{}}}
	p.cmd = h.command(t, append([]string{"serve", "--demo", "--addr", "127.0.0.1:0"}, args...)...)
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.log
	change(p.cmd)
	begin := time.Now()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	for p.url == "" {
		if time.Since(begin) > time.Minute {
			t.Fatalf("does not start:\n%s%s", p.out, p.log)
		}
		time.Sleep(time.Millisecond)
		if found := listens.FindStringSubmatch(p.out.String()); found != nil {
			p.url = found[1]
		}
	}
	for p.request(t, "", "GET", "/readyz", "").status != http.StatusOK {
		time.Sleep(time.Millisecond)
	}
	p.ready = time.Since(begin)
	return p
}

// kill ends the process as kill -9 does, unless it has ended already.
func (p *process) kill() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	}
}

// open opens the database and media of an installation directly.
func (h installation) open(t *testing.T) (*store.Store, blob.Store) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: h.database})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	media, err := blob.Open("file://" + h.mediaDir())
	if err != nil {
		t.Fatal(err)
	}
	return db, media
}

func (h installation) mediaDir() string { return filepath.Join(h.dir, "media") }

// countFiles returns the number of files below a folder of the media.
func (h installation) countFiles(t *testing.T, below string) (n int) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(h.mediaDir(), below), func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return nil // files that vanish meanwhile don't count
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func system() context.Context {
	return auth.System(context.Background(), "a test uses the database directly")
}

// addUpdates adds empty updates to the open task of solver@example.com, to upload files to.
func addUpdates(t *testing.T, db *store.Store, n int) []uuid.UUID {
	t.Helper()
	samples, err := demo.FindSamples(t.Context(), db.Client())
	if err != nil {
		t.Fatal(err)
	}
	solver, err := db.Client().User.Query().Where(user.HasContactWith(contact.EmailKey("solver@example.com"))).OnlyID(system())
	if err != nil {
		t.Fatal(err)
	}
	var made []uuid.UUID
	for range n {
		now := time.Now().UTC()
		u, err := db.Client().TaskUpdate.Create().SetTaskID(samples.Task).SetAuthorID(solver).
			SetType(domain.UpdateProgress).SetOccurredAt(now).SetCreatedAt(now).Save(system())
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, u.ID)
	}
	return made
}

// upload streams a file to an update. It fails when the connection breaks.
func upload(ctx context.Context, c *http.Client, base, token string, update uuid.UUID, name string, file io.Reader) (int, []byte, error) {
	var head bytes.Buffer
	form := multipart.NewWriter(&head)
	if _, err := form.CreateFormFile("media", name); err != nil {
		return 0, nil, err
	}
	begin := bytes.Clone(head.Bytes())
	head.Reset()
	if err := form.Close(); err != nil {
		return 0, nil, err
	}
	body := io.MultiReader(bytes.NewReader(begin), file, &head)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/api/solver/tasks/update/"+update.String()+"/media/", body)
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	return send(c, req, token)
}

func send(c *http.Client, req *http.Request, token string) (int, []byte, error) {
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := c.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	return res.StatusCode, text, err
}

// post sends JSON and reads JSON.
func post(ctx context.Context, c *http.Client, url, from string, in, out any) (int, error) {
	text, err := json.Marshal(in)
	if err != nil {
		return 0, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(text))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Forwarded-For", from)
	status, answer, err := send(c, req, "")
	if err == nil && status == http.StatusOK {
		err = json.Unmarshal(answer, out)
	}
	return status, err
}
