package budget_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql/introspection"
	"github.com/coder/websocket"

	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/server"
	. "github.com/redress/redress/internal/testenv"
)

func TestMain(m *testing.M) { Main(m) }

func forEachDatabase(t *testing.T, settings budget.Settings, test func(t *testing.T, s *Server)) {
	t.Helper()
	for _, name := range Databases() {
		t.Run(name, func(t *testing.T) {
			s := StartWithOptions(t, name, func(o *server.Options) {
				o.Budgets, o.Origins = settings, []string{"https://desk.example.org"}
				BehindProxy(o)
			})
			s.Clock.Stop()
			test(t, s)
		})
	}
}

// TestRESTBudget: each read draws from the account's budget, the headers tell what is left, and an
// empty budget is refused until it is filled again, after 401, 403 and 400 and before 404.
func TestRESTBudget(t *testing.T) {
	forEachDatabase(t, budget.Settings{User: 4 * budget.Read}, func(t *testing.T, s *Server) {
		path := "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/"
		get := func(as, path string) Response { return s.Do(t, Request{Path: path, As: as}) }
		for left := 3; left >= 0; left-- {
			res := get(User, path)
			want := fmt.Sprintf(`"default";r=%d;t=%d`, left*budget.Read, 60-15*left)
			if res.Status != http.StatusOK || res.Header.Get("RateLimit") != want || res.Header.Get("RateLimit-Policy") != `"default";q=200;w=60` {
				t.Fatalf("%d %v, want %s", res.Status, res.Header, want)
			}
		}
		for _, row := range []struct {
			name, as, path string
			status         int
		}{
			{"empty", User, path, http.StatusTooManyRequests},
			{"empty, whatever the row", User, "/api/complaints/01a1ec5f-4d61-7c2e-ba97-bd918195f204/status-log/", http.StatusTooManyRequests},
			{"no token", Anonymous, path, http.StatusUnauthorized},
			{"wrong role", User, "/api/admin/notifications/broadcasts/", http.StatusForbidden},
			{"no id", User, "/api/complaints/x/status-log/", http.StatusBadRequest},
			{"another account", User2, path, http.StatusNotFound},
		} {
			t.Run(row.name, func(t *testing.T) {
				res := get(row.as, row.path)
				if res.Status != row.status {
					t.Errorf("%d, want %d: %s", res.Status, row.status, res.Body)
				}
				if row.status == http.StatusTooManyRequests && (res.Header.Get("Retry-After") != "15" || !strings.Contains(res.Body, `"rate_limited"`) ||
					!strings.Contains(res.Body, "This costs 50, and 0 of your budget of 200 a minute is left")) {
					t.Errorf("%v %s", res.Header, res.Body)
				}
			})
		}
		s.Clock.Advance(15 * time.Second)
		if res := get(User, path); res.Status != http.StatusOK || !strings.Contains(res.Header.Get("RateLimit"), "r=0;") {
			t.Errorf("after it was filled for one: %d %v", res.Status, res.Header)
		}
		s.Clock.Advance(10 * time.Minute) // it never holds more than its size
		if res := get(User, path); res.Header.Get("RateLimit") != `"default";r=150;t=15` {
			t.Errorf("after a long time: %v", res.Header)
		}
		res := s.Do(t, Request{Path: path, As: User, Header: http.Header{"Origin": {"https://desk.example.org"}}})
		if exposed := res.Header.Get("Access-Control-Expose-Headers"); !strings.Contains(strings.ToLower(exposed), "ratelimit, ratelimit-policy") {
			t.Errorf("browsers see %s", exposed)
		}
		if metrics := get(Anonymous, "/metrics").Body; !strings.Contains(metrics, `redress_budget_refusals_total{role="user"} 2`) {
			t.Error("refusals are not counted")
		}
	})
}

