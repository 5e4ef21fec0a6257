package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	_ "modernc.org/sqlite" // to write what a later program would

	"github.com/redress/redress/internal/testenv/pgtest"
)

// runCommand runs a command line without further flags, with the settings of the environment.
func runCommand(t *testing.T, args ...string) output {
	t.Helper()
	var out, notes bytes.Buffer
	var s output
	if err := run(t.Context(), args, nil, &out, &notes); err != nil {
		s.err = message(err)
	}
	s.stdout, s.stderr = out.String(), notes.String()
	return s
}

func TestPrinting(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("REDRESS_ADDR", "nonsense") // not read by these commands
	if s := runCommand(t, "--version"); s.err != "" || s.stdout != runCommand(t, "version").stdout {
		t.Errorf("%+v", s)
	}
	if s := runCommand(t, "version"); s.err != "" || !strings.HasPrefix(s.stdout, "redress "+version+" (go") {
		t.Errorf("%+v", s)
	}
	s := runCommand(t, "schema")
	doc, err := parser.ParseSchema(&ast.Source{Input: s.stdout})
	if err != nil || doc.Definitions.ForName("Complaint") == nil || doc.Definitions.ForName("Query") == nil {
		t.Errorf("schema: %v", err)
	}
	var api struct {
		OpenAPI string
		Info    struct{ Version string }
		Paths   map[string]any
	}
	if err := json.Unmarshal([]byte(runCommand(t, "openapi").stdout), &api); err != nil || !strings.HasPrefix(api.OpenAPI, "3.1") || len(api.Paths) < 9 {
		t.Errorf("openapi: %v, %s with %d paths", err, api.OpenAPI, len(api.Paths))
	}
	if api.Info.Version != version {
		t.Errorf("the API calls itself %s, the program %s", api.Info.Version, version)
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("printing leaves %v %v", left, err)
	}
}

func TestHelp(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("COLUMNS", "80")
	for command, want := range map[string]string{
		"": "user create", "serve": "--demo", "migrate": "--status", "import": "import complaints", "import complaints": "--map", "import zones": "--below", "import categories": "sla_hours", "import users": "password",
		"user": "user password", "user create": "--password-file", "user disable": "<email>", "user role": "<role>",
		"user password": "--password-file", "token": "--ttl", "media": "media adopt", "media adopt": "--yes", "media trash": "--yes", "media restore": "--day", "user list": "--disabled", "user enable": "<email>", "mail": "mail test", "mail test": "<address>", "verify-media": "--all", "schema": "Usage", "openapi": "Usage", "version": "Usage", "healthcheck": "--live", "config": "where", "completion": "zsh", "licenses": "Usage",
		"backup": "backup verify", "backup list": "--json", "backup verify": "--sizes-only", "backup prune": "--dry-run", "restore": "--keep-media",
	} {
		t.Run(command, func(t *testing.T) {
			s := runCommand(t, append(strings.Fields(command), "--help")...)
			if s.err != "" || !strings.Contains(s.stdout, want) || !strings.Contains(s.stdout, "Usage: redress "+command) {
				t.Errorf("%q: %+v", command, s)
			}
			for line := range strings.Lines(s.stdout) {
				if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > 80 {
					t.Errorf("%q is too wide: %s", command, line)
				}
			}
			for _, ugly := range []string{"FLAG", "...,", "${", "STRING"} {
				if strings.Contains(s.stdout, ugly) {
					t.Errorf("%q shows %q:\n%s", command, ugly, s.stdout)
				}
			}
			serves := command == "" || command == "serve" || command == "healthcheck" || command == "config"
			if strings.Contains(s.stdout, "REDRESS_ADDR") != serves {
				t.Errorf("%q shows where the service listens: %t", command, !serves)
			}
		})
	}
	if s := runCommand(t); !strings.Contains(s.stdout, "Commands:") || s.err != "" {
		t.Errorf("nothing at all: %+v", s)
	}
	if left, _ := os.ReadDir("."); len(left) > 0 {
		t.Errorf("help leaves %v", left)
	}
}

func TestMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		"frobnicate": "frobnicate", "serve --nope": "--nope", "serve extra": "extra", "user": "create", "user create": "missing flags: --email, --role",
		"user role a@example.org": "<role>", "token": "missing flags: --email", "serve --addr": "--addr", "import": "complaints", "import complaints": "<file>",
		"user disable": "<email>", "migrate --status=perhaps": "--status", "completion": "<shell>", "completion tcsh": "bash, fish",
		"serve --session-ttl 90": "a number and its unit, such as 90s, 15m, 12h or 30d", "token --email a@example.org --ttl 8": "such as 90s",
		"srve": `there is no command "srve"; did you mean serve?`, "srve --demo": "did you mean serve?", "user crate --email a": `"user crate"; did you mean create?`,
		"backup-list": `there is no command "backup-list";`, "migrat": "did you mean migrate?",
		"serve --dmo": "there is no flag --dmo; did you mean --demo?", "user create --emial a": "did you mean --email?", "migrate --databse-url x": "did you mean --database-url?",
		"serve -demo": "flags have two dashes", "serve --streams many": `--streams: must be a whole number, not "many"`, "serve --mail-rate much": `--mail-rate: must be a number, not "much"`,
		"serve --playground=perhaps": `--playground: must be true or false, not "perhaps"`, "seed --complaints 7 --random-seed -1": "--random-seed: must be a whole number",
		"user create --email a --role king": `--role: must be one of user, solver`, "mail": "test", "mail test": "<address>", "mail test ada": "must be an e-mail address",
		"user enable": "<email>",
		"backup":      "<dir>", "restore": "<dir>", "backup verify": "<dir>", "backup a b": "b", "restore a --keep-media --media-only": "media-only",
	} {
		t.Run(line, func(t *testing.T) {
			s := runCommand(t, strings.Fields(line)...)
			if !strings.Contains(s.err, want) || !strings.Contains(s.err, "--help") || s.stdout != "" {
				t.Errorf("%q: %+v", line, s)
			}
			for _, library := range []string{"strconv", "unknown flag", "invalid argument", "shorthand"} {
				if strings.Contains(s.err, library) {
					t.Errorf("%q: the words of a library: %s", line, s.err)
				}
			}
		})
	}
	if left, _ := os.ReadDir("."); len(left) > 0 {
		t.Errorf("mistakes leave %v", left)
	}
}

