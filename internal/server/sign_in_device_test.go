package server_test

import (
	"fmt"
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

// Ending all sessions of an account ends the marks of its devices, or whoever took one would go on past the lockout of its owner.
func TestEndedSessionsForgetDevices(t *testing.T) {
	const endAll = `mutation($account: ID, $keep: Boolean!) { revokeAllSessions(input: {userId: $account, keepCurrent: $keep}) { ended } }`
	for name, end := range map[string]func(t *testing.T, s *testenv.Server, account string){
		"by the owner": func(t *testing.T, s *testenv.Server, _ string) {
			s.MustExecute(t, testenv.User, endAll, map[string]any{"keep": false})
		},
		"but for the current one": func(t *testing.T, s *testenv.Server, _ string) {
			s.MustExecute(t, testenv.User, endAll, map[string]any{"keep": true})
		},
		"by an administrator": func(t *testing.T, s *testenv.Server, account string) {
			s.MustExecute(t, testenv.Admin, endAll, map[string]any{"account": account, "keep": false})
		},
		"with the account": func(t *testing.T, s *testenv.Server, account string) {
			for _, verb := range []string{"disableUser", "enableUser"} {
				s.MustExecute(t, testenv.Admin, fmt.Sprintf(`mutation($id: ID!) { %s(input: {id: $id}) { user { id } } }`, verb), map[string]any{"id": account})
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.ForEach(t, func(t *testing.T, name string) {
				s := startBehindProxy(t, name, func(o *server.Options) { o.Budgets = budget.Settings{Anonymous: 1 << 20} })
				s.Clock.Stop()
				account, err := s.Service.Identity.AccountByEmail(testenv.System(), testenv.User)
				if err != nil {
					t.Fatal(err)
				}
				device := cookieOf(t, s.Do(t, signInFrom("192.0.2.1", testenv.User, demo.Password, "")))
				for i := range 100 { // strangers use the account's hour up
					s.Do(t, signInFrom(fmt.Sprintf("198.51.100.%d", i+1), testenv.User, "a wrong password", ""))
				}
				try := func(from string, want int) {
					t.Helper()
					if res := s.Do(t, signInFrom(from, testenv.User, demo.Password, device)); res.Status != want {
						t.Errorf("with the mark, from %s: %d %s", from, res.Status, res.Body)
					}
				}
				try("203.0.113.1", http.StatusOK)
				end(t, s, account.ID.String())
				try("203.0.113.2", http.StatusTooManyRequests)
			})
		})
	}
}
