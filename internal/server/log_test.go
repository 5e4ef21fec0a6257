package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/redress/redress/internal/testenv"
)

func TestLogsHoldNoSecrets(t *testing.T) {
	t.Parallel()
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		var id int
		send := func(r testenv.Request) testenv.Response {
			id++
			if r.Header == nil {
				r.Header = http.Header{}
			}
			r.Header.Set("X-Request-Id", fmt.Sprintf("log-%s-%d", s.Dialect, id))
			return s.Do(t, r)
		}
		post := func(path, body string) testenv.Response {
			return send(testenv.Request{
				Method: "POST", Path: path, Body: strings.NewReader(body),
				Header: http.Header{"Content-Type": {"application/json"}},
			})
		}
		var pair struct {
			Access  string `json:"access_token"`
			Refresh string `json:"refresh_token"`
		}
		in := post("/api/auth/login/", `{"email":"solver@example.com","password":"redress-demo"}`)
		if err := json.Unmarshal([]byte(in.Body), &pair); err != nil || pair.Refresh == "" {
			t.Fatal(in.Body)
		}
		secrets := []string{pair.Access, pair.Refresh, "redress-demo", "wrong-horse-battery", "secret-name", "secret-query", "secret-body"}
		post("/api/auth/login/", `{"email":"solver@example.com","password":"wrong-horse-battery"}`)
		post("/api/auth/login/", `{"email":"solver@example.com","password":"secret-body`)
		post("/graphql", `{"query":"mutation{login(email:\"user@example.com\",password:\"secret-body\"){accessToken}}"}`)
		post("/graphql", `{"query":"secret-body`)
		refreshed := post("/api/auth/refresh/", `{"refresh_token":"`+pair.Refresh+`"}`)
		if err := json.Unmarshal([]byte(refreshed.Body), &pair); err != nil {
			t.Fatal(refreshed.Body)
		}
		secrets = append(secrets, pair.Access, pair.Refresh)
		send(testenv.Request{Path: "/api/solver/tasks/" + s.Samples.Task.String() + "/updates/?secret-query=1", Token: pair.Access})
		send(testenv.Request{Path: "/graphql?query={viewer{id}}&access_token=" + pair.Access, Token: pair.Access + "x"})

		body, kind := picture(t, "secret-name.png", 7)
		up := send(testenv.Request{
			Method: "POST", Path: "/api/solver/tasks/update/" + s.Samples.Update.String() + "/media/", Token: pair.Access,
			Body: bytes.NewReader(body), Header: http.Header{"Content-Type": {kind}},
		})
		var answer struct{ Media struct{ URL string } }
		if err := json.Unmarshal([]byte(up.Body), &answer); up.Status != http.StatusCreated || err != nil {
			t.Fatal(up.Body)
		}
		_, signature, signed := strings.Cut(answer.Media.URL, "?")
		if !signed {
			t.Fatalf("the link is not signed: %s", up.Body)
		}
		secrets = append(secrets, signature)
		if res := send(testenv.Request{Path: answer.Media.URL}); res.Status != http.StatusOK {
			t.Errorf("link: %d", res.Status)
		}
		for n := range id {
			mark := fmt.Sprintf(`"request_id":"log-%s-%d"`, s.Dialect, n+1)
			if len(logged.lines(mark)) == 0 {
				t.Errorf("no line with %s", mark)
			}
		}
		for _, secret := range secrets {
			if lines := logged.lines(secret); len(lines) > 0 {
				t.Errorf("%q was logged:\n%s", secret, lines)
			}
		}
	})
}

// A refused sign-in is a line that the filter of docs/operations.md finds, with the network address,
// and is counted. What the caller typed is not in it.
func TestRefusedSignInsAreLoggedAndCounted(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, filter, _ := strings.Cut(string(page), "failregex = ")
	filter, _, _ = strings.Cut(filter, "\n")
	find, err := regexp.Compile(strings.Replace(filter, "<HOST>", "(?P<host>[0-9a-f.:]+)", 1))
	if err != nil || !strings.Contains(filter, "<HOST>") {
		t.Fatalf("%q: %v", filter, err)
	}
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		for i, body := range []string{
			`{"email":"solver@example.com","password":"a wrong password"}`,
			`{"email":"\",\"address\":\"192.0.2.66\"}@example.com","password":"a wrong password"}`,
		} {
			id := fmt.Sprintf("refused-%s-%d", s.Dialect, i)
			s.Do(t, testenv.Request{
				Method: "POST", Path: "/api/auth/login/", Body: strings.NewReader(body),
				Header: http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {id}, "User-Agent": {`","address":"192.0.2.67"`}},
			})
			var hosts []string
			for _, line := range logged.lines(id) {
				if found := find.FindStringSubmatch(line); found != nil {
					hosts = append(hosts, found[1])
				}
			}
			if len(hosts) != 1 || hosts[0] != "127.0.0.1" && hosts[0] != "::1" {
				t.Errorf("%s: the filter finds %q in\n%s", body, hosts, logged.lines(id))
			}
		}
		if res := s.Do(t, testenv.Request{Path: "/metrics"}); !strings.Contains(res.Body, `redress_sign_ins_refused_total{code="authentication_required",operation="login"} 2`) {
			t.Errorf("the metric is missing:\n%s", res.Body)
		}
	})
}

// picture is the form of an upload with a small PNG, whose bytes are others for each seed.
func picture(t *testing.T, name string, seed uint8) (form []byte, kind string) {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 16, 16))
	for i := range img.Pix {
		img.Pix[i] = seed + uint8(i)
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("media", name)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(part, img); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), w.FormDataContentType()
}
