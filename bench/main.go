// Command bench measures Redress beside other programs that serve the same database and accept the same
// tokens: a hand-written one (plain) on lib/pq and on pgx, and graphs made with graph-gophers/graphql-go
// (gophers) and GraphJin (graphjin). All take turns in short rounds of one run, so that the ratios are
// meaningful on a machine with other load.
//
// Requests come from this process, over connections that are kept open: see wire. The database
// has no fsync when internal/testenv/pgtest/withpg starts it, for all alike.
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/lib/pq"
	_ "modernc.org/sqlite"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options select what is measured.
type options struct {
	redress, plain, gophers, graphjin string // the programs
	contenders                        []side
	sizes                             map[string][]int // by database
	connections                       []int
	seconds                           time.Duration
	overload                          time.Duration // not 0: only the overload is measured
	tiles                             int           // not 0: only dashboards that are opened at once, so many times
	cells                             *regexp.Regexp
	folder                            string
	postgres                          string
	dashboard                         string // folder of the documents of a dashboard
	reads                             string // folder of the documents of other reads
	suffix                            string // of databases that are made for this run only
}

func read(args []string) (o options, err error) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	databases := flags.String("databases", "sqlite,postgres", "which databases")
	sizes := flags.String("complaints", "10000,1000000", "how many complaints PostgreSQL holds")
	sqlite := flags.String("sqlite-complaints", "10000,100000", "how many complaints SQLite holds")
	connections := flags.String("connections", "1,16,64", "how many connections ask at once")
	cells := flags.String("cells", "", "only the cells whose names match this regular expression")
	flags.DurationVar(&o.seconds, "time", 3*time.Second, "how long each contender is measured in a cell")
	flags.DurationVar(&o.overload, "overload", 0,
		"measure only what Redress does with four times the load that it can serve, for so long, with the fewest complaints")
	flags.IntVar(&o.tiles, "tiles", 0,
		"measure only how long four people wait who each open a dashboard of eight tiles at once, so many times, with the fewest complaints")
	flags.StringVar(&o.redress, "redress", "bin/redress", "the command")
	flags.StringVar(&o.plain, "plain", "bin/plain", "the hand-written program")
	flags.StringVar(&o.gophers, "gophers", "bin/gophers", "the graph made with graph-gophers/graphql-go")
	flags.StringVar(&o.graphjin, "graphjin", "bin/graphjin", "the graph made with GraphJin")
	contenders := flags.String("contenders", "redress,plain,pgx,gophers,graphjin", "which programs take turns; pgx and graphjin do on PostgreSQL only")
	flags.StringVar(&o.folder, "folder", "",
		"where files are kept, and databases of SQLite; with it the data of an earlier run are used again, on PostgreSQL too; a temporary one when absent")
	flags.StringVar(&o.postgres, "postgres", os.Getenv("REDRESS_TEST_POSTGRES_URL"), "a server where databases may be made")
	flags.StringVar(&o.reads, "reads", "bench/reads", "the folder of the documents of other reads")
	flags.StringVar(&o.dashboard, "dashboard", "examples/dashboard", "the folder of the documents of a dashboard")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.cells, err = regexp.Compile(*cells); err != nil {
		return o, err
	}
	if o.contenders, err = sidesOf(*contenders); err != nil {
		return o, err
	}
	if o.connections, err = numbers(*connections); err != nil {
		return o, err
	}
	o.sizes = map[string][]int{}
	for d := range strings.SplitSeq(*databases, ",") {
		switch list := *sizes; d {
		case "sqlite":
			list = *sqlite
			fallthrough
		case "postgres":
			if o.sizes[d], err = numbers(list); err != nil {
				return o, err
			}
		default:
			return o, fmt.Errorf("-databases: %q is neither sqlite nor postgres", d)
		}
	}
	if len(o.sizes["postgres"]) > 0 && o.postgres == "" {
		return o, errors.New("there is no PostgreSQL: run it by internal/testenv/pgtest/withpg, as make bench does, or with -databases sqlite")
	}
	return o, nil
}

func numbers(list string) (all []int, err error) {
	for text := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q is no number from 1 on", text)
		}
		all = append(all, n)
	}
	return all, nil
}

func run(ctx context.Context, args []string) error {
	o, err := read(args)
	if err != nil {
		return err
	}
	if o.folder == "" {
		own, err := os.MkdirTemp("", "redress-bench-")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(own) }()
		o.folder, o.suffix = own, fmt.Sprintf("_%d", time.Now().UnixNano())
	}
	var failed []error
	for _, database := range []string{"postgres", "sqlite"} {
		if sizes := o.sizes[database]; o.overload > 0 || o.tiles > 0 {
			if len(sizes) == 0 {
				continue
			}
			alone := overloaded
			if o.tiles > 0 {
				alone = atOnce
			}
			if err := alone(ctx, o, database, slices.Min(sizes)); err != nil {
				failed = append(failed, fmt.Errorf("%s: %w", database, err))
			}
			continue
		}
		all := map[int][]comparison{}
		for _, n := range o.sizes[database] {
			if all[n], err = measure(ctx, o, database, n); err != nil {
				err = fmt.Errorf("%s, %d complaints: %w", database, n, err)
				failed = append(failed, err)
			}
			if ctx.Err() != nil {
				return err
			}
		}
		if len(all) > 0 {
			growth(os.Stdout, o.sizes[database], all)
		}
	}
	return errors.Join(failed...)
}

