package auth_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

func newPasswords(t *testing.T, cost auth.Argon2, parallel int) *auth.Passwords {
	t.Helper()
	p, err := auth.NewPasswords(cost, parallel)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPasswordRules(t *testing.T) {
	p := newPasswords(t, auth.CheapArgon2(), 1)
	for name, c := range map[string]struct{ password, code string }{
		"OK demo":                   {"redress-demo", ""},
		"OK ten letters":            {"abcdefghij", ""},
		"OK ten of other scripts":   {"пароль-二字三", ""},
		"nine of other scripts":     {"пароль-二字", "too_short"},
		"OK ten wide characters":    {"密碼是給我們的十個字", ""},
		"OK longest":                {strings.Repeat("seven lamps on ", 16) + "a long street...", ""}, // 256 bytes
		"OK blanks":                 {"correct horse battery staple", ""},
		"too short":                 {"abcdefghi", "too_short"},
		"short once normalized":     {strings.Repeat("e\u0301", 5), "too_short"},
		"too long":                  {strings.Repeat("x", 257), "too_long"},
		"empty":                     {"", "too_short"},
		"NUL":                       {"abcdefghij\x00", "invalid"},
		"a line end":                {"abcdefghij\n", "invalid"},
		"not UTF-8":                 {"abcdefghij\xff", "invalid"},
		"a megabyte that is a lot":  {strings.Repeat("x", 1<<20), "too_long"},
		"a ligature is one":         {"o\ufb03ce-chair", ""},
		"short, with a ligature":    {"o\ufb03ce-cha", "too_short"}, // eleven once it is stored
		"common":                    {"qwertyuiop", "too_common"},
		"common, but for its case":  {"PassWord123", "too_common"},
		"common, in wide letters":   {"ｑｗｅｒｔｙｕｉｏｐ", "too_common"},
		"common, with blanks":       {" 1234567890", "too_common"},
		"common, with digits":       {"dragon20251", "too_common"},
		"common, in signs":          {"!!Michael!1", "too_common"},
		"one character":             {"aaaaaaaaaa", "repeats"},
		"two characters":            {"abababababa", "repeats"},
		"a few characters":          {"lamp7lamp7lamp7", "repeats"},
		"a common one twice":        {"monkeymonkey", "repeats"},
		"OK a word twice":           {"lanternlantern", ""},
		"a row in German":           {"qwertzuiop", "too_common"},
		"a whole row in German":     {"QWERTZUIOPÜ+", "too_common"},
		"the next row in German":    {"asdfghjklöä", "too_common"},
		"the last row in German":    {"yxcvbnm,.-", "too_common"},
		"a row in French":           {"azertyuiop^", "too_common"},
		"the next row in French":    {"qsdfghjklm", "too_common"},
		"the last row in French":    {"wxcvbn,;:!", "too_common"},
		"digits in French":          {"&é\"'(-è_çà", "too_common"},
		"digits in German":          {"1234567890ß", "too_common"},
		"signs in German":           {"!\"§$%&/()=?", "too_common"},
		"a row from its end":        {"üpoiuztrewq", "too_common"},
		"in French from its end":    {"mlkjhgfdsq", "too_common"},
		"digits from their end":     {"ß0987654321", "too_common"},
		"a row, composed otherwise": {"qwertzuiopu\u0308", "too_common"},
		"a part, then digits":       {"qwertz12345", "too_common"},
		"digits, then a part":       {"2025azerty!", "too_common"},
		"a part in digits":          {"123poiuz456", "too_common"},
		"two rows":                  {"qwertzasdfgh", "too_common"},
		"there and back":            {"qwertztrewq", "too_common"},
		"a part twice":              {"azertyuazertyu", "too_common"},
		"columns in German":         {"1qay2wsx3edc", "too_common"},
		"columns, no digits":        {"qaywsxedcrfv", "too_common"},
		"columns in French":         {"1aqw2zsx3edc", "too_common"},
		"OK words of a row":         {"proprietor write", ""},
		"OK a row in a sentence":    {"my qwertz keyboard", ""},
		"OK three keys at a time":   {"wer das liest", ""},
		"OK a German word":          {"wertpapierhaus", ""},
		"nothing but blanks":        {strings.Repeat(" ", 12), "too_common"},
	} {
		t.Run(name, func(t *testing.T) {
			_, hashing := p.Hash(t.Context(), c.password)
			for _, err := range []error{auth.CheckPassword(c.password, auth.Owner{}), hashing} {
				f, ok := fault.As(err)
				switch {
				case c.code == "" && err != nil:
					t.Error(err)
				case c.code != "" && (!ok || f.Code != fault.Validation || len(f.Fields) != 1 ||
					f.Fields[0].Field != "password" || f.Fields[0].Code != c.code):
					t.Errorf("err = %+v, want %s", err, c.code)
				case ok && len(c.password) > 3 && strings.Contains(f.Error(), c.password):
					t.Error("the fault repeats the password")
				}
			}
		})
	}
}

func TestPasswordsThatTheOwnerGivesAway(t *testing.T) {
	owner := auth.Owner{Email: "Jörg.Strauß@example.com", Name: "Jörg Strauß-Meier", Organization: "Stadt Musterhausen", NoDemo: true}
	for password, code := range map[string]string{
		"jörg.strauß@example.com":  "same_as_email",
		"JÖRG.STRAUSS@EXAMPLE.com": "same_as_email",
		"jo\u0308rg.strauss":       "same_as_email",
		"jörg strauß-meier":        "same_as_name",
		"JörgStrauss-Meier":        "same_as_name",
		"jörg.strauß@example.org":  "",
		"jörg strauß-meier 2":      "",
		"Stadt Musterhausen":       "same_as_organization",
		"stadtmusterhausen 2027!":  "same_as_organization",
		"Redress-Demo":             "too_common",
		"redress-demo-1":           "too_common",
	} {
		t.Run(password, func(t *testing.T) {
			err := auth.CheckPassword(password, owner)
			if f, ok := fault.As(err); code == "" && err != nil || code != "" && (!ok || len(f.Fields) != 1 || f.Fields[0].Code != code) {
				t.Errorf("%s: %v, want %q", password, err, code)
			}
		})
	}
}

// What was chosen before a rule goes on opening its account, and gets a new hash when its cost
// changes.
func TestPasswordsOlderThanTheRules(t *testing.T) {
	p := newPasswords(t, auth.CheapArgon2(), 1)
	for _, old := range []string{"qwertyuiop", "short", "o\ufb03ce-cha"} {
		hash, err := p.Rehash(t.Context(), old)
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := p.Verify(t.Context(), hash, old); !ok || err != nil {
			t.Errorf("%s: %v, %v", old, ok, err)
		}
	}
}

func TestPasswords(t *testing.T) {
	ctx := t.Context()
	p := newPasswords(t, auth.CheapArgon2(), 2)
	hash, err := p.Hash(ctx, "caf\u00e9-au-lait")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := p.Hash(ctx, "caf\u00e9-au-lait"); again == hash {
		t.Error("two hashes have one salt")
	}
	for name, c := range map[string]struct {
		hash, password string
		want           bool
	}{
		"OK": {hash, "caf\u00e9-au-lait", true},
		// Made by the reference implementation: argon2 somesaltsomesalt -id -t 2 -k 64 -p 1 -l 32 -e
		"OK hashed elsewhere": {
			"$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$A2t27WcteRQLnKZjmeMRQNyVeyNJVUSXS5bmJpNss88",
			"redress-demo", true,
		},
		"OK typed decomposed": {hash, "cafe\u0301-au-lait", true},
		"wrong":               {hash, "cafe-au-lait", false},
		"wrong case":          {hash, "Caf\u00e9-au-lait", false},
		"empty":               {hash, "", false},
		"too long":            {hash, "caf\u00e9-au-lait" + strings.Repeat(" ", 300), false},
		"nobody":              {"", "caf\u00e9-au-lait", false},
		"nobody, nothing":     {"", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := p.Verify(ctx, c.hash, c.password); err != nil || got != c.want {
				t.Errorf("Verify = %v, %v; want %v", got, err, c.want)
			}
		})
	}
}

