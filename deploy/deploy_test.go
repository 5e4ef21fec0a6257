// Package deploy_test holds what is shipped beside the program: the files of the package and of the archives, the
// configuration of the proxy, the images and the chart.
package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// tool returns where a program of the machine is, and ends the test where it is not. Servers are where only root looks.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/" + name)
	}
	if err != nil {
		t.Skipf("NOT TESTED: %s is not here", name)
	}
	return path
}

var link = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)

// makePages writes the documents of a release into a folder.
func makePages(t *testing.T, folder string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), tool(t, "sh"), "pages.sh", "v1.2.3", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// TestReleasePages: every link of the documents that a release has beside its program leads to a file that is there, or to
// an address.
func TestReleasePages(t *testing.T) {
	folder := t.TempDir()
	makePages(t, folder)
	pages := 0
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		names, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range names {
			pages++
			text := read(t, page)
			for _, m := range link.FindAllStringSubmatch(text, -1) {
				if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
					t.Errorf("%s links to %s, which is not there", strings.TrimPrefix(page, folder), m[1])
				}
			}
			for _, m := range regexp.MustCompile(`redress/blob/v1\.2\.3/([^)#]+)`).FindAllStringSubmatch(text, -1) {
				if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
					t.Errorf("%s links to %s of the repository, which is not there", strings.TrimPrefix(page, folder), m[1])
				}
			}
		}
	}
	if pages < 10 {
		t.Errorf("%d pages", pages)
	}
	for _, name := range []string{"nginx.conf", "redress.service", "redress-backup.timer", "prometheus/alerts.yml", "grafana/redress.json"} {
		if _, err := os.Stat(filepath.Join(folder, "deploy", name)); err != nil {
			t.Error(err)
		}
	}
}

// TestPackage holds what the Debian package installs: the units of the backup, which nothing enables, and the documents
// with what they name. Each of its sources is there.
func TestPackage(t *testing.T) {
	var nfpm struct {
		Contents []struct{ Src, Dst, Type string }
	}
	if err := yaml.Unmarshal([]byte(read(t, "debian/nfpm.yaml")), &nfpm); err != nil {
		t.Fatal(err)
	}
	installed := map[string]string{}
	for _, c := range nfpm.Contents {
		installed[c.Dst] = c.Src
		if strings.Contains(c.Src, "$") {
			continue
		}
		if _, err := os.Stat(filepath.Join("..", c.Src)); err != nil {
			t.Error(err)
		}
	}
	for dst, src := range map[string]string{
		"/usr/lib/systemd/system/redress.service": "deploy/redress.service", "/usr/lib/systemd/system/redress-backup.service": "deploy/redress-backup.service",
		"/usr/lib/systemd/system/redress-backup.timer": "deploy/redress-backup.timer", "/usr/share/doc/redress/docs": "${FILES}/pages/docs",
		"/usr/share/doc/redress/deploy": "${FILES}/pages/deploy", "/usr/share/doc/redress/README.md": "${FILES}/README.md",
	} {
		if installed[dst] != src {
			t.Errorf("%s is %q, want %s", dst, installed[dst], src)
		}
	}
	if strings.Contains(read(t, "debian/postinst"), "redress-backup") {
		t.Error("the package enables the backup")
	}
	if !strings.Contains(read(t, "debian/prerm"), "redress-backup.timer") {
		t.Error("the timer of the backup survives the removal of the package")
	}
	if !strings.Contains(read(t, "release.sh"), `deploy/pages.sh "$version" "$tmp/pages"`) {
		t.Error("a release has no pages")
	}
}

// TestKeysCanBeRead: whoever follows the example of the settings gives the service's account the files that it names.
func TestKeysCanBeRead(t *testing.T) {
	for _, name := range []string{"redress.env", "debian/README.Debian", "../docs/deploy.md"} {
		if !strings.Contains(read(t, name), "install -o redress -g redress -m 0600 key.pem /etc/redress/key.pem") {
			t.Errorf("%s does not say who must be able to read the files in /etc/redress", name)
		}
	}
}