// serveFlags start Redress without budgets, which the requests of a measurement would use up.
var serveFlags = []string{
	"serve", "--addr", "127.0.0.1:0", "--uploads-per-hour", "1000000",
	"--budget-user", "0", "--budget-solver", "0", "--budget-provider", "0", "--budget-admin", "0", "--budget-super-admin", "0", "--budget-anonymous", "0",
}

// bench runs the contenders on one database.
type bench struct {
	servers    [sides]*process // without those that don't take part
	postmaster int             // of PostgreSQL on this machine, or 0
	seconds    time.Duration
}

// measure seeds a database and measures all cells on it.
func measure(ctx context.Context, o options, database string, complaints int) (all []comparison, err error) {
	w, err := prepare(ctx, o, database, complaints, "")
	if err != nil {
		return nil, err
	}
	defer func() { _ = w.db.Close() }()
	fmt.Println()
	own := filepath.Join(w.folder, "plain")
	if err := os.MkdirAll(own, 0o700); err != nil {
		return nil, err
	}
	w.folders = append(w.folders, own)
	if err := w.readDashboards(ctx, "dashboard", o.dashboard); err != nil {
		return nil, err
	}
	if err := w.readDashboards(ctx, "read", o.reads); err != nil {
		return nil, err
	}
	b := &bench{seconds: o.seconds}
	if w.postgres {
		b.postmaster = postmaster(ctx, w.db)
	}
	for _, s := range o.contenders {
		if !s.serves(database) {
			continue
		}
		launch := func() (*process, error) { return o.launch(ctx, s, w.address, w.keyFile, own, w.files) }
		cold, err := coldStart(launch)
		if err != nil {
			return nil, err
		}
		if b.servers[s], err = launch(); err != nil {
			return nil, err
		}
		defer b.servers[s].stop()
		if err := b.servers[s].ready(); err != nil {
			return nil, err
		}
		time.Sleep(2 * time.Second)
		idle, own, _ := b.servers[s].memory()
		fmt.Printf("%s: ready %d ms after its start, %.0f MB idle, %.0f of them its own.\n", s, cold.Milliseconds(), idle, own)
	}
	if all, err = b.all(ctx, o, w.world); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	fmt.Println()
	for s, p := range b.servers {
		if p != nil {
			now, own, most := p.memory()
			fmt.Printf("%s: %.0f MB after the load, %.0f of them its own, %.0f MB at most.\n", side(s), now, own, most)
		}
	}
	return all, err
}

// all measures every selected cell. A failure of one does not end the others.
func (b *bench) all(ctx context.Context, o options, w *world) (all []comparison, err error) {
	var failed []error
	title := []string{"Requests a second"}
	for _, s := range []side{plain, pgx} {
		if b.servers[s] != nil {
			title = append(title, fmt.Sprintf("of %s's", s))
		}
	}
	rates := b.table(strings.Join(title, ", "))
	for _, c := range w.cells() {
		if !o.cells.MatchString(c.name) {
			continue
		}
		if err := b.same(c); err != nil {
			failed = append(failed, err)
			rates.fail(c.name, 0)
			continue
		}
		for _, n := range o.connections {
			found, err := b.compare(c, n)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				failed = append(failed, err)
				rates.fail(c.name, n)
				continue
			}
			rates.print(found, found.rates)
			all = append(all, found)
		}
	}
	cpu := b.table("CPU of a request, µs: server + database")
	for _, c := range all {
		cpu.print(c, c.cpu)
	}
	times := b.table("Median, ms; 99 % are shorter than")
	for _, c := range all {
		times.print(c, c.times)
	}
	return all, errors.Join(failed...)
}

// seeded seeds the database, unless the folder has the data of an earlier run.
func seeded(ctx context.Context, redress string, complaints int, files []string, w *world) (string, error) {
	var there int
	if err := w.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM complaints").Scan(&there); err == nil && there >= complaints {
		return "The data are of an earlier run.", nil
	}
	begin := time.Now()
	cmd := exec.CommandContext(ctx, redress, append([]string{"seed", "--complaints", strconv.Itoa(complaints)}, files...)...) //nolint:gosec // ours
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("redress seed: %w", err)
	}
	took := time.Since(begin)
	if w.postgres {
		_, _ = w.db.ExecContext(ctx, "CHECKPOINT") // so that none happens in a round; may be refused
	}
	return fmt.Sprintf("Seeded in %s.", took.Round(100*time.Millisecond)), nil
}

// create creates a database on a server, unless it exists, and returns its URL.
func create(ctx context.Context, server, name string) (string, error) {
	db, err := sql.Open("postgres", server)
	if err != nil {
		return "", err
	}
	defer func() { _ = db.Close() }()
	var refused *pq.Error
	_, err = db.ExecContext(ctx, `CREATE DATABASE "`+name+`" TEMPLATE template0`)
	if errors.As(err, &refused) && refused.Code == "42P04" { // it exists
		err = nil
	}
	if err != nil {
		return "", err
	}
	u, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	u.Path = "/" + name
	return u.String(), nil
}

// coldStart returns the median time from a program's start to its first response.
func coldStart(launch func() (*process, error)) (time.Duration, error) {
	var all []time.Duration
	for range 5 {
		begin := time.Now()
		p, err := launch()
		if err != nil {
			return 0, err
		}
		err = p.ready()
		all = append(all, time.Since(begin))
		p.stop()
		if err != nil {
			return 0, err
		}
	}
	slices.Sort(all)
	return all[len(all)/2], nil
}
