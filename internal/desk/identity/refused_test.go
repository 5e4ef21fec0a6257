package identity_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/testenv/dbtest"
	"github.com/redress/redress/internal/testenv/roomtest"
)

// Refused sign-ins fill the log no more than the audit: of each network address there are some lines at once, enough for what blocks addresses,
// and then one a minute, which says how many were left out. The metric counts all.
func TestAFloodOfGuessesDoesNotFillTheLog(t *testing.T) {
	var log bytes.Buffer // not in parallel: the process has one log
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	dbtest.ForEachInTurn(t, func(t *testing.T, name string) {
		p := roomtest.Open(t, name, auth.CheapArgon2())
		log.Reset()
		told := 0
		config := p.IdentityConfig
		config.OnRefusal = func(identity.Refusal) { told++ }
		r, err := identity.New(config)
		p.OK(err)
		guess := func(address string) {
			_, err := r.Login(p.At(address, ""), "nobody@example.com", "a wrong password", "")
			if !fault.Is(err, fault.AuthenticationRequired) {
				p.Refused(err, fault.RateLimited)
			}
		}
		lines := func(address string) int { return strings.Count(log.String(), `"address":"`+address+`"`) }
		for range 100 {
			guess("192.0.2.1")
		}
		guess("192.0.2.2")
		if n, other := lines("192.0.2.1"), lines("192.0.2.2"); n != 20 || other != 1 || told < 101 {
			p.T.Errorf("a hundred guesses are %d lines, one from elsewhere is %d; %d are counted", n, other, told)
		}
		p.Clock.Advance(time.Minute)
		guess("192.0.2.1")
		if n := lines("192.0.2.1"); n != 21 || !strings.Contains(log.String(), `"left_out":`) {
			p.T.Errorf("a minute later there are %d lines: %s", n, log.String())
		}
		for i := range 3000 {
			guess(fmt.Sprintf("10.0.%d.%d", i/200, i%200))
		}
		if n := strings.Count(log.String(), "sign-in refused"); n > 1100 {
			p.T.Errorf("3,000 addresses left %d lines", n)
		}
	})
}
