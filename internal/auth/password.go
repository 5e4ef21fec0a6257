package auth

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed" // the list of common passwords
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/redress/redress/internal/fault"
)

const (
	// MinPassword is how many characters a password has at least.
	MinPassword = 10
	maxPassword = 256 // bytes, so that a request can't buy much hashing
)

// Argon2 is what a password hash costs.
type Argon2 struct {
	Memory uint32 // KiB
	Passes uint32
	Lanes  uint8
}

// StrongArgon2 is the cost in service: what OWASP's Password Storage Cheat Sheet asks for
// at least. 19 MiB each allow many logins at once on a small machine.
func StrongArgon2() Argon2 { return Argon2{Memory: 19 << 10, Passes: 2, Lanes: 1} }

// CheapArgon2 is for tests and demo data only.
func CheapArgon2() Argon2 { return Argon2{Memory: 64, Passes: 1, Lanes: 1} }

const (
	saltSize = 16
	hashSize = 32

	// maxWaiting is how many passwords may wait for a slot: some seconds' work. A longer queue
	// would only have requests wait in vain.
	maxWaiting = 100

	// A stored hash beyond these costs was not written by us and must not cost us memory.
	maxMemory = 1 << 20
	maxPasses = 64
)

// Passwords hashes and verifies passwords with argon2id, a bounded number at once, because each
// takes its memory.
type Passwords struct {
	cost    Argon2
	slots   chan struct{}
	waiting *atomic.Int64 // for a slot, or in one
	decoy   hashed        // what an unknown account's password is compared with

	// admit is asked before a password is hashed, which ends with release; or nil.
	admit func(context.Context) (release func(), err error)
}

// Admitted returns the same hasher for requests that have to wait for their turn: it asks admit before
// each password.
func (p *Passwords) Admitted(admit func(context.Context) (release func(), err error)) *Passwords {
	q := *p
	q.admit = admit
	return &q
}

// Parallel returns how many passwords are hashed at once.
func (p *Passwords) Parallel() int { return cap(p.slots) }

// NewPasswords creates a hasher that works on at most parallel passwords at once.
func NewPasswords(cost Argon2, parallel int) (*Passwords, error) {
	if cost.Memory < 8*uint32(cost.Lanes) || cost.Memory > maxMemory ||
		cost.Passes < 1 || cost.Passes > maxPasses || cost.Lanes < 1 || parallel < 1 {
		return nil, fmt.Errorf("argon2 can't work with %+v, %d at once", cost, parallel)
	}
	decoy := hashed{cost: cost, salt: make([]byte, saltSize), sum: make([]byte, hashSize)}
	_, _ = rand.Read(decoy.sum) // never fails: crypto/rand ends the program instead
	return &Passwords{cost: cost, slots: make(chan struct{}, parallel), waiting: &atomic.Int64{}, decoy: decoy}, nil
}

// Owner is whom a password is for. What others know of an account is the first thing that is
// guessed. Empty fields are not compared.
type Owner struct {
	Email, Name  string
	Organization string // that runs the service
	NoDemo       bool   // the service is no demo, whose password everybody knows
}

// DemoPassword is that of the accounts of the demo, for which only the demo may listen to a network.
const DemoPassword = "redress-demo"

// CheckPassword returns a validation fault on the field password unless it has at least
// MinPassword characters, at most maxPassword bytes and no control characters, is none of the
// common ones and no keys in a row, also with digits and signs around it, repeats no few characters, and is neither
// its owner's e-mail address, nor the part before the @, nor the name, nor the organization's. Characters are counted after
// Unicode's NFC, so that an é is one however it was typed.
func CheckPassword(password string, owner Owner) error {
	if _, err := normalPassword(password); err != nil {
		return err
	}
	if utf8.RuneCountInString(norm.NFC.String(password)) < MinPassword {
		return passwordFault("too_short", "must be at least %d characters long", MinPassword)
	}
	folded := foldText(password)
	core := wordsOf(folded)
	address := foldText(owner.Email)
	local, _, _ := strings.Cut(address, "@")
	switch {
	case owner.NoDemo && core == DemoPassword:
		return passwordFault("too_common", "is the password of the demo; choose another one")
	case folded == "", commonPasswords()[folded], commonPasswords()[core], // nothing but blanks is as common
		isKeyWalk(folded), isKeyWalk(core):
		return passwordFault("too_common", "is one of the most common passwords; choose another one")
	case folded == address, folded == local:
		return passwordFault("same_as_email", "must not be the e-mail address")
	case folded == foldText(owner.Name):
		return passwordFault("same_as_name", "must not be the name")
	case owner.Organization != "" && core == wordsOf(foldText(owner.Organization)):
		return passwordFault("same_as_organization", "must not be the organization's name")
	case repeats(folded):
		return passwordFault("repeats", "must not repeat the same few characters")
	}
	return nil
}

// wordsOf returns a folded password without the digits and signs before and after it, by which many of the
// most common ones differ.
func wordsOf(folded string) string {
	return strings.TrimFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) })
}

// repeats reports whether a folded password is nothing but a few characters, or a common password, again and again.
func repeats(folded string) bool {
	const few = 5
	all := []rune(folded)
	for n := 1; n <= len(all)/2; n++ {
		if n > few && !commonPasswords()[string(all[:n])] {
			continue
		}
		if slices.Equal(all[n:], all[:len(all)-n]) {
			return true
		}
	}
	return false
}

// foldText makes texts equal that differ in case, in Unicode form or in blanks.
func foldText(text string) string {
	return strings.Join(strings.Fields(norm.NFKC.String(cases.Fold().String(norm.NFKC.String(text)))), "")
}