func TestHashesOfOtherCosts(t *testing.T) {
	old := newPasswords(t, auth.Argon2{Memory: 32, Passes: 2, Lanes: 2}, 1)
	hash, err := old.Hash(t.Context(), "redress-demo")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=32,t=2,p=2$") {
		t.Errorf("not a PHC string: %s", hash)
	}
	p := newPasswords(t, auth.CheapArgon2(), 1)
	if ok, err := p.Verify(t.Context(), hash, "redress-demo"); !ok || err != nil {
		t.Errorf("a hash of an older cost: %v, %v", ok, err)
	}
	if !p.NeedsRehash(hash) || old.NeedsRehash(hash) {
		t.Errorf("stale: %v and %v, want true and false", p.NeedsRehash(hash), old.NeedsRehash(hash))
	}
}

func TestBadHashesAreErrors(t *testing.T) {
	p := newPasswords(t, auth.CheapArgon2(), 1)
	good, err := p.Hash(t.Context(), "redress-demo")
	if err != nil {
		t.Fatal(err)
	}
	for name, hash := range map[string]string{
		"junk":              "x",
		"plain":             "redress-demo",
		"another kind":      strings.Replace(good, "argon2id", "argon2i", 1),
		"another version":   strings.Replace(good, "v=19", "v=16", 1),
		"no passes":         strings.Replace(good, "t=1", "t=0", 1),
		"no lanes":          strings.Replace(good, "p=1", "p=0", 1),
		"all of the memory": strings.Replace(good, "m=64", "m=4294967295", 1),
		"for ever":          strings.Replace(good, "t=1", "t=4294967295", 1),
		"something after":   good + "$",
		"a short sum":       good[:len(good)-8],
		"no sum":            good[:strings.LastIndex(good, "$")+1],
		"signs":             strings.Replace(good, "m=64", "m=+64", 1),
	} {
		t.Run(name, func(t *testing.T) {
			if ok, err := p.Verify(t.Context(), hash, "redress-demo"); ok || err == nil {
				t.Errorf("Verify = %v, %v", ok, err)
			}
			if !p.NeedsRehash(hash) {
				t.Error("not stale")
			}
		})
	}
}