func TestSettingsAreTakenInOrder(t *testing.T) {
	t.Chdir(t.TempDir())
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte("sqlite://of-file.db\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	made := func(args ...string) string {
		t.Helper()
		if s := runCommand(t, append([]string{"migrate"}, args...)...); s.err != "" {
			t.Fatalf("%+v", s)
		}
		found, err := filepath.Glob("*.db")
		if deep, _ := filepath.Glob("var/*.db"); len(deep) > 0 {
			found = append(found, deep...)
		}
		if err != nil || len(found) != 1 {
			t.Fatalf("%v %v", found, err)
		}
		for _, leftover := range []string{"", "-wal", "-shm", ".lock"} {
			_ = os.Remove(found[0] + leftover)
		}
		return found[0]
	}
	if got := made(); got != "var/redress.db" {
		t.Errorf("by default %s", got)
	}
	t.Setenv("REDRESS_DATABASE_URL", "sqlite://of-environment.db")
	if got := made(); got != "of-environment.db" {
		t.Errorf("from the environment %s", got)
	}
	if got := made("--database-url", "sqlite://of-flag.db"); got != "of-flag.db" {
		t.Errorf("from the flag %s", got)
	}
	t.Setenv("REDRESS_DATABASE_URL_FILE", file)
	if got := made("--database-url", "sqlite://of-flag.db"); got != "of-flag.db" {
		t.Errorf("the flag loses against the file: %s", got)
	}
	if err := os.Unsetenv("REDRESS_DATABASE_URL"); err != nil { // t.Setenv puts it back
		t.Fatal(err)
	}
	if got := made(); got != "of-file.db" {
		t.Errorf("from the file %s", got)
	}
	t.Setenv("REDRESS_DATABASE_URL_FILE", "nowhere")
	if s := runCommand(t, "migrate"); !strings.Contains(s.err, "REDRESS_DATABASE_URL_FILE") || !strings.Contains(s.err, "nowhere") {
		t.Errorf("%+v", s)
	}
	if err := os.WriteFile(file, []byte("mysql://hunter2@example.org/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("REDRESS_DATABASE_URL_FILE", file)
	if s := runCommand(t, "migrate"); !strings.Contains(s.err, "REDRESS_DATABASE_URL") || strings.Contains(s.err, "hunter2") {
		t.Errorf("%+v", s)
	}
}

func TestBadSettings(t *testing.T) {
	t.Chdir(t.TempDir())
	key := func(name, text string, mode os.FileMode) string {
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, mode); err != nil { // past the umask
			t.Fatal(err)
		}
		return name
	}
	if s := runCommand(t, "migrate"); s.err != "" {
		t.Fatalf("%+v", s)
	}
	if s := runCommand(t, "token", "--email", "nobody@example.org", "--key-file", "good"); s.err != "There is no such account." {
		t.Fatalf("%+v", s)
	}
	good, err := os.ReadFile("good")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, value string }{
		{"ADDR", "8080"},
		{"ADDR", "localhost"},
		{"ADDR", "127.0.0.1:http"},
		{"ADDR", "127.0.0.1:70000"},
		{"ADDR", "127.0.0.1:-1"},
		{"ADDR", "999.1.1.1:80"},
		{"DATABASE_URL", "mysql://x"},
		{"DATABASE_URL", "sqlite://"},
		{"DATABASE_URL", "sqlite://:memory:"},
		{"DATABASE_URL", "var/redress.db"},
		{"MEDIA_URL", "s3://bucket"},
		{"MEDIA_URL", "var/media"},
		{"MEDIA_URL", "file://"},
		{"MEDIA_URL", "file://good"},
		{"KEY_FILE", key("empty", "", 0o600)},
		{"KEY_FILE", key("garbage", "hunter2", 0o600)},
		{"KEY_FILE", key("open", string(good), 0o644)},
		{"KEY_FILE", "."},
		{"LEDGER_KEY_FILE", "empty"},
		{"LEDGER_KEY_FILE", "good"},
		{"LEDGER_KEY_FILE", "missing"},
		{"CORS_ORIGINS", "*"},
		{"CORS_ORIGINS", "https://*.example.org"},
		{"CORS_ORIGINS", "desk.example.org"},
		{"CORS_ORIGINS", "https://desk.example.org/"},
		{"CORS_ORIGINS", "null"},
		{"CORS_ORIGINS", "https://desk.example.org?x"},
		{"CORS_ORIGINS", "https://a@desk.example.org"},
		{"CORS_ORIGINS", "https://good.example.org,bad"},
		{"CORS_ORIGINS", "https://good.example.org,https://a:hunter2@desk.example.org"},
		{"CORS_ORIGINS", "https://a:x,hunter2@desk.example.org"},
		{"PUBLIC_URL", "https://a:hunter2@redress.example.org"},
		{"PUBLIC_URL", "https://a:x/hunter2@redress.example.org/"},
		{"PUBLIC_URL", "https://a:hunter2%@redress.example.org"},
		{"PUBLIC_URL", "https://a:x@hunter2@redress.example.org"},
		{"PUBLIC_URL", "a:hunter2@redress.example.org"},
		{"PUBLIC_URL", "https://redress.example.org/?password=hunter2"},
		{"PUBLIC_URL", "https://redress.example.org/#hunter2"},
		{"PUBLIC_URL", "https://a:hunter2"},
		{"PUBLIC_URL", "https://example.org/redress"},
		{"PUBLIC_URL", "https://example.org/redress/"},
		{"SECURITY_CONTACT", "security@example.org"},
		{"SECURITY_CONTACT", "http://example.org/security"},
		{"SECURITY_CONTACT", "mailto:security@example.org,https://a:hunter2@example.org/"},
		{"TRUSTED_PROXIES", "proxy"},
		{"TRUSTED_PROXIES", "10.0.0.0/33"},
		{"UPLOADS_PER_HOUR", "0"},
		{"UPLOADS_PER_HOUR", "many"},
		{"STREAMS", "9999999999999999999999"},
		{"SMTP_URL", "smtp://desk:hunter2@mail.example.org?from=a@example.org&starttls=always"},
		{"SMTP_URL", "smtp://desk:hunter2@mail.example.org?from=a@example.org&auth=xoauth2"},
		{"SMTP_URL", "smtp://desk:hunter2@mail.example.org?from=a@example.org&tls=off"},
		{"SMTP_URL", "smtps://desk:hunter2@mail.example.org?from=a@example.org&tls=none"},
		{"SMTP_URL", "smtp://desk:hunter2@mail.example.org/x?from=a@example.org"},
		{"SMTP_URL", "smtp://desk:hunter2@mail.example.org:0?from=a@example.org"},
		{"TRUSTED_PROXIES", "0.0.0.0/0"},
		{"TRUSTED_PROXIES", "::/0"},
		{"TRUSTED_PROXIES", "0.0.0.0/1,128.0.0.0/1"},
		{"PLAYGROUND", "perhaps"},
		{"ACCESS_TOKEN_TTL", "0s"},
		{"ACCESS_TOKEN_TTL", "-1m"},
		{"ACCESS_TOKEN_TTL", "25h"},
		{"ACCESS_TOKEN_TTL", "15"},
		{"ACCESS_TOKEN_TTL", "15 minutes"},
		{"SESSION_TTL", "90dd"},
		{"REFRESH_TOKEN_TTL", "1m"},
		{"REFRESH_TOKEN_TTL", "9000h"},
		{"LOG_LEVEL", "loud"},
		{"LOG_FORMAT", "xml"},
		{"ADMIN_EMAIL", "ada@example.org"},
		{"ADMIN_PASSWORD_FILE", "good"},
	} {
		t.Run(c.name+" "+c.value, func(t *testing.T) {
			t.Setenv("REDRESS_ADDR", "127.0.0.1:0")
			t.Setenv("REDRESS_"+c.name, c.value)
			s := runCommand(t, "serve")
			if !strings.Contains(s.err, "REDRESS_"+c.name) || strings.Contains(s.stdout, "listens") || strings.Contains(s.err, "hunter2") || strings.Contains(s.err, "strconv") {
				t.Errorf("%+v", s)
			}
		})
	}
	t.Setenv("REDRESS_ADDR", "nonsense")
	t.Setenv("REDRESS_ACCESS_TOKEN_TTL", "1s")
	if s := runCommand(t, "serve"); !strings.Contains(s.err, "REDRESS_ADDR") || !strings.Contains(s.err, "REDRESS_ACCESS_TOKEN_TTL") {
		t.Errorf("not all at once: %+v", s)
	}
}

