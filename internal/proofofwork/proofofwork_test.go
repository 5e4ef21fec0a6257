package proofofwork_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	altcha "github.com/altcha-org/altcha-lib-go"

	"github.com/redress/redress/internal/proofofwork"
	"github.com/redress/redress/internal/testenv"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// payload decodes a solution.
func payload(t *testing.T, solution string) (p altcha.Payload) {
	t.Helper()
	text, err := base64.StdEncoding.DecodeString(solution)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCheck(t *testing.T) {
	now := noon
	p := proofofwork.New([]byte("secret"), 10, func() time.Time { return now })
	c, err := p.Challenge()
	if err != nil {
		t.Fatal(err)
	}
	good := testenv.SolveProof(t, c)
	solved, err := p.Check(good)
	if err != nil || !solved.MadeAt.Equal(noon) || len(solved.Digest) != 32 {
		t.Fatalf("a solution is %v, %v", solved, err)
	}
	other := proofofwork.New([]byte("another secret"), 10, func() time.Time { return now })
	foreign, err := other.Challenge()
	if err != nil {
		t.Fatal(err)
	}
	longer := payload(t, good)
	longer.Salt = strings.Replace(longer.Salt, "expires=", "expires=9", 1)
	resigned := payload(t, good)
	resigned.Algorithm = string(altcha.SHA1)
	wrong := payload(t, good)
	wrong.Number++
	for what, text := range map[string]string{
		"nothing":            "",
		"no base64":          "%",
		"no JSON":            base64.StdEncoding.EncodeToString([]byte("{")),
		"an empty one":       base64.StdEncoding.EncodeToString([]byte("{}")),
		"another number":     testenv.ProofOf(t, wrong),
		"a later expiry":     testenv.ProofOf(t, longer),
		"another algorithm":  testenv.ProofOf(t, resigned),
		"of another service": testenv.SolveProof(t, foreign),
		"too long":           good + strings.Repeat("A", 1_000),
	} {
		if _, err := p.Check(text); !errors.Is(err, proofofwork.ErrInvalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
	now = noon.Add(proofofwork.Lifetime - time.Millisecond)
	if _, err := p.Check(good); err != nil {
		t.Errorf("in its last moment: %v", err)
	}
	now = noon.Add(proofofwork.Lifetime)
	if _, err := p.Check(good); !errors.Is(err, proofofwork.ErrExpired) {
		t.Errorf("after an hour: %v", err)
	}
}

// TestOneDigest: a solution can be written in several ways, and counts once.
func TestOneDigest(t *testing.T) {
	p := proofofwork.New([]byte("secret"), 10, func() time.Time { return noon })
	c, err := p.Challenge()
	if err != nil {
		t.Fatal(err)
	}
	good := testenv.SolveProof(t, c)
	first, err := p.Check(good)
	if err != nil {
		t.Fatal(err)
	}
	bare := payload(t, good)
	bare.Salt = strings.TrimSuffix(bare.Salt, "&")
	spaced, err := json.MarshalIndent(payload(t, good), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	for _, again := range []string{testenv.ProofOf(t, bare), base64.StdEncoding.EncodeToString(spaced)} {
		second, err := p.Check(again)
		if err != nil || !bytes.Equal(second.Digest, first.Digest) || !second.MadeAt.Equal(first.MadeAt) {
			t.Errorf("%q: %v, %v", again, second, err)
		}
	}
	next, err := p.Challenge()
	if err != nil {
		t.Fatal(err)
	}
	another, err := p.Check(testenv.SolveProof(t, next))
	if err != nil || bytes.Equal(another.Digest, first.Digest) {
		t.Errorf("another challenge: %v, %v", another, err)
	}
}
