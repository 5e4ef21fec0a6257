package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// startBehindProxy starts a service that believes whatever address the tests' requests name.
func startBehindProxy(t *testing.T, name string, change func(*server.Options)) *testenv.Server {
	t.Helper()
	return testenv.StartWithOptions(t, name, func(o *server.Options) {
		testenv.BehindProxy(o)
		if change != nil {
			change(o)
		}
	})
}

// signInFrom returns the request of somebody who signs in on the desk from a network address, with the cookies of a device.
func signInFrom(address, email, password, cookie string) testenv.Request {
	body, _ := json.Marshal(map[string]string{"email": email, "password": password}) // strings always encode
	r := testenv.Request{Method: "POST", Path: "/desk/session", Body: strings.NewReader(string(body)), Header: http.Header{
		"Content-Type": {"application/json"}, "Sec-Fetch-Site": {"same-origin"}, "X-Forwarded-For": {address},
	}}
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	return r
}

// cookieOf returns the cookies of a response as a browser sends them.
func cookieOf(t *testing.T, res testenv.Response) string {
	t.Helper()
	var all []string
	for _, line := range res.Header.Values("Set-Cookie") {
		c, err := http.ParseSetCookie(line)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c.Name+"="+c.Value)
	}
	if len(all) == 0 {
		t.Fatalf("no cookie: %d %s", res.Status, res.Body)
	}
	return strings.Join(all, "; ")
}

// attacker makes attempts to sign in from many network addresses until the test ends, each from the next one.
type attacker struct {
	attempts, answered atomic.Int64
	stop               func()
}

// attack begins an attack from so many addresses, and waits until it is under way. It counts the attempts that are answered with the status.
func attack(t *testing.T, s *testenv.Server, addresses, status int, attempt func(n int64, from string) testenv.Request) *attacker {
	t.Helper()
	a := &attacker{}
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range min(addresses, 96) {
		all.Go(func() {
			for ctx.Err() == nil {
				n := a.attempts.Add(1)
				from := fmt.Sprintf("198.51.%d.%d", 100+n%int64(addresses)/250, 1+n%int64(addresses)%250)
				if s.Do(t, attempt(n, from)).Status == status {
					a.answered.Add(1)
				}
			}
		})
	}
	a.stop = func() { cancel(); all.Wait() }
	t.Cleanup(a.stop)
	awaitAttempts(t, &a.attempts, 100)
	return a
}

// awaitAttempts waits until so many of an attack's attempts are counted.
func awaitAttempts(t *testing.T, counted *atomic.Int64, n int64) {
	t.Helper()
	for begin := time.Now(); counted.Load() < n; time.Sleep(10 * time.Millisecond) {
		if time.Since(begin) > 2*time.Minute { // a busy machine looks at two passwords a second
			t.Fatalf("%d attempts instead of %d", counted.Load(), n)
		}
	}
}

// Wrong passwords from any number of network addresses refuse nobody who is signed in, owners sign in on
// their device, and two who do so for the first time from new addresses are not behind those who have failed.
func TestWrongPasswordsFromManyAddresses(t *testing.T) {
	dbtest.ForEachInTurn(t, func(t *testing.T, name string) {
		for _, addresses := range []int{64, 256} {
			strong, err := auth.NewPasswords(auth.StrongArgon2(), 1)
			if err != nil {
				t.Fatal(err)
			}
			s := startBehindProxy(t, name, func(o *server.Options) { o.Passwords = strong })
			s.Token(t, testenv.Admin)
			const home = "192.0.2.1"
			device := cookieOf(t, s.Do(t, signInFrom(home, testenv.User, demo.Password, "")))
			a := attack(t, s, addresses, http.StatusUnauthorized, func(n int64, from string) testenv.Request {
				email := testenv.Everyone[1+n%int64(len(testenv.Everyone)-1)]
				if n%2 == 0 { // whose passwords cost as much as those of new accounts: the demo's cost next to nothing
					email = fmt.Sprintf("nobody%d@example.com", n%1000)
				}
				return signInFrom(from, email, "a wrong password", "")
			})
			const requests = 100
			refused, slowest := 0, time.Duration(0)
			for range requests {
				begin := time.Now()
				if r := s.Execute(t, testenv.Admin, `{ complaints(first: 5) { edges { node { id } } } }`, nil); r.Status != http.StatusOK || r.Code() != "" {
					refused++
				}
				slowest = max(slowest, time.Since(begin))
			}
			if refused > 1 {
				t.Errorf("%d of %d requests of somebody signed in are refused", refused, requests)
			}
			for i := range 3 {
				// The owner is at an address from which others have tried too, or at home without the device.
				for from, cookie := range map[string]string{"198.51.100.7": device, home: ""} {
					begin := time.Now()
					res := s.Do(t, signInFrom(from, testenv.User, demo.Password, cookie))
					if res.Status != http.StatusOK {
						t.Errorf("the owner's sign-in %d from %s: %d %s", i, from, res.Status, res.Body)
					}
					t.Logf("%d addresses: the owner signs in from %s within %v", addresses, from, time.Since(begin).Round(time.Millisecond))
				}
			}
			var two sync.WaitGroup
			for i, email := range []string{testenv.User2, testenv.Solver} {
				two.Go(func() {
					begin := time.Now()
					res := s.Do(t, signInFrom(fmt.Sprintf("203.0.113.%d", i+1), email, demo.Password, ""))
					// The hour's wrong attempts of others may keep a new address out, but never for want of room.
					if res.Status != http.StatusOK && res.Status != http.StatusTooManyRequests {
						t.Errorf("%s from a new address: %d %s", email, res.Status, res.Body)
					}
					t.Logf("%d addresses: %s from a new one: %d within %v", addresses, email, res.Status, time.Since(begin).Round(time.Millisecond))
				})
			}
			two.Wait()
			a.stop()
			t.Logf("%d addresses: %d attempts, %d answered; %d of %d signed-in requests refused, the slowest took %v",
				addresses, a.attempts.Load(), a.answered.Load(), refused, requests, slowest.Round(time.Millisecond))
		}
	})
}

