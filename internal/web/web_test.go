package web_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-chi/chi/v5"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/internal/web"
)

const token = "header.payload.signature"

// demo is a configuration as demo mode has it, with a single role.
func demo() web.Config {
	cfg := plain()
	cfg.Accounts = []web.Account{{Role: "super admin", Email: "superadmin@example.com"}}
	cfg.Password = "redress-demo"
	cfg.Tabs = func(context.Context) ([]web.Tab, error) {
		return []web.Tab{web.RoleTab("super_admin", token)}, nil
	}
	return cfg
}

func plain() web.Config {
	return web.Config{
		Endpoint:   "/graphql",
		Playground: true,
		Document:   []byte(document),
		Desk:       fstest.MapFS{"index.html": {Data: []byte("<title>Redress</title>")}},
		Images:     func() []string { return nil },
		Fail: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		},
	}
}

// document has one of each thing that the docs page shows.
const document = `{
	"info": {"description": "All paths need ` + "`Authorization`" + `."},
	"tags": [{"name": "Lamps", "description": "What hangs in streets."}],
	"paths": {"/lamps/{id}/": {
		"post": {
			"operationId": "lightLamp", "tags": ["Lamps"], "summary": "Light a lamp", "description": "First.\n\nSecond <b>.",
			"parameters": [
				{"name": "id", "in": "path", "required": true, "description": "The lamp.", "schema": {"type": "string", "format": "uuid"}},
				{"name": "minutes", "in": "query", "description": "How long.", "schema": {"type": "integer", "minimum": 1, "maximum": 60, "default": 5}}
			],
			"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"color": {"type": "string", "description": "Its color."}}, "required": ["color"]}, "example": {"color": "amber"}}}},
			"responses": {
				"200": {"description": "It is lit.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Lamp"}, "example": {"lit": true}}}},
				"404": {"description": "Not Found: not_found."}
			}
		}
	}},
	"components": {"schemas": {"Lamp": {"type": "object", "required": ["lit"], "properties": {
		"lit": {"type": "boolean", "description": "Whether it is lit."},
		"next": {"anyOf": [{"$ref": "#/components/schemas/Lamp"}, {"type": "null"}]},
		"colors": {"type": "array", "items": {"type": "string", "enum": ["amber", "white"]}},
		"height": {"type": ["integer", "null"], "format": "int32", "minimum": 0, "maximum": 30}
	}}}}
}`

func serve(t *testing.T, cfg web.Config) string {
	t.Helper()
	r := chi.NewRouter()
	web.New(cfg).Mount(r)
	s := httptest.NewServer(r)
	t.Cleanup(s.Close)
	return s.URL
}

// call sends a request without following redirects and without Go's own decompression.
func call(t *testing.T, method, url string, header ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "identity")
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(body)
}

func TestPages(t *testing.T) {
	base := serve(t, demo())
	for _, path := range []string{"/", "/playground", "/playground/", "/docs", "/docs/"} {
		t.Run(path, func(t *testing.T) {
			res, body := call(t, "GET", base+path)
			if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/html; charset=utf-8" {
				t.Fatalf("answered %d %s", res.StatusCode, res.Header.Get("Content-Type"))
			}
			if !strings.Contains(body, "</html>") || strings.Contains(body, "ZgotmplZ") {
				t.Error("the page is broken:", body)
			}
			checkSecured(t, res)
			policy := res.Header.Get("Content-Security-Policy")
			for part := range strings.SplitSeq(policy, "; ") {
				if strings.HasPrefix(part, "script-src") && part != "script-src 'self'" {
					t.Error("scripts may come from elsewhere:", part)
				}
			}
			if regexp.MustCompile(`(?i)<script[^>]*>[^<]|<style|\son[a-z]+=|\sstyle=`).MatchString(body) {
				t.Error("the page has an inline script or style, which its own policy forbids")
			}
			if strings.Contains(body, token) {
				t.Error("the page holds a token")
			}

			head, empty := call(t, "HEAD", base+path)
			if head.StatusCode != http.StatusOK || empty != "" || head.Header.Get("ETag") != res.Header.Get("ETag") {
				t.Error("HEAD is not GET without the body")
			}
			again, empty := call(t, "GET", base+path, "If-None-Match", res.Header.Get("ETag"))
			if again.StatusCode != http.StatusNotModified || empty != "" {
				t.Error("an unchanged page is sent again:", again.StatusCode)
			}
			if post, _ := call(t, "POST", base+path); post.StatusCode != http.StatusMethodNotAllowed {
				t.Error("POST answered", post.StatusCode)
			}
		})
	}
}

