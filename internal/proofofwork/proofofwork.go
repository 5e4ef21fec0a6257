// Package proofofwork asks strangers for some work of their device before the service does something for them: whoever
// reports once waits for a moment, whoever reports a thousand times pays for it. It speaks the protocol of ALTCHA, version 1.
package proofofwork

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"time"

	altcha "github.com/altcha-org/altcha-lib-go"
)

const (
	// Cost is the largest number that the solution of a challenge can be. A device that tries all of them hashes 50,000 times on
	// average: a fraction of a second on a computer, a few seconds on an old telephone.
	Cost = 100_000

	// Lifetime is how long a challenge can be solved: as long as somebody takes to describe what they report.
	Lifetime = time.Hour

	// maxSolution is how long a solution can be, in bytes; one that a client makes has some 300.
	maxSolution = 1_000
)

// Challenge is some work.
type Challenge = altcha.Challenge

// Solution is a challenge that was solved.
type Solution struct {
	MadeAt time.Time // when the challenge was made, to the second
	Digest []byte    // of the challenge, 32 bytes: the same for all ways to write the solution
}

// What is wrong with a solution.
var (
	ErrInvalid = errors.New("no solution of a challenge of this service")
	ErrExpired = errors.New("the challenge has expired")
)

// Proofs makes challenges and recognizes their solutions. It remembers nothing: that a solution counts once is for whoever uses it
// to see to.
type Proofs struct {
	key  string
	cost int64
	now  func() time.Time
}

// New returns Proofs with a secret, which all instances share, and the largest number that a solution can be.
func New(key []byte, cost int, now func() time.Time) *Proofs {
	return &Proofs{key: hex.EncodeToString(key), cost: int64(cost), now: now}
}

// Challenge returns a new challenge.
func (p *Proofs) Challenge() (Challenge, error) {
	expires := p.now().Add(Lifetime)
	return altcha.CreateChallenge(altcha.ChallengeOptions{HMACKey: p.key, MaxNumber: p.cost, Expires: &expires, Params: url.Values{}})
}

// Check returns what a solution, the payload of ALTCHA in base64, solves, or ErrInvalid or ErrExpired.
func (p *Proofs) Check(solution string) (Solution, error) {
	if len(solution) > maxSolution {
		return Solution{}, ErrInvalid
	}
	text, err := base64.StdEncoding.DecodeString(solution)
	if err != nil {
		return Solution{}, ErrInvalid
	}
	var given altcha.Payload
	if err := json.Unmarshal(text, &given); err != nil || given.Algorithm != string(altcha.SHA256) {
		return Solution{}, ErrInvalid
	}
	// The library would ask the clock of the computer.
	if ok, err := altcha.VerifySolutionSafe(given, p.key, false); err != nil || !ok {
		return Solution{}, ErrInvalid
	}
	seconds, err := strconv.ParseInt(altcha.ExtractParams(given).Get("expires"), 10, 64)
	if err != nil {
		return Solution{}, ErrInvalid
	}
	expires := time.Unix(seconds, 0)
	if !p.now().Before(expires) {
		return Solution{}, ErrExpired
	}
	// The salt can be written in several ways that are hashed alike, the challenge in one.
	digest := sha256.Sum256([]byte(given.Challenge))
	return Solution{expires.Add(-Lifetime).UTC(), digest[:]}, nil
}
