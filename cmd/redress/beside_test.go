package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/redress/redress/internal/config"
)

// freeAddress returns an address of this machine that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// certificate writes a certificate for this machine and its key to a folder.
func certificate(t *testing.T, folder string) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for name, block := range map[string]*pem.Block{
		certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: private},
	} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certFile, keyFile
}

// allSettings returns a flag for each setting, with a value that differs from the default where another one can
// be used here.
func (h installation) allSettings(t *testing.T) []string {
	t.Helper()
	certFile, keyFile := certificate(t, h.dir)
	password := filepath.Join(h.dir, "first-password")
	if err := os.WriteFile(password, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{
		"addr": freeAddress(t), "metrics-addr": freeAddress(t), "data-dir": h.dir, "tls-cert": certFile, "tls-key": keyFile,
		"uploads-per-hour": "100", "media-trash-days": "20", "cors-origins": "https://app.example.org", "trusted-proxies": "10.0.0.9",
		"playground": "true", "access-token-ttl": "20m", "refresh-token-ttl": "700h", "session-ttl": "2000h", "admin-session-ttl": "700h",
		"admin-session-idle": "11h", "smtp-url": "smtp://" + freeAddress(t) + "?from=desk@example.org", "public-url": "https://redress.example.org",
		"security-contact": "mailto:security@example.org", "mail-rate": "10", "mail-connections": "2", "streams": "500", "broadcast-grace": "20m",
		"backup-within": "30h", "registration": "open", "admin-email": "first@example.org", "admin-password-file": password, "log-level": "warn", "log-format": "json",
		"budget-user": "200000", "budget-solver": "200000", "budget-provider": "200000", "budget-admin": "1000000", "budget-super-admin": "1000000",
		"budget-anonymous": "5000", "slow-after": "2s", "slow-plan-after": "6s", "database-pooler-url": "",
	}
	if strings.HasPrefix(h.database, "postgres") {
		values["database-pooler-url"] = h.database
	}
	var args []string
	new(config.Config).Flags().VisitAll(func(f *pflag.Flag) {
		value, ok := values[f.Name]
		own := strings.Contains(strings.Join(h.flags(), " "), "--"+f.Name+" ")
		if !ok && !own {
			t.Errorf("--%s: the test has no value for it", f.Name)
		}
		if value != "" {
			args = append(args, "--"+f.Name+"="+value)
		}
	})
	return args
}

// TestCommandsBesideService runs each command while the service runs with all settings set: only serve opens
// addresses.
func TestCommandsBesideService(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		settings := h.allSettings(t)
		ctx, stop := context.WithCancel(t.Context())
		out, log, ended := &syncBuffer{}, &syncBuffer{}, make(chan error, 1)
		go func() { ended <- run(ctx, append(append([]string{"serve"}, settings...), h.flags()...), nil, out, log) }()
		defer func() {
			stop()
			if err := <-ended; err != nil {
				t.Errorf("serve: %v", err)
			}
		}()
		eventually(t, 20*time.Second, "listens", func() bool { return strings.Contains(out.String(), "listens on https://") })

		backups := filepath.Join(t.TempDir(), "backups")
		csv := filepath.Join(h.dir, "complaints.csv")
		if err := os.WriteFile(csv, []byte("Id,Subject,Created\n1,A lamp,2026-01-02T03:04:05Z\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		run := func(want string, args ...string) {
			t.Helper()
			o := h.run(t, secret+"\n", append(args, settings...)...)
			if strings.Contains(o.err, "in use") || (want == "") != (o.err == "") || !strings.Contains(o.err, want) {
				t.Errorf("%s: %q %q, want %q", args, o.err, o.stderr, want)
			}
		}
		run("", "healthcheck")
		run("", "migrate")
		run("", "user", "create", "--email", "a@example.org", "--role", "admin", "--password-file", "-")
		run("", "user", "role", "a@example.org", "super_admin")
		run("", "user", "password", "a@example.org", "--password-file", "-")
		run("", "token", "--email", "a@example.org")
		run("", "user", "disable", "a@example.org")
		run("", "import", "complaints", csv, "--report", csv+".report", "--map", "title=Subject", "--map", "opened_at=Created", "--map", "external_ref=Id")
		run("", "verify-ledger")
		run("", "verify-counts")
		run("", "verify-media")
		run("", "backup", backups)
		run("", "backup", "verify", backups)
		run("Nothing was changed", "restore", backups)
		run("--yes", "media", "adopt")
		run("", "config")
		// Every other command, or one that is new, without what it needs.
		var each func(c *cobra.Command)
		each = func(c *cobra.Command) {
			for _, child := range c.Commands() {
				each(child)
			}
			path := strings.Fields(c.CommandPath())[1:]
			if c.HasSubCommands() || len(path) == 0 || path[0] == "serve" || path[0] == "help" {
				return
			}
			if o := h.run(t, "", append(path, settings...)...); strings.Contains(o.err, "in use") {
				t.Errorf("%s: %s", path, o.err)
			}
		}
		each(newRoot(&App{Stdout: io.Discard, Stderr: io.Discard}))
	})
}