func checkSecured(t *testing.T, res *http.Response) {
	t.Helper()
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff",
		"X-Frame-Options":        "DENY",
		"Referrer-Policy":        "no-referrer",
	} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	for _, want := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"} {
		if policy := res.Header.Get("Content-Security-Policy"); !strings.Contains(policy, want) {
			t.Errorf("the policy %q lacks %s", policy, want)
		}
	}
}

// Every address in a page and in our own scripts and styles stays on the server and, where
// it is an asset, exists.
func TestNothingLeavesTheOrigin(t *testing.T) {
	base := serve(t, demo())
	link := regexp.MustCompile(`(?:src|href)="([^"]*)"`)
	assets := map[string]bool{}
	for _, path := range []string{"/", "/playground", "/docs"} {
		_, body := call(t, "GET", base+path)
		for _, m := range link.FindAllStringSubmatch(body, -1) {
			if id, within := strings.CutPrefix(m[1], "#"); within {
				if !strings.Contains(body, `id="`+id+`"`) {
					t.Errorf("%s has nothing at %s", path, m[1])
				}
				continue
			}
			if !strings.HasPrefix(m[1], "/") || strings.HasPrefix(m[1], "//") {
				t.Errorf("%s refers to %s", path, m[1])
			}
			if strings.HasPrefix(m[1], "/assets/") {
				assets[m[1]] = true
			}
		}
	}
	if len(assets) < 10 {
		t.Fatal("only these assets are used:", assets)
	}
	for url := range assets {
		res, body := call(t, "GET", base+url)
		if res.StatusCode != http.StatusOK {
			t.Errorf("%s answered %d", url, res.StatusCode)
		}
		if strings.HasSuffix(strings.Split(url, "?")[0], ".css") && regexp.MustCompile(`@import|url\(\s*["']?(https?:)?//`).MatchString(body) {
			t.Errorf("%s fetches something", url)
		}
	}
	own, err := filepath.Glob("static/*.[jc]s*")
	if err != nil || len(own) == 0 {
		t.Fatal("no files of our own", err)
	}
	for _, file := range own {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`https?://|@import`).Match(b) {
			t.Errorf("%s names another origin", file)
		}
	}
}

