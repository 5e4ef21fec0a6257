package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// TestPackagePages: every link of the documents in the Debian package leads to a file that the package installs, or to an address.
func TestPackagePages(t *testing.T) {
	var nfpm struct {
		Contents []struct{ Src, Dst string }
	}
	if err := yaml.Unmarshal([]byte(read(t, "debian/nfpm.yaml")), &nfpm); err != nil {
		t.Fatal(err)
	}
	files := t.TempDir()
	makePages(t, filepath.Join(files, "pages"))
	readme, err := exec.CommandContext(t.Context(), tool(t, "sed"), "-f", "debian/links.sed", filepath.Join(files, "pages", "README.md")).Output()
	if err == nil {
		err = os.WriteFile(filepath.Join(files, "README.md"), readme, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(read(t, "release.sh"), `sed -f deploy/debian/links.sed "$tmp/pages/README.md" >"$tmp/README.md"`) {
		t.Error("a release does not make the package's README.md")
	}
	const home = "/usr/share/doc/redress/"
	installed, pages := map[string]bool{}, map[string]string{} // paths below home; of pages where they are here
	for _, c := range nfpm.Contents {
		below, ours := strings.CutPrefix(c.Dst, home)
		if !ours {
			continue
		}
		installed[below] = true
		here := strings.Replace(c.Src, "${FILES}", files, 1)
		_ = filepath.WalkDir(here, func(path string, _ os.DirEntry, err error) error { // what the release makes is not there
			if err == nil {
				name := strings.TrimSuffix(below+strings.TrimPrefix(path, here), "/")
				installed[name] = true
				if strings.HasSuffix(name, ".md") {
					pages[name] = path
				}
			}
			return nil
		})
	}
	if len(pages) < 10 {
		t.Errorf("only %d pages: %v", len(pages), pages)
	}
	for name, path := range pages {
		for _, m := range link.FindAllStringSubmatch(read(t, path), -1) {
			if to := filepath.Join(filepath.Dir(name), m[1]); !installed[to] {
				t.Errorf("%s links to %s, which the package does not install", name, m[1])
			}
		}
	}
}

// TestPurge: who purges the package learns what stays, in the folder of the settings as in that of the data.
func TestPurge(t *testing.T) {
	purge := func(t *testing.T, keys ...string) string {
		t.Helper()
		root := t.TempDir()
		settings, data := filepath.Join(root, "etc"), filepath.Join(root, "lib")
		for _, folder := range []string{settings, data} {
			if err := os.Mkdir(folder, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		for _, key := range keys {
			if err := os.WriteFile(filepath.Join(settings, key), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		script := strings.NewReplacer("/etc/redress", settings, "/var/lib/redress", data, "systemctl daemon-reload", "true").Replace(read(t, "debian/postrm"))
		out, err := exec.CommandContext(t.Context(), tool(t, "sh"), "-c", script, "postrm", "purge").CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return strings.ReplaceAll(string(out), root, "")
	}
	if said := purge(t); said != "" {
		t.Errorf("of nothing it says %s", said)
	}
	if said := purge(t, "key.pem", "my cert.pem", ".secret"); !strings.Contains(said, "/etc stays") ||
		!strings.Contains(said, "key.pem") || !strings.Contains(said, "my cert.pem") || !strings.Contains(said, ".secret") {
		t.Errorf("it says %q", said)
	}
}