// TestSchemaBudget: the playground, which asks for the whole schema without a token, opens five times a minute at one network
// address, and when another has none left; the smallest budget pays for one.
func TestSchemaBudget(t *testing.T) {
	ask := func(t *testing.T, s *Server, address string) Response {
		t.Helper()
		body, err := json.Marshal(map[string]string{"query": introspection.Query})
		if err != nil {
			t.Fatal(err)
		}
		return s.Do(t, Request{Method: http.MethodPost, Path: "/graphql", Body: bytes.NewReader(body), Header: http.Header{
			"Content-Type": {"application/json"}, "X-Forwarded-For": {address},
		}})
	}
	for _, row := range []struct {
		name     string
		settings budget.Settings
		times    int
	}{
		{"default", budget.DefaultSettings(), 5},
		{"smallest", budget.Settings{Anonymous: budget.MinAnonymous}, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			forEachDatabase(t, row.settings, func(t *testing.T, s *Server) {
				for n := range row.times {
					if res := ask(t, s, "203.0.113.1"); res.Status != http.StatusOK || !strings.Contains(res.Body, `"submitComplaint"`) {
						t.Fatalf("time %d: %d %.300s", n+1, res.Status, res.Body)
					}
				}
				res := ask(t, s, "203.0.113.1")
				if res.Status != http.StatusTooManyRequests {
					t.Fatalf("once more: %d %v %.300s", res.Status, res.Header, res.Body)
				}
				if res := ask(t, s, "203.0.113.2"); res.Status != http.StatusOK {
					t.Errorf("another address: %d %.300s", res.Status, res.Body)
				}
				for waited := 0; res.Status != http.StatusOK; res = ask(t, s, "203.0.113.1") {
					wait, err := strconv.Atoi(res.Header.Get("Retry-After"))
					if waited += wait; err != nil || waited > 61 { // a request first waits for what it draws before it is read
						t.Fatalf("after %d s: %d %v %.300s", waited, res.Status, res.Header, res.Body)
					}
					s.Clock.Advance(time.Duration(wait) * time.Second)
				}
			})
		})
	}
}

// TestGraphBudget: a query draws its estimate and gets back what it did not use; a mutation and an
// event don't. The same budget serves sockets and REST.
func TestGraphBudget(t *testing.T) {
	const quota = 2_000
	forEachDatabase(t, budget.Settings{User: quota}, func(t *testing.T, s *Server) {
		query := `{ complaints(first: 20) { edges { node { id } } } }`
		cost, _ := s.MustExecute(t, User, query, nil).Extensions["cost"].(map[string]any)
		left, _ := cost["budget"].(map[string]any)
		actual, _ := cost["actual"].(float64)
		if left["perMinute"] != float64(quota) || left["remaining"] != quota-actual || actual == 0 || cost["estimated"].(float64) <= actual {
			t.Fatalf("%v", cost)
		}
		rest := quota - actual
		for range 4 { // each of them in a transaction of its own
			s.MustExecute(t, User, `mutation { submitComplaint(input: {title: "A lamp"}) { complaint { id } } }`, nil)
			rest -= 1 + 20 + 1
		}
		cost, _ = s.MustExecute(t, User, `{ __typename }`, nil).Extensions["cost"].(map[string]any)
		left, _ = cost["budget"].(map[string]any)
		if left["remaining"] != rest {
			t.Errorf("%v is left after mutations, want %v", left, rest)
		}
		dear := `{ complaints(first: 100) { edges { node { statusLog(first: 18) { edges { node { status } } } } } } }`
		for _, accept := range []string{"application/json", "application/graphql-response+json", "text/event-stream, application/json"} {
			res := s.Do(t, Request{Method: http.MethodPost, Path: "/graphql", As: User, Body: strings.NewReader(`{"query":"` + dear + `"}`), Header: http.Header{
				"Content-Type": {"application/json"}, "Accept": {accept},
			}})
			if res.Status != http.StatusTooManyRequests || res.Header.Get("Retry-After") == "" || !strings.Contains(res.Body, "RATE_LIMITED") || strings.Contains(res.Body, `"data"`) {
				t.Errorf("%s: %d %v %s", accept, res.Status, res.Header, res.Body)
			}
		}
		if a := s.Execute(t, User, `{ complaints(first: 200) { totalCount } }`, nil); a.Code() != "VALIDATION_ERROR" {
			t.Errorf("a fault of the query comes first: %s", a.Raw)
		}
		if a := s.Execute(t, User, query, nil); a.Code() != "" {
			t.Errorf("a cheap query still fits: %s", a.Raw)
		}
	})
}