func TestAssets(t *testing.T) {
	base := serve(t, demo())
	_, page := call(t, "GET", base+"/playground")
	hashed := regexp.MustCompile(`/assets/graphiql\.js\?v=[^"]+`).FindString(page)

	plainRes, script := call(t, "GET", base+hashed)
	checkSecured(t, plainRes)
	if got := plainRes.Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
		t.Error("the address with a hash is kept for:", got)
	}
	if got := plainRes.Header.Get("Content-Type"); got != "text/javascript; charset=utf-8" {
		t.Error("a script is", got)
	}
	for _, url := range []string{"/assets/graphiql.js", "/assets/graphiql.js?v=old"} {
		t.Run(url, func(t *testing.T) {
			if res, _ := call(t, "GET", base+url); res.Header.Get("Cache-Control") != "no-cache" {
				t.Errorf("%s is kept though it may change", url)
			}
		})
	}

	for _, accept := range []string{"gzip", "br;q=1, gzip;q=0.8, *;q=0.1", "deflate,GZIP"} {
		t.Run(accept, func(t *testing.T) {
			res, packed := call(t, "GET", base+hashed, "Accept-Encoding", accept)
			if res.Header.Get("Content-Encoding") != "gzip" || res.Header.Get("Vary") != "Accept-Encoding" {
				t.Fatalf("%q is not sent gzip", accept)
			}
			zr, err := gzip.NewReader(strings.NewReader(packed))
			if err != nil {
				t.Fatal(err)
			}
			if b, err := io.ReadAll(zr); err != nil || string(b) != script {
				t.Error("the compressed script is another one", err)
			}
			if res.Header.Get("ETag") == plainRes.Header.Get("ETag") {
				t.Error("two representations share a strong ETag")
			}
			again, _ := call(t, "GET", base+hashed, "Accept-Encoding", accept, "If-None-Match", res.Header.Get("ETag"))
			if again.StatusCode != http.StatusNotModified {
				t.Error("an unchanged script is sent again:", again.StatusCode)
			}
		})
	}
	for _, refuse := range []string{"", "gzip;q=0", "gzip;q=0.000", "br", "x-gzipped"} {
		t.Run("refused by "+refuse, func(t *testing.T) {
			if res, body := call(t, "GET", base+hashed, "Accept-Encoding", refuse); res.Header.Get("Content-Encoding") != "" || body != script {
				t.Errorf("%q gets a compressed script", refuse)
			}
		})
	}

	icon, _ := call(t, "HEAD", base+"/favicon.ico")
	if icon.StatusCode != http.StatusOK || icon.Header.Get("Content-Type") != "image/svg+xml" {
		t.Error("the icon answered", icon.StatusCode, icon.Header.Get("Content-Type"))
	}
	for _, path := range []string{"/assets/", "/assets/nothing.js", "/assets/../web.go", "/assets/graphiql.js.gz", "/playground/x"} {
		t.Run(path, func(t *testing.T) {
			if res, _ := call(t, "GET", base+path); res.StatusCode != http.StatusNotFound {
				t.Errorf("%s answered %d", path, res.StatusCode)
			}
		})
	}
}

func TestPlaygroundConfig(t *testing.T) {
	type config struct {
		Endpoint string
		Tabs     []web.Tab
	}
	read := func(t *testing.T, cfg web.Config) (*http.Response, config) {
		t.Helper()
		res, body := call(t, "GET", serve(t, cfg)+"/playground/config.json")
		var c config
		if err := json.Unmarshal([]byte(body), &c); err != nil {
			t.Fatal(err, body)
		}
		checkSecured(t, res)
		if res.Header.Get("Cache-Control") != "no-store" || res.Header.Get("ETag") != "" {
			t.Error("tokens may be kept")
		}
		return res, c
	}

	t.Run("demo mode has a login tab and the roles'", func(t *testing.T) {
		_, c := read(t, demo())
		if c.Endpoint != "/graphql" || len(c.Tabs) != 2 || c.Tabs[0].Name != "login" || c.Tabs[1].Name != "super_admin" {
			t.Fatalf("got %+v", c)
		}
		if c.Tabs[0].Headers != "" || !strings.Contains(c.Tabs[0].Query, `"superadmin@example.com"`) || !strings.Contains(c.Tabs[0].Query, `"redress-demo"`) {
			t.Error("the login tab can't log in:", c.Tabs[0])
		}
		var headers map[string]string
		if err := json.Unmarshal([]byte(c.Tabs[1].Headers), &headers); err != nil || headers["Authorization"] != "Bearer "+token {
			t.Error("the role's tab has no token:", c.Tabs[1].Headers, err)
		}
	})
	t.Run("otherwise there is a login tab without an account", func(t *testing.T) {
		_, c := read(t, plain())
		if len(c.Tabs) != 1 || c.Tabs[0].Headers != "" || !strings.Contains(c.Tabs[0].Query, `"your password"`) {
			t.Fatalf("got %+v", c)
		}
	})
	t.Run("tokens that can't be made are the service's own error", func(t *testing.T) {
		cfg := demo()
		cfg.Tabs = func(context.Context) ([]web.Tab, error) { return nil, errors.New("no database") }
		if res, _ := call(t, "GET", serve(t, cfg)+"/playground/config.json"); res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Cache-Control") != "no-store" {
			t.Error("answered", res.StatusCode)
		}
	})
}

