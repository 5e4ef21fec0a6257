package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/netip"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// snapshot has pg_dump copy what one transaction sees, and calls read with that transaction.
func (p postgresServer) snapshot(ctx context.Context, file string, how Copying, read func(context.Context, Querier) error) (made Snapshot, err error) {
	p.direct.LoadBalanceHosts = "" // both connections must reach the same server
	db, err := p.openDirect(noTimeouts)
	if err != nil {
		return made, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return made, err
	}
	defer func() { _ = tx.Rollback() }()
	var id string
	if err := tx.QueryRowContext(ctx, "SELECT pg_export_snapshot(), current_setting('server_version')").Scan(&id, &made.Server); err != nil {
		return made, err
	}
	made.Server, _, _ = strings.Cut(made.Server, " ")
	program, err := findTool(ctx, "pg_dump", how.Tools, major(made.Server))
	if err != nil {
		return made, err
	}
	made.Tool = program.version
	to, err := newFile(file)
	if err != nil {
		return made, err
	}
	// Who changes the schema holds its tables for seconds at most; a lock beyond that is somebody's
	// mistake.
	p.direct.ApplicationName = dumping
	cmd := program.command(ctx, p, "--format=custom", "--snapshot="+id, "--lock-wait-timeout=60000", "--no-password")
	cmd.Stdout = &countingWriter{to: to, report: func(n int64) { how.report(n, 0) }}
	err = program.run(ctx, cmd)
	if err = errors.Join(err, to.Sync(), to.Close()); err != nil {
		return made, err
	}
	return made, read(ctx, tx)
}