func TestImpossibleCosts(t *testing.T) {
	for _, cost := range []auth.Argon2{{}, {Memory: 64, Passes: 0, Lanes: 1}, {Memory: 64, Passes: 1, Lanes: 0}, {Memory: 7, Passes: 1, Lanes: 1}} {
		t.Run(fmt.Sprintf("%+v", cost), func(t *testing.T) {
			if _, err := auth.NewPasswords(cost, 1); err == nil {
				t.Errorf("%+v was accepted", cost)
			}
		})
	}
	if _, err := auth.NewPasswords(auth.StrongArgon2(), 0); err == nil {
		t.Error("no slots were accepted")
	}
}

// The faces of a failed login do one work: each fills as much memory as a wrong password
// does, of which there is far more than all the rest needs. A clock would only tell how busy
// the machine is.
func TestFailedLoginsDoOneWork(t *testing.T) {
	const memory = 4 << 20 // bytes
	p := newPasswords(t, auth.Argon2{Memory: memory >> 10, Passes: 2, Lanes: 1}, 1)
	hash, err := p.Hash(t.Context(), "redress-demo")
	if err != nil {
		t.Fatal(err)
	}
	work := func(hash, password string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if ok, err := p.Verify(t.Context(), hash, password); ok || err != nil {
			t.Fatalf("Verify = %v, %v", ok, err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for name, got := range map[string]uint64{
		"a wrong password": work(hash, "redress-dema"),
		"nobody":           work("", "redress-dema"),
		"short":            work(hash, "x"),
		"too long":         work(hash, strings.Repeat("x", 1000)),
	} {
		t.Run(name, func(t *testing.T) {
			if got < memory || got > memory*3/2 {
				t.Errorf("%s fills %d bytes, want about %d", name, got, memory)
			}
		})
	}
}

func TestHashingIsBounded(t *testing.T) {
	cheap, err := newPasswords(t, auth.CheapArgon2(), 1).Hash(t.Context(), "redress-demo")
	if err != nil {
		t.Fatal(err)
	}
	p := newPasswords(t, auth.Argon2{Memory: 16 << 10, Passes: 32, Lanes: 1}, 1)
	done := make(chan error, 1)
	go func() {
		_, err := p.Hash(context.Background(), "redress-demo")
		done <- err
	}()
	for {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		_, err := p.Verify(ctx, cheap, "redress-demo")
		cancel()
		if f, ok := fault.As(err); ok && f.Code == fault.Unavailable && f.RetryAfter > 0 {
			break
		}
		if err != nil || len(done) > 0 {
			t.Fatalf("err = %v, want unavailable while another one works", err)
		}
	}
	if err := <-done; err != nil {
		t.Errorf("the one that works: %v", err)
	}
	if ok, err := p.Verify(t.Context(), cheap, "redress-demo"); !ok || err != nil {
		t.Errorf("when the slot is free again: %v, %v", ok, err)
	}
}

// A flood of passwords is refused at once rather than queued for ever, and those that wait are
// served all the same.
func TestTheQueueForHashingIsBounded(t *testing.T) {
	p := newPasswords(t, auth.Argon2{Memory: 2 << 10, Passes: 1, Lanes: 1}, 1)
	const flood = 400
	errs := make([]error, flood)
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range flood {
		wg.Go(func() {
			<-start
			_, errs[i] = p.Verify(t.Context(), "", "redress-demo")
		})
	}
	close(start)
	wg.Wait()
	refused := 0
	for _, err := range errs {
		f, ok := fault.As(err)
		switch {
		case ok && f.Code == fault.Unavailable && f.RetryAfter > 0:
			refused++
		case err != nil:
			t.Fatal(err)
		}
	}
	if refused == 0 || refused > flood-100 {
		t.Errorf("%d of %d were refused, and 100 may wait", refused, flood)
	}
	if _, err := p.Verify(t.Context(), "", "redress-demo"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestRefreshTokens(t *testing.T) {
	token, hash := auth.NewRefreshToken()
	other, _ := auth.NewRefreshToken()
	if len(token) != 4+43 || !strings.HasPrefix(token, "rrt_") || token == other {
		t.Errorf("tokens %s and %s", token, other)
	}
	if got, err := auth.HashRefreshToken(token); err != nil || !slices.Equal(got, hash) || len(hash) != 32 {
		t.Errorf("hash %x, %v; want %x", got, err, hash)
	}
	for name, bad := range map[string]string{
		"empty":              "",
		"no prefix":          token[4:],
		"prefix in capitals": "RRT_" + token[4:],
		"cut off":            token[:len(token)-1],
		"longer":             token + "A",
		"a line end inside":  token[:20] + "\n" + token[21:],
		"a line end":         token + "\n",
		"not base64url":      token[:20] + "+" + token[21:],
		// The last character carries 4 bits; another spelling of them must not be the same token.
		"stray bits": token[:len(token)-1] + "B",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := auth.HashRefreshToken(bad); !fault.Is(err, fault.InvalidToken) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}