// TestBudgetOfRefusals: what the service read of a refused operation was work, so that it can't be
// repeated as often as somebody likes.
func TestBudgetOfRefusals(t *testing.T) {
	const quota = 10_000
	forEachDatabase(t, budget.Settings{User: quota}, func(t *testing.T, s *Server) {
		conditions := func(n int) map[string]any {
			all := make([]any, n)
			for i := range all {
				all[i] = map[string]any{"descriptionContainsFold": "a"}
			}
			return map[string]any{"w": map[string]any{"or": all}}
		}
		query := `query($w: ComplaintWhereInput) { complaints(where: $w) { totalCount } b: complaints(where: $w) { totalCount } }`
		left := quota
		for _, row := range []struct {
			name      string
			variables map[string]any
			draws     int
			says      string
		}{
			{"conditions", conditions(300), 301 + 2*301, "602 conditions"},
			{"objects", map[string]any{"w": map[string]any{"or": []any{conditions(300)["w"], conditions(300)["w"]}}}, 0, "variables: must hold at most 600 objects; they hold 603"},
			{"a value", map[string]any{"w": map[string]any{"or": conditions(300)["w"], "status": "NONE"}}, 301 + 1, "where.status: must be one of SUBMITTED"},
		} {
			t.Run(row.name, func(t *testing.T) {
				a := s.Execute(t, User, query, row.variables)
				if a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, row.says) {
					t.Errorf("%.400s", a.Raw)
				}
				left -= row.draws
				a = s.Execute(t, User, `{ __typename }`, nil)
				cost, _ := a.Extensions["cost"].(map[string]any)
				if budget, _ := cost["budget"].(map[string]any); budget["remaining"] != float64(left) {
					t.Errorf("%v is left, want %d", budget["remaining"], left)
				}
			})
		}
		for range quota / (301 + 602) {
			s.Execute(t, User, query, conditions(300))
		}
		if a := s.Execute(t, User, query, conditions(300)); a.Code() != "RATE_LIMITED" || !strings.Contains(a.Raw, "This costs") {
			t.Errorf("%.400s", a.Raw)
		}
	})
}

// TestAnonymousBudget: callers without a valid token have the budget of their network address, and
// are refused before they are told to sign in.
func TestAnonymousBudget(t *testing.T) {
	forEachDatabase(t, budget.Settings{Anonymous: 100}, func(t *testing.T, s *Server) {
		login := func() Response {
			return s.Do(t, Request{
				Method: http.MethodPost, Path: "/api/auth/login/", Body: strings.NewReader(`{"email":"user@example.com","password":"redress-demo"}`),
				Header: http.Header{"Content-Type": {"application/json"}},
			})
		}
		if res := login(); res.Status != http.StatusOK || res.Header.Get("RateLimit") != "" { // from a budget of its own
			t.Fatalf("%d %v %s", res.Status, res.Header, res.Body)
		}
		path := "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/"
		for i := range 100 {
			token := ""
			if i%2 == 0 {
				token = "made.up.token"
			}
			if res := s.Do(t, Request{Path: path, Token: token}); res.Status != http.StatusUnauthorized {
				t.Fatalf("%d: %d %s", i, res.Status, res.Body)
			}
		}
		for _, request := range []Request{
			{Path: path},
			{Path: path, Token: "made.up.token"},
			{Path: "/graphql?query={__typename}"},
			{Path: "/export/complaints.csv"},
			{Path: "/graphql", Header: http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}}},
		} {
			if res := s.Do(t, request); res.Status != http.StatusTooManyRequests || res.Header.Get("Retry-After") != "1" {
				t.Errorf("%v: %d %v %s", request, res.Status, res.Header, res.Body)
			}
		}
		for range 5 + 4 { // once it was known from there, it has five attempts of its own, and what is left of the address's
			if res := login(); res.Status != http.StatusOK {
				t.Errorf("signing in: %d %s", res.Status, res.Body)
			}
		}
		if res := login(); res.Status != http.StatusTooManyRequests || res.Header.Get("Retry-After") != "12" {
			t.Errorf("signing in too often: %d %v", res.Status, res.Header)
		}
		if res := s.Do(t, Request{Path: path, As: User}); res.Status != http.StatusOK || res.Header.Get("RateLimit") != "" {
			t.Errorf("an account has a budget of its own: %d %v", res.Status, res.Header)
		}
		if res := s.Do(t, Request{Path: "/openapi.json"}); res.Status != http.StatusOK {
			t.Errorf("what is public: %d", res.Status)
		}
	})
}

// TestExportBudget: a file is refused before it begins, and its pages are drawn, those of categories and zones too.
func TestExportBudget(t *testing.T) {
	forEachDatabase(t, budget.Settings{Admin: 2*3*budget.ExportPage + 100}, func(t *testing.T, s *Server) {
		for i, want := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} {
			if res := s.Do(t, Request{Path: "/export/complaints.csv", As: Admin}); res.Status != want {
				t.Errorf("file %d: %d %.200s", i, res.Status, res.Body)
			}
		}
	})
}