// TestOneServiceOnAFile: a second service on one SQLite file is refused before it changes anything; commands work
// beside the first one, and when that has stopped the file is free.
func TestOneServiceOnAFile(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	first := h.serve(t)
	if o := h.run(t, "", "serve", "--addr", "127.0.0.1:0"); !strings.Contains(o.err, "another redress serves this file") || !strings.Contains(o.err, "REDRESS_DATABASE_URL") {
		t.Errorf("a second service: %+v", o)
	}
	h.mustRun(t, secret+"\n", "user", "create", "--email", "a@example.org", "--role", "admin", "--password-file", "-")
	h.mustRun(t, "", "verify-ledger")
	if res := first.request(t, "", "GET", "/readyz", ""); res.status != http.StatusOK {
		t.Errorf("the first one: %d", res.status)
	}
	first.stop()
	h.serve(t)
	killed := newInstallation(t)
	killed.startProcess(t).kill()
	killed.serve(t, "--demo") // a lock dies with its process
}

// TestOwnTLS: browsers that came over the service's own HTTPS come back over nothing else, and a key that others can
// read is refused, as the signing key is.
func TestOwnTLS(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	certFile, keyFile := certificate(t, h.dir)
	own := []string{"--tls-cert", certFile, "--tls-key", keyFile}
	for _, mode := range []os.FileMode{0o644, 0o604, 0o660} {
		if err := os.Chmod(keyFile, mode); err != nil {
			t.Fatal(err)
		}
		if o := h.run(t, "", append([]string{"serve", "--addr", "127.0.0.1:0"}, own...)...); !strings.Contains(o.err, "REDRESS_TLS_KEY") || !strings.Contains(o.err, "chmod 600") {
			t.Errorf("%o: %+v", mode, o)
		}
	}
	if err := os.Chmod(keyFile, 0o640); err != nil { // as ssl-cert's are
		t.Fatal(err)
	}
	address := freeAddress(t)
	ctx, stop := context.WithCancel(t.Context())
	out, ended := &syncBuffer{}, make(chan error, 1)
	go func() {
		ended <- run(ctx, append(append([]string{"serve", "--addr", address}, own...), h.flags()...), nil, out, &syncBuffer{})
	}()
	defer func() { stop(); <-ended }()
	eventually(t, 20*time.Second, "listens", func() bool { return strings.Contains(out.String(), "listens on https://") })
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	for path, want := range map[string]int{"/desk/": http.StatusOK, "/nowhere": http.StatusNotFound, "/graphql": http.StatusUnauthorized} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if got := res.Header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
			t.Errorf("%s: %d, HSTS %q (want %d)", path, res.StatusCode, got, want)
		}
	}
	if got := newInstallation(t).serve(t).request(t, "", "GET", "/", "").header.Get("Strict-Transport-Security"); got != "" {
		t.Errorf("over HTTP: %q", got)
	}
}

// TestPasswordFileOfOthers: a file with a password that others can read is refused.
func TestPasswordFileOfOthers(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	file := filepath.Join(h.dir, "password")
	if err := os.WriteFile(file, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	if o := h.run(t, "", "user", "create", "--email", "a@example.org", "--role", "admin", "--password-file", file); !strings.Contains(o.err, "mode 0644") {
		t.Errorf("user create: %+v", o)
	}
	first := []string{"--admin-email", "a@example.org", "--admin-password-file", file}
	if o := h.run(t, "", append([]string{"serve", "--addr", "127.0.0.1:0"}, first...)...); !strings.Contains(o.err, "REDRESS_ADMIN_PASSWORD_FILE") || !strings.Contains(o.err, "mode 0644") {
		t.Errorf("serve: %+v", o)
	}
	if err := os.Chmod(file, 0o440); err != nil { // as a service manager's credentials are
		t.Fatal(err)
	}
	if v := h.serve(t, first...); !strings.Contains(v.out.String(), "Created the first account") {
		t.Errorf("with mode 0440:\n%s", v.out)
	}
}
