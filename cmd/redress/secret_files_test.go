package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/store"
)

// writeSecret writes a file with a mode, whatever the umask.
func writeSecret(t *testing.T, text string, mode fs.FileMode) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, mode); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestRefusedSecretsLeaveNothingBehind: a start that ends at a file with a secret, or at what stands in it, has made no database, no key
// and no folder.
func TestRefusedSecretsLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	forEachEmptyDatabase(t, func(t *testing.T, h installation) {
		const email = "ada@example.org"
		for name, row := range map[string]struct {
			email, file, said string
		}{
			"a password that everybody can read": {email, writeSecret(t, secret, 0o644), "mode 0644"},
			"and its group can change":           {email, writeSecret(t, secret, 0o660), "mode 0660"},
			"no file":                            {email, filepath.Join(t.TempDir(), "nowhere"), "nowhere"},
			"an empty file":                      {email, writeSecret(t, "", 0o600), "REDRESS_ADMIN_PASSWORD_FILE: "},
			"a weak password":                    {email, writeSecret(t, "12345678", 0o600), "REDRESS_ADMIN_PASSWORD_FILE: "},
			"the name of the service":            {email, writeSecret(t, "redress1", 0o600), "REDRESS_ADMIN_PASSWORD_FILE: "},
			"no address":                         {"ada", writeSecret(t, secret, 0o600), "REDRESS_ADMIN_EMAIL: "},
		} {
			s := h.run(t, "", "serve", "--addr", "127.0.0.1:0", "--admin-email", row.email, "--admin-password-file", row.file)
			if !strings.Contains(s.err, row.said) || !strings.Contains(s.err, "REDRESS_ADMIN_") {
				t.Errorf("%s: %+v", name, s)
			}
		}
		if left, err := os.ReadDir(h.dir); err != nil || len(left) > 0 {
			t.Errorf("refused starts left %v, %v", left, err)
		}
		if strings.HasPrefix(h.database, "postgres") {
			if v := versionOf(t, h.database); v != 0 {
				t.Errorf("refused starts made a database of version %d", v)
			}
		}

		h.mustRun(t, "", "migrate")
		h.serve(t).stop()
		ledgerKey := filepath.Join(h.dir, "ledger.key")
		if err := os.Chmod(ledgerKey, 0o644); err != nil {
			t.Fatal(err)
		}
		other := h
		other.dir, other.database = t.TempDir(), "sqlite://"+filepath.Join(t.TempDir(), "redress.db")
		s := runWith(t, "", append([]string{"serve", "--addr", "127.0.0.1:0"}, replaced(other.flags(), filepath.Join(other.dir, "ledger.key"), ledgerKey)...)...)
		if left, err := os.ReadDir(other.dir); !strings.Contains(s.err, "REDRESS_LEDGER_KEY_FILE") || !strings.Contains(s.err, "mode 0644") || err != nil || len(left) > 0 {
			t.Errorf("with a ledger's key that everybody can read: %+v, left %v, %v", s, left, err)
		}
	})
}

// TestSecretsAreNotReadWhenThereAreAccounts: what is wrong with the first account's file stops no later start.
func TestSecretsAreNotReadWhenThereAreAccounts(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		args := []string{"--admin-email", "ada@example.org", "--admin-password-file", writeSecret(t, secret, 0o600)}
		h.serve(t, args...).stop()
		args[3] = writeSecret(t, secret, 0o644)
		h.serve(t, args...).stop()
	})
}

// TestFirstAccountOfPipe: a secret that comes through a pipe, as a shell or a manager of secrets gives it, can be read once.
func TestFirstAccountOfPipe(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = r.Close() }()
		if _, err := fmt.Fprintln(w, secret); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		v := h.serve(t, "--admin-email", "ada@example.org", "--admin-password-file", fmt.Sprintf("/dev/fd/%d", r.Fd()))
		v.stop()
		if !strings.Contains(v.out.String(), "Created the first account, ada@example.org") {
			t.Errorf("no account: %s", v.out)
		}
	})
}