// TestNoSecretInErrors checks that the password in the database's URL is in no error and no log,
// whatever is wrong with the URL.
func TestDataDirMovesEverything(t *testing.T) {
	t.Chdir(t.TempDir())
	secret := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(secret, []byte("correct horse battery\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "deep", "data")
	t.Setenv("REDRESS_DATA_DIR", folder)
	if s := runCommand(t, "migrate"); s.err != "" {
		t.Fatalf("%+v", s)
	}
	if s := runCommand(t, "user", "create", "--role", "super_admin", "--name", "Ada", "--email", "ada@example.org", "--password-file", secret); s.err != "" {
		t.Fatalf("%+v", s)
	}
	for _, name := range []string{"redress.db", "ledger.key"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat("var"); err == nil {
		t.Error("something is in var")
	}
	t.Setenv("REDRESS_MEDIA_URL", "file://elsewhere")
	s := runCommand(t, "config", "--addr", ":9")
	for _, line := range []string{
		`REDRESS_ADDR +flag +:9`, `REDRESS_DATA_DIR +environment +` + folder, `REDRESS_DATABASE_URL +data-dir +sqlite://` + folder + `/redress\.db`,
		`REDRESS_KEY_FILE +data-dir +` + folder + `/signing\.key`, `REDRESS_MEDIA_URL +environment +file://elsewhere`, `REDRESS_MAIL_RATE +default +20`,
	} {
		if !regexp.MustCompile(`(?m)^` + line + `$`).MatchString(s.stdout) {
			t.Errorf("no line %s in\n%s%s", line, s.stdout, s.err)
		}
	}
	for name, url := range map[string]string{
		"DATABASE_URL": "postgres://h1/db?user=redress&password=hunter2", "DATABASE_POOLER_URL": "postgres://redress:hunter2@h1/db",
		"SMTP_URL": "smtp://redress:hunter2@h1:25?from=a@example.org",
	} {
		t.Setenv("REDRESS_"+name, url)
	}
	t.Setenv("REDRESS_DATA_DIR", folder+"%20?x")
	if s := runCommand(t, "config"); !strings.Contains(s.err, "REDRESS_DATA_DIR: must not contain") {
		t.Errorf("%+v", s)
	}
	t.Setenv("REDRESS_DATA_DIR", folder)
	t.Setenv("REDRESS_MEDIA_URL", "s3://key:hunter2@bucket?secret=hunter2")
	if s := runCommand(t, "config"); s.err != "" || strings.Contains(s.stdout, "hunter2") || !strings.Contains(s.stdout, "postgres://h1/db …") || !strings.Contains(s.stdout, "smtp://h1:25 …") {
		t.Errorf("%+v", s)
	}
	for _, url := range []string{
		"host=h user=u password=hunter2", "postgres://redress:sesam/hunter2@h/db", "postgres://redress:sesam#hunter2@h/db",
		"postgres://redress:sesam?hunter2@h/db", "postgres://redress:sesam?x=hunter2@h/db",
	} {
		t.Setenv("REDRESS_DATABASE_URL", url)
		if s := runCommand(t, "config"); strings.Contains(s.stdout+s.err, "hunter2") || strings.Contains(s.stdout+s.err, "sesam") {
			t.Errorf("%s: %+v", url, s)
		}
	}
}

func TestNoSecretInErrors(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := closed.Addr().String()
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	deaf, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = deaf.Close() }()
	go func() {
		for {
			c, err := deaf.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(c, "HTTP/1.1 400\r\n\r\n")
			_ = c.Close()
		}
	}()
	for name, url := range map[string]string{
		"NobodyThere":   "postgres://redress:hunter2@" + nobody + "/redress",
		"NoPostgres":    "postgres://redress:hunter2@" + deaf.Addr().String() + "/redress?sslmode=disable",
		"Port":          "postgres://redress:hunter2@127.0.0.1:port/redress",
		"Escape":        "postgres://redress:hunter2%zz@127.0.0.1/redress",
		"Setting":       "postgres://redress:hunter2@" + nobody + "/redress?sslmode=perhaps",
		"OtherScheme":   "postgresql+x://redress:hunter2@127.0.0.1/redress",
		"PasswordThere": "postgres://" + nobody + "/redress?user=redress&password=hunter2",
	} {
		t.Run(name, func(t *testing.T) {
			h.database = url
			for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"migrate"}, {"token", "--email", "a@example.org"}} {
				t.Run(args[0], func(t *testing.T) {
					s := h.run(t, "", args...)
					if !strings.Contains(s.err, "REDRESS_DATABASE_URL") || strings.Contains(s.err+s.stdout+s.stderr, "hunter2") {
						t.Errorf("%s, %s: %+v", name, args[0], s)
					}
				})
			}
		})
	}
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	forEachEmptyDatabase(t, func(t *testing.T, h installation) {
		for _, step := range []struct{ args, want string }{
			{"migrate --status", "at version 0, the program at"},
			{"migrate --status", "at version 0, the program at"}, // --status changes nothing
			{"migrate", "Migrated the database from version 0 to"},
			{"migrate", "up to date at version"},
		} {
			if out := h.mustRun(t, "", strings.Fields(step.args)...); !strings.Contains(out, step.want) {
				t.Errorf("%s: %q, want %q", step.args, out, step.want)
			}
		}

		driver, name := "sqlite", strings.TrimPrefix(h.database, "sqlite://")
		if strings.HasPrefix(h.database, "postgres") {
			driver, name = "postgres", h.database
		}
		db, err := sql.Open(driver, name)
		if err == nil {
			_, err = db.ExecContext(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99990101000000, "+map[string]string{"sqlite": "1", "postgres": "true"}[driver]+")")
		}
		if err == nil {
			err = db.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"migrate"}, {"token", "--email", "a@example.org"}} {
			t.Run(args[0], func(t *testing.T) {
				s := h.run(t, "", args...)
				if !strings.Contains(s.err, "newer than this program") || !strings.Contains(s.err, "start a later version") || s.stdout != "" {
					t.Errorf("%s: %+v", args, s)
				}
			})
		}
		if out := h.mustRun(t, "", "migrate", "--status"); !strings.Contains(out, "99990101000000") {
			t.Errorf("status: %q", out)
		}
	})
}

