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

type nothing struct{}

func (nothing) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

var vmRSS = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

// resident is a process's memory in MB, as Linux tells it.
func resident(t *testing.T, pid int) float64 {
	t.Helper()
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	m := vmRSS.FindSubmatch(text)
	if err != nil || m == nil {
		t.Fatalf("%v %s", err, text)
	}
	kb, _ := strconv.Atoi(string(m[1]))
	return float64(kb) / 1000
}

// Videos that come in side by side pass through without staying in memory. The small form
// would still show one that is held; REDRESS_TEST_FULL=1 runs the full size.
func TestUploadsDoNotFillMemory(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("NOT TESTED with -short, nor but on Linux: the memory that uploads take")
	}
	parallel, size, room := 8, int64(20<<20), 60.0
	if os.Getenv("REDRESS_TEST_FULL") != "" {
		parallel, size = 20, 90<<20
	}
	h := newHome(t)
	h.spawn(t).kill() // loads the demo
	db, _ := h.storage(t)
	fresh := updates(t, db, parallel)
	token := strings.TrimSpace(h.must(t, "", "token", "--email", "solver@example.com"))

	p := h.spawn(t)
	p.ask(t, token, "GET", "/graphql?query={viewer{id}}", "")
	idle := resident(t, p.cmd.Process.Pid)
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
		peak = max(peak, resident(t, p.cmd.Process.Pid))
	}
	t.Logf("%d videos of %d MiB in %v: %.0f MB resident at most, %.0f more than idle",
		parallel, size>>20, time.Since(begin).Round(10*time.Millisecond), peak, peak-idle)
	if peak-idle > room {
		t.Errorf("%.0f MB more than idle", peak-idle)
	}
}

// What is refused, cancelled or cut off leaves neither a row nor a file.
func TestUploadsThatFail(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, h home) {
		v := h.serve(t, "--demo")
		db, _ := h.storage(t)
		update := updates(t, db, 1)[0]
		token := func(email string) string { return strings.TrimSpace(h.must(t, "", "token", "--email", email)) }
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
			return [3]int{rows, h.files(t, "objects"), h.files(t, "tmp")}
		}
		before := count()
		const size = 8 << 20
		broken := errors.New("the sender gave up")
		for _, c := range []struct {
			name, token string
			update      uuid.UUID
			body        func(cancel func()) io.Reader
			status      int // 0: no answer is expected
		}{
			{"WrongRole", stranger, update, func(func()) io.Reader { return testenv.Video(size) }, http.StatusForbidden},
			{"NoToken", "", update, func(func()) io.Reader { return testenv.Video(size) }, http.StatusUnauthorized},
			{"Locked", solver, locked, func(func()) io.Reader { return testenv.Video(size) }, http.StatusConflict},
			{"NoSuchUpdate", solver, uuid.MustParse("01900000-0000-7000-8000-000000000000"), func(func()) io.Reader { return testenv.Video(size) }, http.StatusNotFound},
			{"TooLarge", solver, update, func(func()) io.Reader { return testenv.Video(101 << 20) }, http.StatusRequestEntityTooLarge},
			{"NoVideo", solver, update, func(func()) io.Reader { return io.LimitReader(nothing{}, size) }, http.StatusUnsupportedMediaType},
			{"HalfAVideo", solver, update, func(func()) io.Reader { return io.LimitReader(testenv.Video(size), size/2) }, http.StatusUnsupportedMediaType},
			{"Cancelled", solver, update, func(cancel func()) io.Reader {
				return io.MultiReader(io.LimitReader(testenv.Video(size), size/2), then(func() error { cancel(); return nil }), nothing{})
			}, 0},
			{"CutOff", solver, update, func(func()) io.Reader {
				return io.MultiReader(io.LimitReader(testenv.Video(size), size/2), then(func() error { return broken }))
			}, 0},
		} {
			ctx, cancel := context.WithCancel(t.Context())
			status, text, err := upload(ctx, &http.Client{Transport: &http.Transport{}}, v.url, c.token, c.update, "a.mp4", c.body(cancel))
			cancel()
			if c.status == 0 && err == nil || c.status != 0 && (err != nil || status != c.status) {
				t.Errorf("%s: %d %s %v", c.name, status, text, err)
			}
			within(t, 20*time.Second, c.name+" leaves nothing behind", func() bool { return count() == before })
		}
	})
}

// then is a reader that does something instead of reading.
type then func() error

func (f then) Read([]byte) (int, error) {
	if err := f(); err != nil {
		return 0, err
	}
	return 0, io.EOF
}
