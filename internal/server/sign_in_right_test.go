package server_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// One account that signs in without end, with the right password and from any number of network addresses, keeps nobody out: neither
// those who come from new addresses, nor the ten clients of another account.
func TestRightPasswordsFromManyAddresses(t *testing.T) {
	dbtest.ForEachInTurn(t, func(t *testing.T, name string) {
		for _, addresses := range []int{20, 64, 256} {
			strong, err := auth.NewPasswords(auth.StrongArgon2(), 1)
			if err != nil {
				t.Fatal(err)
			}
			s := startBehindProxy(t, name, func(o *server.Options) {
				o.Passwords, o.Budgets = strong, budget.Settings{Anonymous: 1 << 20} // so that nothing but the lane is in the way
			})
			const busy = testenv.User2
			device := cookieOf(t, s.Do(t, signInFrom("198.51.100.1", busy, demo.Password, "")))
			a := attack(t, s, addresses, http.StatusOK, func(n int64, from string) testenv.Request {
				cookie := ""
				if n%2 == 0 {
					cookie = device
				}
				return signInFrom(from, busy, demo.Password, cookie)
			})
			awaitAttempts(t, &a.answered, 60)
			// Each new one waits for a turn that is spared for it, the second and the third for one that is spared for the last.
			var places [3]int64
			var others sync.WaitGroup
			for i, email := range []string{testenv.User, testenv.Solver2, testenv.Admin} {
				others.Go(func() {
					before := a.answered.Load()
					if res := s.Do(t, signInFrom(fmt.Sprintf("203.0.113.%d", i+1), email, demo.Password, "")); res.Status != http.StatusOK {
						t.Errorf("%d addresses: %s from a new one: %d %s", addresses, email, res.Status, res.Body)
					}
					places[i] = a.answered.Load() - before
				})
			}
			others.Wait()
			// Of the 96 at once those whose password has been looked at are answered first, which takes the database a while on a busy machine.
			for i, n := range places {
				if n > 70 {
					t.Errorf("%d addresses: new one %d stands behind %d sign-ins of one account", addresses, i, n)
				}
			}
			before := a.answered.Load()
			for i := range 10 {
				others.Go(func() {
					if res := s.Do(t, signInFrom(fmt.Sprintf("203.0.113.%d", 100+i), testenv.Solver, demo.Password, "")); res.Status != http.StatusOK {
						t.Errorf("%d addresses: client %d of a shared account: %d %s", addresses, i, res.Status, res.Body)
					}
				})
			}
			others.Wait()
			t.Logf("%d addresses: the new ones stand behind %v of %d sign-ins, ten clients of one account behind %d", addresses, places, a.answered.Load(), a.answered.Load()-before)
			a.stop()
		}
	})
}
