package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
)

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

var vmRSS = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

// residentMB returns the resident memory of a process in MB, as Linux reports it.
func residentMB(t *testing.T, pid int) float64 {
	t.Helper()
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	m := vmRSS.FindSubmatch(text)
	if err != nil || m == nil {
		t.Fatalf("%v %s", err, text)
	}
	kb, _ := strconv.Atoi(string(m[1]))
	return float64(kb) / 1000
}

// TestUploadsDoNotFillMemory checks that concurrent uploads of videos are streamed. The small
// form would still detect one that is buffered; REDRESS_TEST_FULL=1 runs the full size.
func TestUploadsDoNotFillMemory(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("NOT TESTED with -short, nor but on Linux: the memory that uploads take")
	}
	parallel, size, room := 8, int64(20<<20), 60.0
	if os.Getenv("REDRESS_TEST_FULL") != "" {
		parallel, size = 20, 90<<20
	}
	h := newInstallation(t)
	h.startProcess(t).kill() // loads the demo
	db, _ := h.open(t)
	fresh := addUpdates(t, db, parallel)
	token := strings.TrimSpace(h.mustRun(t, "", "token", "--email", "solver@example.com"))

	p := h.startProcess(t)
	p.request(t, token, "GET", "/graphql?query={viewer{id}}", "")
	idle := residentMB(t, p.cmd.Process.Pid)
	t.Logf("ready %v after its start, %.0f MB resident when idle", p.ready.Round(time.Millisecond), idle)

	begin := time.Now()
	var sending sync.WaitGroup
	for _, update := range fresh {
		sending.Go(func() {
			status, text, err := upload(t.Context(), http.DefaultClient, p.url, token, update, "long.mp4", testenv.Video(size))
			if err != nil || status != http.StatusCreated {
				t.Errorf("%d %s %v", status, text, err)
			}
		})
	}
	done := make(chan struct{})
	go func() { sending.Wait(); close(done) }()
	peak := idle
	for busy := true; busy; {
		select {
		case <-done:
			busy = false
		case <-time.After(5 * time.Millisecond):
		}
		peak = max(peak, residentMB(t, p.cmd.Process.Pid))
	}
	t.Logf("%d videos of %d MiB in %v: %.0f MB resident at most, %.0f more than idle",
		parallel, size>>20, time.Since(begin).Round(10*time.Millisecond), peak, peak-idle)
	if peak-idle > room {
		t.Errorf("%.0f MB more than idle", peak-idle)
	}
}

// TestUploadsThatFail checks that an upload that is refused, cancelled or cut off leaves neither
// a row nor a file.
func TestUploadsThatFail(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		v := h.serve(t, "--demo")
		db, _ := h.open(t)
		update := addUpdates(t, db, 1)[0]
		token := func(email string) string { return strings.TrimSpace(h.mustRun(t, "", "token", "--email", email)) }
		solver, stranger := token("solver@example.com"), token("user@example.com")
		locked, err := db.Client().TaskUpdate.Query().
			Where(taskupdate.StatusEQ(domain.ReviewApproved), taskupdate.HasTaskWith(
				worktask.HasSolverWith(user.HasContactWith(contact.EmailKey("solver@example.com"))))).
			FirstID(system())
		if err != nil {
			t.Fatal(err)
		}
		count := func() [3]int {
			rows, err := db.Client().Media.Query().Count(system())
			if err != nil {
				t.Fatal(err)
			}
			return [3]int{rows, h.countFiles(t, "objects"), h.countFiles(t, "tmp")}
		}
		before := count()
		const size = 8 << 20
		broken := errors.New("the sender gave up")
		for _, c := range []struct {
			name, token string
			update      uuid.UUID
			body        func(cancel func()) io.Reader
			status      int // 0: no response is expected
		}{
			{"WrongRole", stranger, update, func(func()) io.Reader { return testenv.Video(size) }, http.StatusForbidden},
			{"NoToken", "", update, func(func()) io.Reader { return testenv.Video(size) }, http.StatusUnauthorized},
			{"Locked", solver, locked, func(func()) io.Reader { return testenv.Video(size) }, http.StatusConflict},
			{"NoSuchUpdate", solver, uuid.MustParse("01900000-0000-7000-8000-000000000000"), func(func()) io.Reader { return testenv.Video(size) }, http.StatusNotFound},
			{"TooLarge", solver, update, func(func()) io.Reader { return testenv.Video(101 << 20) }, http.StatusRequestEntityTooLarge},
			{"NoVideo", solver, update, func(func()) io.Reader { return io.LimitReader(zeroReader{}, size) }, http.StatusUnsupportedMediaType},
			{"HalfAVideo", solver, update, func(func()) io.Reader { return io.LimitReader(testenv.Video(size), size/2) }, http.StatusUnsupportedMediaType},
			{"Cancelled", solver, update, func(cancel func()) io.Reader {
				return io.MultiReader(io.LimitReader(testenv.Video(size), size/2), readerFunc(func() error { cancel(); return nil }), zeroReader{})
			}, 0},
			{"CutOff", solver, update, func(func()) io.Reader {
				return io.MultiReader(io.LimitReader(testenv.Video(size), size/2), readerFunc(func() error { return broken }))
			}, 0},
		} {
			t.Run(c.name, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				status, text, err := upload(ctx, &http.Client{Transport: &http.Transport{}}, v.url, c.token, c.update, "a.mp4", c.body(cancel))
				cancel()
				if c.status == 0 && err == nil || c.status != 0 && (err != nil || status != c.status) {
					t.Errorf("%s: %d %s %v", c.name, status, text, err)
				}
				eventually(t, 20*time.Second, c.name+" leaves nothing behind", func() bool { return count() == before })
			})
		}
	})
}

// readerFunc is a reader that calls a function instead of reading.
type readerFunc func() error

func (f readerFunc) Read([]byte) (int, error) {
	if err := f(); err != nil {
		return 0, err
	}
	return 0, io.EOF
}