// TestSocketBudget: an operation over a WebSocket is drawn from the same budget as one over HTTP, and
// is refused in the same words when it is empty; the socket stays, and so do its subscriptions.
func TestSocketBudget(t *testing.T) {
	const quota = 2_000
	forEachDatabase(t, budget.Settings{User: quota}, func(t *testing.T, s *Server) {
		s.Serve(t)
		token := s.Token(t, User)
		conn, res, err := websocket.Dial(t.Context(), strings.Replace(s.URL, "http", "ws", 1)+"/graphql", &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}})
		if err != nil {
			t.Fatal(err, res)
		}
		defer func() { _ = conn.CloseNow() }()
		send := func(text string) {
			t.Helper()
			if err := conn.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		type failure struct {
			Message    string
			Extensions struct{ Code string }
		}
		messages := make(chan []byte)
		go func() {
			defer close(messages)
			for {
				_, text, err := conn.Read(t.Context())
				if err != nil {
					return
				}
				select {
				case messages <- text:
				case <-t.Context().Done():
				}
			}
		}()
		next := func(within time.Duration) []byte {
			select {
			case text := <-messages:
				return text
			case <-time.After(within):
				return nil
			}
		}
		read := func(id, kind string) (failure, string) {
			t.Helper()
			text := next(20 * time.Second)
			var m struct {
				Type, ID string
				Payload  json.RawMessage
			}
			if err := json.Unmarshal(text, &m); err != nil || m.ID != id || m.Type != kind {
				t.Fatalf("want %s of %q, got %s", kind, id, text)
			}
			var all []failure
			if kind == "error" {
				if err := json.Unmarshal(m.Payload, &all); err != nil || len(all) != 1 {
					t.Fatalf("%s: %v", text, err)
				}
				return all[0], string(text)
			}
			return failure{}, string(text)
		}
		operate := func(id, query string) {
			t.Helper()
			text, err := json.Marshal(map[string]any{"type": "subscribe", "id": id, "payload": map[string]any{"query": query}})
			if err != nil {
				t.Fatal(err)
			}
			send(string(text))
		}
		send(`{"type":"connection_init","payload":{"Authorization":"Bearer ` + token + `"}}`)
		read("", "connection_ack")
		operate("events", `subscription { complaintStatusChanged { complaint { title } } }`)
		// It begins when it likes: submissions are told from then on. Each has a whole budget.
		submit := func(title string) {
			t.Helper()
			s.Clock.Advance(time.Minute)
			s.MustExecute(t, User, `mutation($t: String!) { submitComplaint(input: {title: $t}) { complaint { id } } }`, map[string]any{"t": title})
		}
		var last, told string
		for tries := range 100 {
			last = fmt.Sprintf("Begun by try %d of it", tries)
			submit(last)
			if told = string(next(200 * time.Millisecond)); told != "" {
				break
			}
		}
		for !strings.Contains(told, last) {
			_, told = read("events", "next")
		}
		s.Clock.Advance(time.Minute)

		dear := `{ complaints(first: 100) { edges { node { statusLog(first: 18) { edges { node { status } } } } } } }`
		var overSocket failure
		for spent := 0; ; spent++ {
			operate("cheap", `mutation { submitComplaint(input: {title: ""}) { complaint { id } } }`) // refused, and paid all the same
			read("cheap", "next")
			read("cheap", "complete")
			if a := s.Execute(t, User, dear, nil); a.Code() == "RATE_LIMITED" {
				break
			}
			if spent > 100 {
				t.Fatal("what is sent over a socket costs nothing")
			}
		}
		operate("dear", dear)
		overSocket, raw := read("dear", "error")
		overHTTP := s.Execute(t, User, dear, nil)
		if overSocket.Extensions.Code != "RATE_LIMITED" || len(overHTTP.Errors) != 1 || overSocket.Message != overHTTP.Errors[0].Message {
			t.Errorf("over a socket %s, over HTTP %s", raw, overHTTP.Raw)
		}
		operate("again", `{ __typename }`)
		if _, text := read("again", "next"); !strings.Contains(text, `"Query"`) {
			t.Errorf("a cheap operation still fits: %s", text)
		}
		read("again", "complete")

		s.MustExecute(t, Admin, `mutation { submitComplaint(input: {title: "Of somebody else"}) { complaint { id } } }`, nil)
		s.Clock.Advance(time.Minute) // the budget is full again, and the socket is the same
		operate("dear", dear)
		read("dear", "next")
		read("dear", "complete")
		submit("Told to its owner")
		if _, text := read("events", "next"); !strings.Contains(text, "Told to its owner") {
			t.Errorf("the subscription: %s", text)
		}
	})
}