// TestMigrateShowsSteps: migrating a database that holds data prints each step, in lines that no
// terminal breaks. An empty database has nothing to wait for.
func TestMigrateShowsSteps(t *testing.T) {
	t.Parallel()
	forEachEmptyDatabase(t, func(t *testing.T, h installation) {
		want, dump := 3, "schema-0003.postgres.sql.gz"
		if strings.HasPrefix(h.database, "sqlite") {
			want, dump = 2, "schema-0003.sqlite.gz"
		}
		pgtest.Restore(t, filepath.Join("..", "..", "internal", "store", "testdata", dump), h.database)
		s := h.run(t, "", "migrate")
		steps := regexp.MustCompile(fmt.Sprintf(`(?m)^Migration 4, step \d of %d: .{10,45}$`, want)).FindAllString(s.stderr, -1)
		if s.err != "" || len(steps) != want || !regexp.MustCompile(`(?m)^  (\d+) of (\d+) rows$`).MatchString(s.stderr) {
			t.Errorf("it printed:\n%s%s%s", s.stderr, s.stdout, s.err)
		}
	})
	forEachEmptyDatabase(t, func(t *testing.T, h installation) {
		if s := h.run(t, "", "migrate"); s.err != "" || s.stderr != "" {
			t.Errorf("on an empty database: %s%s", s.stderr, s.err)
		}
	})
}

