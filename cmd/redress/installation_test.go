package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redress/redress/internal/config"
)

// TestNoSecondInstallation holds that commands for accounts make nothing where there is no installation, that they say
// where else it may be, and that the command that a start prints works from every folder.
func TestNoSecondInstallation(t *testing.T) {
	t.Chdir(t.TempDir())
	commands := [][]string{
		{"user", "create", "--email", "ada@example.org", "--role", "admin", "--password-file", "-"},
		{"token", "--email", "ada@example.org"},
		{"user", "disable", "ada@example.org"},
		{"user", "enable", "ada@example.org"},
		{"user", "role", "ada@example.org", "user"},
		{"user", "password", "ada@example.org", "--password-file", "-"},
		{"user", "list"},
		{"backup", "elsewhere"},
	}
	refused := func(t *testing.T, args []string, want string) {
		t.Helper()
		s := runWith(t, "a long enough secret", args...)
		if !strings.Contains(s.err, "REDRESS_DATABASE_URL: there is no database at var/redress.db") || !strings.Contains(s.err, want) || s.stdout != "" {
			t.Errorf("%s: %+v", args, s)
		}
		if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
			t.Errorf("%s leaves %v %v", args, left, err)
		}
	}
	t.Setenv("PATH", t.TempDir())
	for _, args := range commands {
		t.Run(strings.Join(args[:2], " "), func(t *testing.T) { refused(t, args, "--data-dir") })
	}
	tools := t.TempDir()
	if err := os.WriteFile(filepath.Join(tools, packagedCommand), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Run("Packaged", func(t *testing.T) {
		t.Setenv("PATH", tools)
		for _, args := range commands {
			refused(t, args, "redressctl")
		}
	})
	folder := filepath.Join(t.TempDir(), "it's here")
	h := installation{dir: folder, database: "sqlite://" + folder + "/redress.db"}
	v := h.serve(t, "--data-dir", folder)
	printed := v.out.String()
	at := strings.Index(printed, "  redress user create ")
	if at < 0 || !strings.Contains(printed[at:], ` --data-dir '`+strings.ReplaceAll(folder, "'", `'\''`)+`'`+"\n") {
		t.Errorf("the start printed %s", printed)
	}
	app := App{Config: config.Config{DataDir: packagedDataDir}}
	t.Setenv("PATH", tools)
	if got := app.commandLine("user create"); got != "redressctl user create" {
		t.Errorf("for the package: %s", got)
	}
}

// TestEmptyDatabaseOnPostgres: a database of PostgreSQL that nothing was installed in is refused like a file that is not
// there.
func TestEmptyDatabaseOnPostgres(t *testing.T) {
	t.Parallel()
	forEachEmptyDatabase(t, func(t *testing.T, h installation) {
		want := "holds nothing of redress"
		if strings.HasPrefix(h.database, "sqlite") {
			want = "there is no database at"
		}
		for _, args := range [][]string{{"token", "--email", "a@example.org"}, {"user", "disable", "a@example.org"}, {"user", "list"}} {
			if s := h.run(t, "", args...); !strings.Contains(s.err, want) {
				t.Errorf("%s: %+v", args, s)
			}
			if left, err := os.ReadDir(h.dir); err != nil || len(left) > 0 {
				t.Errorf("%s leaves %v %v", args, left, err)
			}
		}
		if s := h.run(t, "", "migrate", "--status"); !strings.Contains(s.stdout, "at version 0") {
			t.Errorf("%+v", s)
		}
	})
}

// TestMistakesCreateNothing: what is wrong with the settings is found before a file or a folder is made.
func TestMistakesCreateNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		"serve --addr 127.0.0.1:0 --tls-cert none.pem --tls-key none.pem":     "REDRESS_TLS_CERT",
		"serve --addr 192.0.2.1:80":                                           "REDRESS_ADDR",
		"serve --addr 127.0.0.1:0 --media-url s3://bucket":                    "REDRESS_MEDIA_URL",
		"serve --addr 127.0.0.1:0 --database-url mysql://db":                  "REDRESS_DATABASE_URL",
		"serve --addr 127.0.0.1:0 --database-url sqlite://var/x.db?mode=ro":   "takes no parameters",
		"import complaints none.csv":                                          "none.csv",
		"import complaints --timezone Mars/Olympus /dev/null":                 "Mars/Olympus",
		"import zones none.geojson":                                           "none.geojson",
		"seed --complaints 0":                                                 "--complaints",
		"seed --complaints 10 --until tomorrow":                               "--until",
		"user create --email a@example.org --role admin --password-file none": "none",
		"user create --email a@example.org --role provider --provider 7":      "--provider",
		"restore none": "none",
	} {
		t.Run(line, func(t *testing.T) {
			if s := runCommand(t, strings.Fields(line)...); !strings.Contains(s.err, want) {
				t.Errorf("%+v", s)
			}
			if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
				t.Errorf("it leaves %v %v", left, err)
			}
		})
	}
}

// TestOurWords: what is wrong with a file of SQLite is said without the numbers and the names of its library.
func TestOurWords(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("text.db", []byte(strings.Repeat("no database at all\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("folder.db", 0o700); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{"text.db": "is no SQLite database", "folder.db": "can't be opened"} {
		for _, command := range []string{"migrate", "backup", "token --email a@example.org", "serve --addr 127.0.0.1:0"} {
			args := append(strings.Fields(command), "--database-url", "sqlite://"+file)
			if command == "backup" {
				args = append(args, "elsewhere")
			}
			s := runCommand(t, args...)
			if !strings.Contains(s.err, want) || strings.ContainsAny(s.err, "()") {
				t.Errorf("%s %s: %s", command, file, s.err)
			}
		}
	}
}