// TestSecretsOnReadOnlyMount: files as container platforms mount them, on a mount that is read-only and with modes that nobody chose, are
// taken: of Kubernetes 0644, of Swarm 0444.
func TestSecretsOnReadOnlyMount(t *testing.T) {
	t.Parallel()
	if out, err := exec.CommandContext(t.Context(), "unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", t.TempDir()).CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: this machine lets nobody mount (%v: %s)", err, out)
	}
	for _, mode := range []string{"0644", "0444", "0440"} {
		h, mounted := newInstallation(t), t.TempDir()
		const mount = `mount -t tmpfs tmpfs "$0" && printf '%s\n' "$2" >"$0/password" && printf '%s' 'smtp://me:secret@127.0.0.1:2525?from=a@example.org&tls=none' >"$0/smtp" &&
			chmod "$1" "$0"/* && mount -o remount,ro tmpfs "$0" && shift 2 && exec "$@"`
		serve := h.command(t, "serve", "--addr", "127.0.0.1:0", "--admin-email", "ada@example.org", "--admin-password-file", filepath.Join(mounted, "password"))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		c := exec.CommandContext(ctx, "unshare", append([]string{"--user", "--map-root-user", "--mount", "sh", "-c", mount, mounted, mode, secret}, serve.Args...)...)
		c.Env = append(serve.Env, "REDRESS_SMTP_URL_FILE="+filepath.Join(mounted, "smtp"))
		out := &syncBuffer{}
		c.Stdout, c.Stderr = out, out
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for ctx.Err() == nil && !strings.Contains(out.String(), "listens") && !strings.Contains(out.String(), "redress: ") {
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
		_ = c.Wait()
		if said := out.String(); !strings.Contains(said, "Created the first account, ada@example.org") || strings.Contains(said, "Warning: ") {
			t.Errorf("with mode %s:\n%s", mode, said)
		}
	}
}

// TestOpenSecretsOfURLs: a URL with a password in a file that others can read is taken, with a warning: so it always was.
func TestOpenSecretsOfURLs(t *testing.T) {
	for i, row := range []struct {
		variable, url string
		mode          fs.FileMode
		warned        bool
	}{
		{"REDRESS_SMTP_URL_FILE", "smtp://me:secret@mail.example.org?from=a@example.org", 0o644, true},
		{"REDRESS_SMTP_URL_FILE", "smtp://me:secret@mail.example.org?from=a@example.org", 0o640, false},
		{"REDRESS_SMTP_URL_FILE", "smtp://mail.example.org?from=a@example.org", 0o644, false},
		{"REDRESS_DATABASE_URL_FILE", "postgres://redress:secret@db.example.org/redress", 0o644, true},
		{"REDRESS_DATABASE_URL_FILE", "postgres://redress@db.example.org/redress?password=secret", 0o604, true},
		{"REDRESS_DATABASE_URL_FILE", "postgres://redress@db.example.org/redress", 0o644, false},
		{"REDRESS_PUBLIC_URL_FILE", "https://redress.example.org", 0o644, false},
	} {
		t.Run(fmt.Sprintf("%d", i), func(t *testing.T) {
			t.Setenv(row.variable, writeSecret(t, row.url, row.mode))
			s := runCommand(t, "config")
			warned := strings.Contains(s.stderr, "Warning: "+row.variable+": ") && strings.Contains(s.stderr, "has mode 06")
			if s.err != "" || warned != row.warned || strings.Contains(s.stderr, "secret@") || strings.Contains(s.stderr, "=secret") {
				t.Errorf("mode %o: %+v", row.mode, s)
			}
		})
	}
}

// replaced returns arguments of which one has another value.
func replaced(args []string, was, is string) []string {
	args = slices.Clone(args)
	args[slices.Index(args, was)] = is
	return args
}

// versionOf returns the version of a database.
func versionOf(t *testing.T, url string) int64 {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: url, Existing: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	v, err := db.Version(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return v.Database
}