// TestMigrateCheck holds what migrate --check prints, its exit codes, and that a service does not
// start on a database that differs from its version.
func TestMigrateCheck(t *testing.T) {
	t.Parallel()
	forEachEmptyDatabase(t, func(t *testing.T, h installation) {
		check := func(code int, want string) {
			t.Helper()
			var out strings.Builder
			err := run(t.Context(), append([]string{"migrate", "--check"}, h.flags()...), os.Stdin, &out, io.Discard)
			got := 0
			if err != nil {
				got = exitCode(err)
				out.WriteString(message(err))
			}
			if got != code || !strings.Contains(out.String(), want) {
				t.Errorf("exit code %d, %q; want %d and %q", got, out.String(), code, want)
			}
		}
		if strings.HasPrefix(h.database, "sqlite") {
			check(exitUsage, "there is no database at")
		} else {
			check(exitFault, "at version 0 and the program at")
		}
		h.mustRun(t, "", "migrate")
		check(0, "up to date and complete at version")

		db, _ := h.open(t)
		for _, statement := range []string{"ALTER TABLE media DROP COLUMN duration_ms", "DROP INDEX login_attempts_key_key"} {
			if _, err := db.DB().ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		check(exitFault, "  column media.duration_ms is missing\n  index login_attempts_key_key is missing\n")
		for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"migrate"}} {
			t.Run(args[0], func(t *testing.T) {
				s := h.run(t, "", args...)
				if !strings.Contains(s.err, "column media.duration_ms is missing; index login_attempts_key_key is missing") || s.stdout != "" {
					t.Errorf("%s: %+v", args, s)
				}
			})
		}
	})
}