// TestContainersHaveABackup: the compose file runs a backup with an image that has pg_dump, which is not the one that is
// built by default.
func TestContainersHaveABackup(t *testing.T) {
	var compose struct {
		Services map[string]struct {
			Build       struct{ Target string }
			Profiles    []string
			Environment map[string]string
			Volumes     []string
			Image       string
		}
		Volumes map[string]any
	}
	if err := yaml.Unmarshal([]byte(read(t, "compose.yaml")), &compose); err != nil {
		t.Fatal(err)
	}
	b, service := compose.Services["backup"], compose.Services["redress"]
	if b.Build.Target != "backup" || len(b.Profiles) == 0 || b.Environment["REDRESS_DATABASE_URL"] != service.Environment["REDRESS_DATABASE_URL"] || b.Image == service.Image {
		t.Errorf("%+v", b)
	}
	if _, ok := compose.Volumes["backup"]; !ok || strings.Join(b.Volumes, " ") != "data:/data backup:/backup" {
		t.Errorf("its volumes: %v", b.Volumes)
	}
	if mounted := "${REDRESS_ADMIN_PASSWORD_FILE:-/dev/null}:" + "/run/first-account/password:ro"; !slices.Contains(service.Volumes, mounted) ||
		service.Environment["REDRESS_ADMIN_EMAIL"] != "${REDRESS_ADMIN_EMAIL:-}" || service.Environment["REDRESS_ADMIN_PASSWORD_FILE"] != "${REDRESS_ADMIN_EMAIL:+/run/first-account/password}" {
		t.Errorf("it does not pass the first account on: %v %v", service.Volumes, service.Environment)
	}
	stages := regexp.MustCompile(`(?m)^FROM (\S+)(?: AS (\S+))?$`).FindAllStringSubmatch(read(t, "Containerfile"), -1)
	if len(stages) != 3 || stages[1][2] != "backup" || stages[1][1] != compose.Services["postgres"].Image || stages[2][1] != "scratch" {
		t.Errorf("the stages are %v; pg_dump has to be of the server's version", stages)
	}
	for _, command := range []string{"docker compose run --rm backup\n", "docker compose run --rm backup restore /backup/redress", "docker push", "--set image.repository="} {
		if !strings.Contains(read(t, "../docs/deploy.md"), command) {
			t.Errorf("docs/deploy.md has no %q", command)
		}
	}
}

// TestMake: `make help` names every target with a comment, and what is missing without Go is said first.
func TestMake(t *testing.T) {
	program := tool(t, "make")
	folder := t.TempDir()
	for _, name := range []string{"sh", "awk", "git", "sed", "env", "test"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	run := func(target string) string {
		c := exec.CommandContext(t.Context(), program, "--no-print-directory", "-C", "..", target)
		c.Env = []string{"PATH=" + folder}
		out, _ := c.CombinedOutput()
		return string(out)
	}
	help := run("help")
	for _, m := range regexp.MustCompile(`(?m)^(\S+):.*## (.*)$`).FindAllStringSubmatch(read(t, "../Makefile"), -1) {
		if !regexp.MustCompile(`(?m)^  make ` + m[1] + ` .*` + regexp.QuoteMeta(m[2]) + `$`).MatchString(help) {
			t.Errorf("make help lacks %s:\n%s", m[1], help)
		}
	}
	for _, target := range []string{"build", "run", "test", "e2e", "generate", "lint"} {
		if first, _, _ := strings.Cut(run(target), "\n"); !strings.Contains(first, "Go 1.26") || !strings.Contains(first, "https://go.dev/dl/") {
			t.Errorf("make %s without Go begins with %q", target, first)
		}
	}
	plan := func(args ...string) string {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), tool(t, "make"), append([]string{"-n", "--no-print-directory", "-C", "..", "test"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	if all := plan("TIMEOUT=7m"); !strings.Contains(all, "-timeout 7m $(go list ./... ") || !strings.Contains(all, "-timeout 7m ./graph/gqlhttp/... ") || !strings.Contains(all, "-race") {
		t.Errorf("make test: %s", all)
	}
	if some := plan("PKG=./internal/export ./rest", "RUN=TestPages"); !strings.Contains(some, "-run 'TestPages' ./internal/export ./rest\n") || strings.Contains(some, "-race") || strings.Contains(some, "./...") {
		t.Errorf("make test of two packages: %s", some)
	}
}