// common is the list of common.sh.
//
//go:embed common.txt.gz
var common []byte

// commonPasswords returns the common passwords of at least MinPassword characters and the 3,000 most common
// ones of any length, folded. It is unpacked when it is first needed.
var commonPasswords = sync.OnceValue(func() map[string]bool {
	unpacked, err := gzip.NewReader(bytes.NewReader(common))
	if err != nil {
		panic(err) // the program is damaged
	}
	list := map[string]bool{}
	lines := bufio.NewScanner(unpacked)
	for lines.Scan() {
		list[foldText(lines.Text())] = true
	}
	if lines.Err() != nil {
		panic(lines.Err())
	}
	return list
})

func passwordFault(code, format string, args ...any) error {
	return fault.Invalid(fault.Input("password", code, format, args...))
}

// normalPassword converts what different keyboards send for one password to one form. The form is
// NFKC, which the stored hashes were made of.
func normalPassword(password string) (string, error) {
	switch {
	case len(password) > maxPassword:
		return "", passwordFault("too_long", "must be at most %d bytes long", maxPassword)
	case !utf8.ValidString(password) || strings.ContainsFunc(password, unicode.IsControl):
		return "", passwordFault("invalid", "must be text without control characters")
	}
	return norm.NFKC.String(password), nil
}

// Hash returns the hash to store, in the PHC string format. Its errors are those of
// CheckPassword without an owner, and fault.Unavailable when there is no room.
func (p *Passwords) Hash(ctx context.Context, password string) (string, error) {
	if err := CheckPassword(password, Owner{}); err != nil {
		return "", err
	}
	return p.Rehash(ctx, password)
}

// Rehash is Hash for a password that is in use: it may be older than today's rules.
func (p *Passwords) Rehash(ctx context.Context, password string) (string, error) {
	normal, err := normalPassword(password)
	if err != nil {
		return "", err
	}
	h := hashed{cost: p.cost, salt: make([]byte, saltSize)}
	_, _ = rand.Read(h.salt) // never fails
	if h.sum, err = p.sum(ctx, normal, h); err != nil {
		return "", err
	}
	return h.String(), nil
}

// Verify reports whether the password is the one that was hashed. An empty hash stands for
// an account that does not exist: it takes as long as any and never matches, so that a login
// does not reveal which addresses have accounts. Errors are never about the password: a
// stored hash that can't be read, or fault.Unavailable when there is no room.
func (p *Passwords) Verify(ctx context.Context, hash, password string) (bool, error) {
	stored, match := p.decoy, false
	if hash != "" {
		var err error
		if stored, err = parseHash(hash); err != nil {
			return false, err
		}
		match = true
	}
	normal, err := normalPassword(password)
	if err != nil {
		normal, match = "", false // nobody has such a password, and it takes as long to say so
	}
	sum, err := p.sum(ctx, normal, stored)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(sum, stored.sum) == 1 && match, nil
}

// NeedsRehash reports whether a stored hash has another cost than new ones have. It should be
// replaced at the next login; until then the time of that login differs from others.
func (p *Passwords) NeedsRehash(hash string) bool {
	h, err := parseHash(hash)
	return err != nil || h.cost != p.cost
}

// sum hashes with the salt and cost of h, when there is a free slot. Too many that wait, or a
// context that ends while it waits, are fault.Unavailable.
func (p *Passwords) sum(ctx context.Context, normal string, h hashed) ([]byte, error) {
	if p.admit != nil {
		release, err := p.admit(ctx)
		if err != nil {
			return nil, err
		}
		defer release()
	}
	if p.waiting.Add(1) > maxWaiting+int64(cap(p.slots)) {
		p.waiting.Add(-1)
		return nil, hashingBusy(nil)
	}
	defer p.waiting.Add(-1)
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return nil, hashingBusy(ctx.Err())
	}
	return argon2.IDKey([]byte(normal), h.salt, h.cost.Passes, h.cost.Memory, h.cost.Lanes, hashSize), nil
}

func hashingBusy(cause error) error {
	busy := fault.Wrap(cause, fault.Unavailable, "The service is busy. Try again in a moment.")
	busy.RetryAfter = time.Second
	return busy
}

// hashed is one stored hash.
type hashed struct {
	cost      Argon2
	salt, sum []byte
}

var phc = base64.RawStdEncoding.Strict()

// String writes the PHC string format.
func (h hashed) String() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version,
		h.cost.Memory, h.cost.Passes, h.cost.Lanes, phc.EncodeToString(h.salt), phc.EncodeToString(h.sum))
}

func parseHash(text string) (hashed, error) {
	var h hashed
	parts := strings.Split(text, "$")
	if len(parts) != 6 {
		return h, errors.New("a stored password hash is not in PHC format")
	}
	_, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &h.cost.Memory, &h.cost.Passes, &h.cost.Lanes)
	salt, err1 := phc.DecodeString(parts[4])
	sum, err2 := phc.DecodeString(parts[5])
	h.salt, h.sum = salt, sum
	if err = errors.Join(err, err1, err2); err != nil {
		return h, fmt.Errorf("a stored password hash can't be read: %w", err)
	}
	// Writing it again shows that it held nothing else, such as another algorithm.
	if h.String() != text || len(sum) != hashSize || len(salt) < 8 ||
		h.cost.Memory > maxMemory || h.cost.Passes < 1 || h.cost.Passes > maxPasses || h.cost.Lanes < 1 {
		return h, errors.New("a stored password hash is not one of ours")
	}
	return h, nil
}
