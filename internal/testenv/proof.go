package testenv

import (
	"encoding/base64"
	"encoding/json"
	"testing"

	altcha "github.com/altcha-org/altcha-lib-go"

	"github.com/redress/redress/internal/proofofwork"
)

// SolveProof returns the solution of a challenge, as a client sends it.
func SolveProof(t testing.TB, c proofofwork.Challenge) string {
	t.Helper()
	found, err := altcha.SolveChallenge(c.Challenge, c.Salt, altcha.Algorithm(c.Algorithm), int(c.MaxNumber), 0, nil)
	if err != nil || found == nil {
		t.Fatalf("the challenge has no solution: %v", err)
	}
	return ProofOf(t, altcha.Payload{Algorithm: c.Algorithm, Challenge: c.Challenge, Number: int64(found.Number), Salt: c.Salt, Signature: c.Signature})
}

// ProofOf returns a solution as a client sends it.
func ProofOf(t testing.TB, p altcha.Payload) string {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(text)
}
