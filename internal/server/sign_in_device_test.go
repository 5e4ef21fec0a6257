package server_test

import (
	"net/http"
	"testing"

	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// Whoever has copied the mark of a device guesses no more than others, and costs its owner nothing but the mark: what the device may try is
// used up, what the network address may is not.
func TestCopiedDeviceMark(t *testing.T) {
	for name, budgets := range map[string]budget.Settings{
		"attempts": {Anonymous: 1 << 20}, "budget": {Anonymous: 4 * budget.SignIn},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.ForEach(t, func(t *testing.T, name string) {
				s := startBehindProxy(t, name, func(o *server.Options) { o.Budgets = budgets })
				s.Clock.Stop()
				const home, away, thief = "192.0.2.1", "203.0.113.1", "198.51.100.1"
				device := cookieOf(t, s.Do(t, signInFrom(home, testenv.User, demo.Password, "")))
				answered := 0
				for range 30 {
					if s.Do(t, signInFrom(thief, testenv.User, "a wrong password", device)).Status == http.StatusUnauthorized {
						answered++
					}
				}
				if answered > 10 { // five of the device, five of the address
					t.Errorf("%d guesses with a copied mark are answered", answered)
				}
				for _, from := range []string{home, away} {
					if res := s.Do(t, signInFrom(from, testenv.User, demo.Password, device)); res.Status != http.StatusOK {
						t.Errorf("the owner from %s: %d %s", from, res.Status, res.Body)
					}
				}
			})
		})
	}
}
