package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/httpd"
	"github.com/redress/redress/internal/ledger"
)

const (
	crashes = 5
	clients = 20
)

// receipt is an upload that was answered with 201.
type receipt struct {
	ID     uuid.UUID `json:"id"`
	SHA256 string    `json:"sha256"`
}

// person works with the service and remembers all that it acknowledged.
type person struct {
	client   *http.Client
	rand     *rand.Rand
	from     string // address before the proxy
	update   uuid.UUID
	access   string
	refresh  string
	receipts []receipt
	wrong    []error // answers that neither acknowledge nor break off
}

type pair struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
}

// work goes on until a connection breaks, which it does when the service is killed.
func (p *person) work(t *testing.T, base, token string) {
	for t.Context().Err() == nil {
		var status int
		var err error
		switch {
		case p.refresh == "":
			var got pair
			if status, err = p.login(t, base, &got); status == http.StatusOK && err == nil {
				p.access, p.refresh = got.Access, got.Refresh
			}
		case p.rand.IntN(3) == 0:
			var got pair
			status, err = post(t.Context(), p.client, base+"/api/auth/refresh/", p.from, map[string]string{"refresh_token": p.refresh}, &got)
			if status == http.StatusOK && err == nil {
				p.access, p.refresh = got.Access, got.Refresh
			}
		default:
			var text []byte
			status, text, err = upload(t.Context(), p.client, base, token, p.update, "proof.png", bytes.NewReader(p.picture()))
			var got struct{ Media receipt }
			if status == http.StatusCreated && err == nil && json.Unmarshal(text, &got) == nil {
				p.receipts = append(p.receipts, got.Media)
			}
		}
		if err != nil {
			return
		}
		switch status {
		case http.StatusOK, http.StatusCreated, http.StatusTooManyRequests:
		case http.StatusConflict: // the update is full
			p.update = uuid.Nil
			return
		default:
			p.wrong = append(p.wrong, fmt.Errorf("answered %d", status))
			return
		}
	}
}

func (p *person) login(t *testing.T, base string, got *pair) (int, error) {
	email := []string{"user", "user2", "solver2", "provider", "admin", "superadmin"}[p.rand.IntN(6)] + "@example.com"
	return post(t.Context(), p.client, base+"/api/auth/login/", p.from, map[string]string{"email": email, "password": "redress-demo"}, got)
}

// picture is one that nobody sent before.
func (p *person) picture() []byte {
	img := image.NewGray(image.Rect(0, 0, 24, 24))
	for i := range img.Pix {
		img.Pix[i] = uint8(p.rand.Uint32())
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img) // into memory
	return b.Bytes()
}