// checkEmpty looks for anything that is no part of an extension.
func (p postgresServer) checkEmpty(ctx context.Context) (err error) {
	db, err := p.openDirect(ownTimeouts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := waitForRestore(ctx, db); err != nil {
		return err
	}
	found, err := texts(ctx, db, `SELECT 'table ' || n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\_%'
		AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
		ORDER BY c.relkind = 'S', 1`)
	if err != nil {
		return err
	}
	return notEmpty(found)
}

// waitForRestore waits for a pg_restore whose redress was killed. It gives up by itself, unless it had
// read everything.
func waitForRestore(ctx context.Context, db *sql.DB) error {
	const every, most = 200 * time.Millisecond, 300
	for range most {
		var at int
		err := db.QueryRowContext(ctx, "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1", restoring).Scan(&at)
		if err != nil || at == 0 {
			return err
		}
		if err := wait(ctx, every); err != nil {
			return err
		}
	}
	return errors.New("another restore fills the database")
}

// load has pg_restore write everything in one transaction, then gives the planner its statistics.
func (p postgresServer) load(ctx context.Context, file string, of Snapshot, how Copying) (err error) {
	db, err := p.openDirect(noTimeouts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var server string
	if err := db.QueryRowContext(ctx, "SELECT current_setting('server_version')").Scan(&server); err != nil {
		return err
	}
	if major(server) < major(of.Server) {
		return fmt.Errorf("the backup is of PostgreSQL %s, and the server is %s: restore it into version %d or later", of.Server, server, major(of.Server))
	}
	program, err := findTool(ctx, "pg_restore", how.Tools, max(major(server), major(of.Tool)))
	if err != nil {
		return err
	}
	from, err := openCounted(ctx, file, how)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // only read
	// Not owner and rights, because roles have other names elsewhere; not the comments of extensions,
	// which only their owner may write.
	p.direct.ApplicationName = restoring
	cmd := program.command(ctx, p, "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-comments", "--no-password")
	cmd.Stdin = from
	if err := program.run(ctx, cmd); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "ANALYZE")
	return err
}

// tool is one of PostgreSQL's programs.
type tool struct{ name, path, version string }

// The programs' application_name on the server.
const (
	dumping   = "redress backup"
	restoring = "redress restore"
)

// toolFolders are where packages install the programs of each version.
var toolFolders = []string{
	"/usr/lib/postgresql/*/bin",                                                                                                      // Debian
	"/usr/pgsql-*/bin",                                                                                                               // Red Hat
	"/usr/libexec/postgresql*",                                                                                                       // Alpine
	"/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin", "/opt/homebrew/opt/libpq/bin", "/usr/local/opt/libpq/bin", // Homebrew
	"/usr/local/pgsql/bin",
}

// findTool returns the program of the lowest version that is not older than a server: in a folder, or
// "" for those on PATH and where packages install them.
func findTool(ctx context.Context, name, folder string, least int) (tool, error) {
	var candidates []string
	if folder != "" {
		candidates = []string{filepath.Join(folder, name)}
	} else {
		for _, pattern := range toolFolders {
			found, _ := filepath.Glob(filepath.Join(pattern, name)) // fails on a malformed pattern only
			candidates = append(candidates, found...)
		}
		if path, err := osexec.LookPath(name); err == nil {
			candidates = append(candidates, path)
		}
	}
	var best tool
	var tooOld []string
	for _, path := range candidates {
		path, err := osexec.LookPath(path)
		if err != nil {
			continue
		}
		if target, err := filepath.EvalSymlinks(path); err == nil && filepath.Base(target) == "pg_wrapper" && len(candidates) > 1 {
			continue // Debian's choice among those that were found already
		}
		said, err := osexec.CommandContext(ctx, path, "--version").Output() //nolint:gosec // found where packages install it, or named by the operator
		version := versionNumber.FindString(string(said))
		switch {
		case err != nil || version == "":
		case major(version) < least:
			tooOld = append(tooOld, path+" ("+version+")")
		case best.path == "" || major(version) < major(best.version):
			best = tool{name, path, version}
		}
	}
	const install = "install the client programs of that version (Debian: postgresql-client-%d), or name their folder with --pg-bin"
	switch {
	case best.path != "":
		return best, nil
	case len(tooOld) > 0:
		slices.Sort(tooOld)
		return tool{}, fmt.Errorf("%s of version %d or later is needed, and this is older: %s; "+install, name, least,
			strings.Join(slices.Compact(tooOld), ", "), least)
	case folder != "":
		return tool{}, fmt.Errorf("there is no %s in %s; "+install, name, folder, least)
	default:
		return tool{}, fmt.Errorf("%s of version %d or later is needed, and was not found on PATH; "+install, name, least, least)
	}
}

var versionNumber = regexp.MustCompile(`\d+(\.\d+)*`)

// major returns the first number of a version, 0 without one.
func major(version string) int {
	n, _ := strconv.Atoi(regexp.MustCompile(`\d+`).FindString(version))
	return n
}

// command returns the program's command for the database, with no password among its arguments,
// which everybody on the machine sees.
func (t tool) command(ctx context.Context, p postgresServer, args ...string) *osexec.Cmd {
	cmd := osexec.CommandContext(ctx, t.path, append(args, "--dbname="+p.connectionString())...) //nolint:gosec // as above; no shell reads the arguments
	cmd.Env = append(os.Environ(), "LC_MESSAGES=C", "LC_ALL=C", "PGTZ=UTC")
	if p.direct.Password != "" {
		cmd.Env = append(cmd.Env, "PGPASSWORD="+p.direct.Password)
	}
	cmd.Cancel = func() error {
		if runtime.GOOS == "windows" {
			return cmd.Process.Kill()
		}
		return cmd.Process.Signal(syscall.SIGTERM) // so that it cancels its statement
	}
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// run runs a command, whose last lines on standard error are its error.
func (t tool) run(ctx context.Context, cmd *osexec.Cmd) error {
	var said bytes.Buffer
	cmd.Stderr = &said
	err := cmd.Run()
	if err == nil || ctx.Err() != nil {
		return errors.Join(ctx.Err())
	}
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	if len(lines) > 8 {
		lines = lines[len(lines)-8:]
	}
	if strings.Contains(said.String(), "permission denied for") {
		lines = append(lines, "The role must be able to read and lock everything: use the one that owns the tables.")
	}
	return fmt.Errorf("%s %s: %w\n%s", t.path, t.version, err, strings.Join(lines, "\n"))
}

// connectionString writes where the database is as libpq reads it, without the password. What lib/pq
// alone understands is left out.
func (p postgresServer) connectionString() string {
	c := p.direct
	var parts []string
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+"='"+strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(value)+"'")
		}
	}
	hosts, addresses, ports := []string{c.Host}, []string{address(c.Hostaddr)}, []string{strconv.Itoa(int(c.Port))}
	for _, m := range c.Multi {
		hosts, addresses, ports = append(hosts, m.Host), append(addresses, address(m.Hostaddr)), append(ports, strconv.Itoa(int(m.Port)))
	}
	add("host", strings.Join(hosts, ","))
	if slices.ContainsFunc(addresses, func(a string) bool { return a != "" }) {
		add("hostaddr", strings.Join(addresses, ","))
	}
	add("port", strings.Join(ports, ","))
	add("dbname", c.Database)
	add("user", c.User)
	add("passfile", c.Passfile)
	add("sslmode", string(c.SSLMode))
	if c.SSLNegotiation != "postgres" { // which versions before 17 don't know
		add("sslnegotiation", string(c.SSLNegotiation))
	}
	if !c.SSLInline {
		add("sslcert", c.SSLCert)
		add("sslkey", c.SSLKey)
		add("sslrootcert", c.SSLRootCert)
	}
	add("krbsrvname", c.KrbSrvname)
	add("options", c.Options)
	add("target_session_attrs", string(c.TargetSessionAttrs))
	add("connect_timeout", strconv.Itoa(int(c.ConnectTimeout.Seconds())))
	add("application_name", c.ApplicationName)
	return strings.Join(parts, " ")
}

func address(a netip.Addr) string {
	if !a.IsValid() {
		return ""
	}
	return a.String()
}