// TestGraphSignInBesideAnEmptyBudget: who signs in or refreshes over the graph is served where others have used up the
// budget of the network address, as over REST, and nothing else is that a document may hold beside that.
func TestGraphSignInBesideAnEmptyBudget(t *testing.T) {
	forEachDatabase(t, budget.Settings{Anonymous: 400}, func(t *testing.T, s *Server) {
		post := func(body string) Response {
			return s.Do(t, Request{Method: http.MethodPost, Path: "/graphql", Body: strings.NewReader(body), Header: http.Header{
				"Content-Type": {"application/json"}, "Accept": {"application/graphql-response+json"},
			}})
		}
		ask := func(query string, variables map[string]any) Response {
			t.Helper()
			body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
			if err != nil {
				t.Fatal(err)
			}
			return post(string(body))
		}
		const signIn = `login(input: $in) { accessToken refreshToken }`
		in := map[string]any{"in": map[string]any{"email": string(User), "password": "redress-demo"}}
		login := func() Response { return ask(`mutation($in: LoginInput!) { `+signIn+` }`, in) }
		for left := 3; left >= 0; left-- { // at the end nothing is left, before that less than others' cost
			for used := 0; used != http.StatusTooManyRequests; {
				used = s.Do(t, Request{Path: "/graphql?query={__typename}"}).Status
			}
			if left > 0 {
				s.Clock.Advance(time.Duration(left) * 150 * time.Millisecond)
			}
			if res := login(); res.Status != http.StatusOK || !strings.Contains(res.Body, "accessToken") {
				t.Errorf("signing in with %d left: %d %s", left, res.Status, res.Body)
			}
		}
		var signedIn struct {
			Data struct{ Login struct{ RefreshToken string } }
		}
		if err := json.Unmarshal([]byte(login().Body), &signedIn); err != nil {
			t.Fatal(err)
		}
		refresh := map[string]any{"in": map[string]any{"refreshToken": signedIn.Data.Login.RefreshToken}}
		if res := ask(`mutation($in: RefreshInput!) { refresh(input: $in) { accessToken } }`, refresh); res.Status != http.StatusOK || !strings.Contains(res.Body, "accessToken") {
			t.Errorf("refreshing: %d %s", res.Status, res.Body)
		}
		for _, query := range []string{
			`{ serviceInfo { version } }`,
			`query login { __typename }`,
			`mutation($in: LoginInput!) { ` + signIn + ` __typename }`,
			`mutation($in: LoginInput!) { ` + signIn + ` again: ` + signIn + ` }`,
			`mutation($in: LoginInput!) { ` + signIn + ` logout { ended } }`,
			`mutation($in: LoginInput!) { login: ` + strings.Replace(signIn, "login", "registerUser", 1) + ` }`,
			`mutation($in: LoginInput!) { ...f } fragment f on Mutation { ` + signIn + ` }`,
			`mutation($in: LoginInput!) { ... { ` + signIn + ` } }`,
			`mutation($in: LoginInput!) { ` + signIn + ` } query q { serviceInfo { version } }`,
			`mutation($in: LoginInput!) { login(input: $in) { none } }`,
			`mutation($in: LoginInput!) { ` + signIn + ` } #` + strings.Repeat("x", 5000),
			`mutation { login`,
		} {
			if res := ask(query, in); res.Status != http.StatusTooManyRequests || res.Header.Get("Retry-After") != "1" {
				t.Errorf("%.100s: %d %v %s", query, res.Status, res.Header, res.Body)
			}
		}
		for _, body := range []string{``, `{`, `{"query": "mutation { login }", "query": ""}`, `{"extensions": {"persistedQuery": {"version": 1, "sha256Hash": "` + strings.Repeat("0", 64) + `"}}}`} {
			if res := post(body); res.Status != http.StatusTooManyRequests {
				t.Errorf("%s: %d %s", body, res.Status, res.Body)
			}
		}
		statuses := map[int]int{}
		for range 50 {
			statuses[login().Status]++
		}
		if statuses[http.StatusTooManyRequests] == 0 || statuses[http.StatusOK] == 0 { // of the sign-ins' own budgets
			t.Errorf("signing in without end: %v", statuses)
		}
	})
}