func TestWithoutPlayground(t *testing.T) {
	cfg := plain()
	cfg.Playground = false
	base := serve(t, cfg)
	for _, path := range []string{"/playground", "/playground/", "/playground/config.json"} {
		t.Run(path, func(t *testing.T) {
			if res, _ := call(t, "GET", base+path); res.StatusCode != http.StatusNotFound {
				t.Errorf("%s answered %d", path, res.StatusCode)
			}
		})
	}
	for _, path := range []string{"/", "/docs"} {
		t.Run(path, func(t *testing.T) {
			if _, body := call(t, "GET", base+path); strings.Contains(body, "/playground\"") {
				t.Errorf("%s leads to a playground that isn't there", path)
			}
		})
	}
}

func TestStartPage(t *testing.T) {
	_, body := call(t, "GET", serve(t, demo())+"/")
	for _, want := range []string{`href="/playground"`, `href="/docs"`, `href="/openapi.json"`, `href="/healthz"`, "superadmin@example.com", "redress-demo"} {
		if !strings.Contains(body, want) {
			t.Error("the start page lacks", want)
		}
	}
	if _, body := call(t, "GET", serve(t, plain())+"/"); strings.Contains(body, "Demo accounts") {
		t.Error("demo accounts outside demo mode")
	}
}

// Every sample is a valid query of the graph as it is written down.
func TestSamples(t *testing.T) {
	files, err := filepath.Glob("../../graph/*.graphqls")
	if err != nil || len(files) == 0 {
		t.Fatal("no graph to hold the samples against", err)
	}
	var sources []*ast.Source
	for _, file := range append(files, "../../graph/ent.graphql") {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, &ast.Source{Name: file, Input: string(b)})
	}
	schema, err := gqlparser.LoadSchema(sources...)
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range []string{"login", "user", "solver", "provider", "admin", "super_admin"} {
		t.Run(role, func(t *testing.T) {
			query := strings.NewReplacer("EMAIL", `"a"`, "PASSWORD", `"b"`).Replace(web.Sample(role))
			doc, errs := gqlparser.LoadQueryWithRules(schema, query, nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			if len(doc.Operations) != 1 || doc.Operations[0].Name == "" {
				t.Error("the tab would have no title")
			}
		})
	}
}

// TestDocs: the page shows what the OpenAPI document says, as text, without a script.
func TestDocs(t *testing.T) {
	base := serve(t, plain())
	res, body := call(t, "GET", base+"/docs")
	if policy := res.Header.Get("Content-Security-Policy"); strings.Contains(policy, "unsafe") || strings.Contains(policy, "data:") {
		t.Error("the policy is", policy)
	}
	for _, want := range []string{
		`<a href="#lightLamp">Light a lamp</a>`, `<article id="lightLamp"><h3>Light a lamp</h3>`, "<p>All paths need <code>Authorization</code>.</p>",
		`<span class="method">POST</span> <code>/<wbr>lamps/<wbr>{id}/<wbr>`, "<p>First.</p>\n<p>Second &lt;b&gt;.</p>",
		"<dt><code>id</code> <span>string (uuid), path, required</span></dt>", "From <code>1</code> to <code>60</code>. Default: <code>5</code>.",
		"<h4>Body, application/json</h4>", "&#34;color&#34;: &#34;amber&#34;", `<a href="#schema-Lamp">Lamp</a> or null`, "list of string", "integer or null (int32), optional",
		`<label><span>minutes</span><input name="query:minutes"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	packed, small := call(t, "GET", base+"/docs", "Accept-Encoding", "gzip")
	if packed.Header.Get("Content-Encoding") != "gzip" || len(small) > len(body)/2 {
		t.Errorf("%d bytes are sent as %d", len(body), len(small))
	}
}