// Who signed in from a network address before goes before all strangers who wait for their passwords to be looked at.
func TestKnownPairsGoFirst(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		strong, err := auth.NewPasswords(auth.StrongArgon2(), 1)
		if err != nil {
			t.Fatal(err)
		}
		s := startBehindProxy(t, name, func(o *server.Options) { o.Passwords = strong })
		const home, strangers = "192.0.2.1", 30
		if res := s.Do(t, signInFrom(home, testenv.User, demo.Password, "")); res.Status != http.StatusOK {
			t.Fatal(res.Body)
		}
		var all sync.WaitGroup
		var answered atomic.Int64
		for i := range strangers {
			all.Go(func() {
				// As nobody, whose passwords cost as much as those of new accounts: the demo's cost next to nothing.
				s.Do(t, signInFrom(fmt.Sprintf("198.51.100.%d", i+1), fmt.Sprintf("nobody%d@example.com", i), "a wrong password", ""))
				answered.Add(1)
			})
		}
		for answered.Load() < 2 {
			time.Sleep(time.Millisecond)
		}
		before, begin := answered.Load(), time.Now()
		res := s.Do(t, signInFrom(home, testenv.User, demo.Password, ""))
		between, took := answered.Load()-before, time.Since(begin)
		all.Wait()
		t.Logf("the owner is answered after %v and %d of %d strangers, all after %v", took, between, strangers-before, time.Since(begin))
		if res.Status != http.StatusOK || between > (strangers-before)/2 {
			t.Errorf("the owner is answered %d after %d of the %d strangers who waited", res.Status, between, strangers-before)
		}
	})
}

// A client that uses up what its network address may cost keeps nobody there from signing in and refreshing, nor does
// one that tries to sign in as often as it may.
func TestSignInBesideAnEmptyBudget(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := startBehindProxy(t, name, func(o *server.Options) { o.Budgets = budget.Settings{Anonymous: 10 * budget.SignIn} })
		s.Clock.Stop()
		const office = "192.0.2.1"
		from := func(r testenv.Request) testenv.Response {
			r.Header = r.Header.Clone()
			if r.Header == nil {
				r.Header = http.Header{}
			}
			r.Header.Set("X-Forwarded-For", office)
			return s.Do(t, r)
		}
		device := cookieOf(t, s.Do(t, signInFrom(office, testenv.User, demo.Password, "")))
		emptied := false
		for range 10*budget.SignIn + 1 {
			emptied = from(testenv.Request{Path: "/graphql?query={__typename}"}).Status == http.StatusTooManyRequests
		}
		if !emptied {
			t.Fatal("the budget is not empty")
		}
		refresh := func() testenv.Response {
			return from(testenv.Request{Method: "POST", Path: "/desk/session/refresh", Header: http.Header{
				"Sec-Fetch-Site": {"same-origin"}, "Cookie": {device},
			}})
		}
		res := refresh()
		if res.Status != http.StatusOK {
			t.Errorf("a refresh: %d %s", res.Status, res.Body)
		}
		if res := s.Do(t, signInFrom(office, testenv.Solver, demo.Password, "")); res.Status != http.StatusOK {
			t.Errorf("somebody's first sign-in: %d %s", res.Status, res.Body)
		}
		// Attempts to sign in as nobody use up the address's budget of them.
		last := 0
		for i := range 12 {
			last = s.Do(t, signInFrom(office, fmt.Sprintf("nobody%d@example.com", i), "a wrong password", "")).Status
		}
		if last != http.StatusTooManyRequests {
			t.Fatalf("the last attempt: %d", last)
		}
		if res := s.Do(t, signInFrom(office, testenv.User, demo.Password, device)); res.Status != http.StatusOK {
			t.Errorf("the owner, on a device: %d %s", res.Status, res.Body)
		}
		if res := s.Do(t, signInFrom(office, testenv.Solver, demo.Password, "")); res.Status != http.StatusOK {
			t.Errorf("who signed in from there before: %d %s", res.Status, res.Body)
		}
		if res := s.Do(t, signInFrom(office, testenv.Admin, demo.Password, "")); res.Status != http.StatusTooManyRequests {
			t.Errorf("who did not: %d %s", res.Status, res.Body)
		}
		// Each session has its own: whoever refreshes without end is refused.
		cookie, statuses := cookieOf(t, res), map[int]int{}
		for range 12 {
			device = cookie
			res := refresh()
			statuses[res.Status]++
			if res.Status == http.StatusOK {
				cookie = cookieOf(t, res)
			}
		}
		if statuses[http.StatusTooManyRequests] == 0 || statuses[http.StatusOK] == 0 {
			t.Errorf("%v", statuses)
		}
	})
}