// TestUnknownVariables holds that a misspelled setting stops the program, that other unknown
// variables are warned about, and that those of container platforms are neither.
func TestUnknownVariables(t *testing.T) {
	for _, test := range []struct{ variable, value, refused, warned string }{
		{"REDRESS_DATABSE_URL", "postgres://db/redress", "REDRESS_DATABSE_URL: there is no such setting; did you mean REDRESS_DATABASE_URL?", ""},
		{"REDRESS_DATABASE_URLS", "postgres://db/redress", "did you mean REDRESS_DATABASE_URL?", ""},
		{"REDRESS_SMTP_URI_FILE", "/run/secrets/smtp", "did you mean REDRESS_SMTP_URL_FILE?", ""},
		{"REDRESS_ADRR", ":80", "did you mean REDRESS_ADDR?", ""},
		{"REDRESS_LOG_FILE", "debug", "", "Warning: REDRESS_LOG_FILE is set, but there is no such setting"},
		{"REDRESS_PORT", "9000", "", "Warning: REDRESS_PORT is set"},
		{"REDRESS_PORT", "tcp://10.0.0.7:8080", "", ""},
		{"REDRESS_PORT_8080_TCP", "tcp://10.0.0.7:8080", "", ""},
		{"REDRESS_PORT_8080_TCP_ADDR", "10.0.0.7", "", ""},
		{"REDRESS_SERVICE_HOST", "10.0.0.7", "", ""},
		{"REDRESS_SERVICE_PORT", "8080", "", ""},
		{"REDRESS_SERVICE_PORT_HTTP", "8080", "", ""},
		{"REDRESS_WEB_SERVICE_HOST", "10.0.0.7", "", ""},
		{"REDRESS_ADDR", "127.0.0.1:0", "", ""},
		{"REDRESSED", "1", "", ""},
	} {
		t.Run(test.variable, func(t *testing.T) {
			t.Setenv(test.variable, test.value)
			h := installation{database: "sqlite://" + filepath.Join(t.TempDir(), "redress.db"), dir: t.TempDir()}
			s := runCommand(t, append([]string{"migrate"}, h.flags()...)...)
			if (s.err == "") != (test.refused == "") || !strings.Contains(s.err, test.refused) {
				t.Errorf("it failed with %q, want %q", s.err, test.refused)
			}
			if strings.Contains(s.stderr, "Warning: "+test.variable) != (test.warned != "") || !strings.Contains(s.stderr, test.warned) {
				t.Errorf("it warned %q, want %q", s.stderr, test.warned)
			}
			if strings.Contains(s.stderr+s.err, test.value) && strings.Contains(test.value, "/") {
				t.Errorf("a value was printed: %s %s", s.stderr, s.err)
			}
		})
	}
}