// What was acknowledged before a kill -9 is there afterwards, and nothing half is.
func TestKill(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT TESTED with -short: what kill -9 leaves")
	}
	eachDatabase(t, func(t *testing.T, h home) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		chance := rand.New(rand.NewPCG(seed, 1))
		h.spawn(t).kill() // loads the demo
		db, media := h.storage(t)
		free := updates(t, db, clients*crashes)
		token := strings.TrimSpace(h.must(t, "", "token", "--email", "solver@example.com", "--ttl", "1h"))

		people := make([]*person, clients)
		for i := range people {
			people[i] = &person{rand: rand.New(rand.NewPCG(seed, uint64(i+2))), from: fmt.Sprintf("192.0.2.%d", i+1)}
		}
		var slowest time.Duration
		for range crashes {
			p := h.spawn(t, "--trusted-proxies", "127.0.0.1")
			slowest = max(slowest, p.ready)
			var working sync.WaitGroup
			for _, who := range people {
				who.client = &http.Client{Transport: &http.Transport{}}
				who.update, free = free[0], free[1:]
				working.Go(func() { who.work(t, p.url, token) })
			}
			time.Sleep(time.Duration(300+chance.IntN(900)) * time.Millisecond)
			p.kill()
			working.Wait()
		}

		p := h.spawn(t, "--trusted-proxies", "127.0.0.1")
		slowest = max(slowest, p.ready)
		uploads, sessions := 0, 0
		for _, who := range people {
			if err := errors.Join(who.wrong...); err != nil {
				t.Error(err)
			}
			for _, r := range who.receipts {
				uploads++
				res := p.ask(t, token, "GET", "/media/"+r.ID.String(), "")
				if sum := sha256.Sum256([]byte(res.body)); res.status != http.StatusOK || hex.EncodeToString(sum[:]) != r.SHA256 {
					t.Errorf("upload %s was acknowledged: %d %.200s", r.ID, res.status, res.body)
				}
			}
			if who.refresh == "" {
				continue
			}
			sessions++
			if res := p.ask(t, who.access, "GET", "/graphql?query={viewer{id}}", ""); res.status != http.StatusOK {
				t.Errorf("an acknowledged access token: %d %s", res.status, res.body)
			}
			if res := p.ask(t, "", "POST", "/api/auth/refresh/", `{"refresh_token":"`+who.refresh+`"}`); res.status != http.StatusOK {
				t.Errorf("an acknowledged refresh token: %d %s", res.status, res.body)
			}
		}
		t.Logf("%d uploads and %d sessions were acknowledged before %d crashes; the slowest start took %v", uploads, sessions, crashes, slowest)
		if uploads == 0 || sessions == 0 {
			t.Error("nothing was acknowledged, nothing was tested")
		}
		if slowest > 20*time.Second {
			t.Errorf("a start took %v", slowest)
		}
		p.kill()
		t.Log(strings.TrimSpace(h.must(t, "", "verify-ledger")))

		rows, err := db.Client().Media.Query().All(system())
		if err != nil {
			t.Fatal(err)
		}
		kept := 0
		for _, row := range rows {
			kept++
			if got := hashOf(t, media, row.BlobKey); got != row.Sha256 {
				t.Errorf("row %s says %s, its bytes %s", row.ID, row.Sha256, got)
			}
			if row.ThumbnailKey != nil {
				kept++
				hashOf(t, media, *row.ThumbnailKey)
			}
		}
		t.Logf("%d rows; %d files of theirs, %d files without a row, %d unfinished", len(rows), kept, h.files(t, "objects")-kept, h.files(t, "tmp"))
		book, err := ledger.Open(t.Context(), db.Client(), filepath.Join(h.dir, "ledger.key"))
		if err != nil {
			t.Fatal(err)
		}
		tomorrow, err := httpd.New(httpd.Options{
			Store: db, Media: media, Key: h.key(t), Ledger: book, Passwords: passwords(t), Settings: desk.DefaultSettings(),
			Now: func() time.Time { return time.Now().Add(25 * time.Hour) },
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tomorrow.Desk.SweepMedia(system()); err != nil {
			t.Fatal(err)
		}
		if objects, spools := h.files(t, "objects"), h.files(t, "tmp"); objects != kept || spools != 0 {
			t.Errorf("after the sweep %d files for %d of the rows, and %d unfinished", objects, kept, spools)
		}
		if db.Dialect() == "sqlite3" {
			var verdict string
			if err := db.DB().QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
				t.Errorf("integrity: %s %v", verdict, err)
			}
		}
	})
}

func (h home) key(t *testing.T) *auth.Key {
	t.Helper()
	key, err := auth.LoadKey(h.dir + "/signing.key")
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func passwords(t *testing.T) *auth.Passwords {
	t.Helper()
	p, err := auth.NewPasswords(auth.CheapArgon2(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func hashOf(t *testing.T, media blob.Store, key string) string {
	t.Helper()
	o, err := media.Open(t.Context(), key)
	if err != nil {
		t.Errorf("a row without bytes: %s: %v", key, err)
		return ""
	}
	defer func() { _ = o.Close() }()
	sum := sha256.New()
	if _, err := io.Copy(sum, o); err != nil {
		t.Error(err)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
