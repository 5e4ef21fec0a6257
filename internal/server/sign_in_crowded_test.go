package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// signInDoors are the ways in which people sign in.
var signInDoors = map[string]func(email, password string) (path string, body any){
	"REST": func(email, password string) (string, any) {
		return "/api/auth/login", map[string]string{"email": email, "password": password}
	},
	"REST, another password": func(email, password string) (string, any) {
		return "/api/auth/password", map[string]string{"email": email, "password": password, "new_password": "seven lamps on Mill Lane"}
	},
	"graph": func(email, password string) (string, any) {
		return "/graphql", map[string]any{
			"query":     `mutation($in: LoginInput!) { login(input: $in) { accessToken } }`,
			"variables": map[string]any{"in": map[string]string{"email": email, "password": password}},
		}
	},
}

// Behind a network address whose budget of sign-ins is used up, a wrong password is answered alike for accounts that
// signed in from there and for everybody else, however often, then and once there is budget again.
func TestWrongPasswordsBesideAnEmptyBudget(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		for door, request := range signInDoors {
			t.Run(door, func(t *testing.T) { answeredAlike(t, name, request) })
		}
	})
}

func answeredAlike(t *testing.T, name string, request func(email, password string) (string, any)) {
	const quota = 10
	s := startBehindProxy(t, name, func(o *server.Options) { o.Budgets = budget.Settings{Anonymous: quota * budget.SignIn} })
	s.Clock.Stop()
	const office, wrong, unknown = "192.0.2.1", "a wrong password", "nobody@example.com"
	try := func(email, password string) (answer string) {
		t.Helper()
		path, in := request(email, password)
		body, _ := json.Marshal(in) // maps of strings always encode
		res := s.Do(t, testenv.Request{Method: "POST", Path: path, Body: strings.NewReader(string(body)), Header: http.Header{
			"Content-Type": {"application/json"}, "X-Forwarded-For": {office},
		}})
		h := res.Header.Clone()
		for _, name := range []string{"X-Request-Id", "Date", "Ratelimit"} { // differ from one request to the next
			h.Del(name)
		}
		var said map[string]any
		if err := json.Unmarshal([]byte(res.Body), &said); err != nil {
			t.Fatal(err, res.Body)
		}
		delete(said, "request_id")
		if errs, ok := said["errors"].([]any); ok && len(errs) > 0 {
			if e, ok := errs[0].(map[string]any); ok {
				if more, ok := e["extensions"].(map[string]any); ok {
					delete(more, "requestId")
				}
			}
		}
		return fmt.Sprintf("%d %v %v", res.Status, h, said)
	}
	for _, known := range []string{testenv.User, testenv.Solver, testenv.Provider} {
		if res := s.Do(t, signInFrom(office, known, demo.Password, "")); res.Status != http.StatusOK {
			t.Fatal(res.Body)
		}
	}
	for range 5 {
		try(testenv.Solver, wrong)
	}
	for i := range quota {
		try(fmt.Sprintf("nobody%d@example.com", i), wrong)
	}
	for n := range 7 { // more than an account has in a minute
		want := try(unknown, wrong)
		if !strings.Contains(want, "Retry-After") {
			t.Fatalf("the budget is not used up: %s", want)
		}
		for who, email := range map[string]string{
			"known here": testenv.User, "known here, with wrong attempts": testenv.Solver, "elsewhere": testenv.Admin, "of no address": "nobody",
		} {
			if got := try(email, wrong); got != want {
				t.Errorf("attempt %d, %s:\n%s, and for nobody\n%s", n, who, got, want)
			}
		}
	}
	next := func() { s.Clock.Advance(time.Minute / quota) } // one attempt
	s.Clock.Advance(time.Minute - time.Minute/quota*2)
	for range quota {
		try(unknown, wrong)
	}
	next()
	first := try("nobody-yet@example.com", wrong)
	if strings.Contains(first, "Retry-After") {
		t.Fatalf("there is no budget: %s", first)
	}
	next()
	if got := try(testenv.User, wrong); got != first {
		t.Errorf("known here, once there is budget:\n%s, and for nobody\n%s", got, first)
	}
	if got := try("another@example.com", wrong); !strings.Contains(got, "Retry-After") {
		t.Errorf("the attempt cost nothing: %s", got)
	}
	if got := try(testenv.Provider, demo.Password); strings.Contains(got, "Retry-After") || !strings.HasPrefix(got, "200") {
		t.Errorf("the right password: %s", got)
	}
}
