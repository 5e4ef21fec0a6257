package cli_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/cli"
)

type settings struct {
	DatabaseURL string        `settings:"" env:"X_DATABASE_URL" default:"sqlite://x.db" placeholder:"URL" help:"The database; default ${default}"`
	Origins     []string      `settings:"" env:"X_ORIGINS" placeholder:"ORIGIN" help:"Origins"`
	TTL         time.Duration `settings:"" env:"X_TTL" default:"15m" placeholder:"TIME" help:"Lifetime"`
	Debug       bool          `settings:"" env:"X_DEBUG" help:"More logs"`
}

type common struct {
	Note string `placeholder:"TEXT" help:"A note"`
}

type line struct {
	settings
	Add struct {
		common
		Name  string            `required:"" placeholder:"NAME" help:"Its name"`
		Role  string            `enum:"user,admin" default:"user" placeholder:"ROLE" help:"user or admin"`
		Map   map[string]string `placeholder:"KEY=VALUE" help:"Pairs"`
		Count int               `placeholder:"N" help:"A number"`
		One   bool              `xor:"which" help:"One"`
		Two   *string           `xor:"which" placeholder:"TWO" help:"Two"`
		File  string            `arg:"" help:"A file"`
	} `cmd:"" uses:"database-url" help:"Adds something."`
	List struct {
		All struct{} `cmd:"" uses:"" help:"Lists all."`
	} `cmd:"" help:"Lists."`
}

func parse(env map[string]string, args string) (line, *cli.Command, string, error) {
	var l line
	var out strings.Builder
	c, err := cli.Parse(cli.Program{
		Name: "x", Description: "A program.", Stdout: &out,
		Lookup: func(name string) (string, bool, error) {
			if env[name] == "fail" {
				return "", false, errors.New(name + "_FILE: no such file")
			}
			v, ok := env[name]
			return v, ok, nil
		},
	}, &l, strings.Fields(args))
	return l, c, out.String(), err
}

func TestParse(t *testing.T) {
	env := map[string]string{"X_DATABASE_URL": "sqlite://env.db", "X_ORIGINS": "a,b", "X_DEBUG": "yes"}
	l, c, _, err := parse(env, "add --ttl=1h --name n f.csv --map a=b=c --map d= --count -- ")
	if err == nil {
		t.Errorf("a flag without its value: %+v", l)
	}
	l, c, _, err = parse(env, "--ttl=1h add --name n f.csv --map a=b=c --map d= --count=-3 --note - --two 2 --database-url sqlite://flag.db")
	if err != nil {
		t.Fatal(err)
	}
	a := l.Add
	if l.DatabaseURL != "sqlite://flag.db" || l.TTL != time.Hour || !l.Debug || !reflect.DeepEqual(l.Origins, []string{"a", "b"}) ||
		a.Name != "n" || a.Role != "user" || a.File != "f.csv" || a.Count != -3 || a.Note != "-" || *a.Two != "2" ||
		!reflect.DeepEqual(a.Map, map[string]string{"a": "b=c", "d": ""}) {
		t.Errorf("%+v", l)
	}
	if c.Value != any(&l.Add) && !c.Uses() {
		t.Errorf("%+v", c)
	}
	if l, c, _, err = parse(nil, "list all"); err != nil || l.TTL != 15*time.Minute || l.DatabaseURL != "sqlite://x.db" || c.Uses() {
		t.Errorf("%+v %v", l, err)
	}
	if l, _, _, err = parse(nil, "add --name n -- --help"); err != nil || l.Add.File != "--help" {
		t.Errorf("%+v %v", l, err)
	}
}

func TestMistakes(t *testing.T) {
	for args, want := range map[string]string{
		"":                                  `expected one of "add", "list"`,
		"list":                              `expected "all"`,
		"nonsense":                          "unexpected argument nonsense",
		"add --name n f g":                  "unexpected argument g",
		"add --name n":                      `expected "<file>"`,
		"add f":                             "missing flags: --name=NAME",
		"add f --nope":                      "unknown flag --nope",
		"add f -name=n":                     "unknown flag -name",
		"add f --name":                      "--name: expected a value",
		"add f --name --debug":              `--name: expected a value but got "--debug"; perhaps try --name="--debug"?`,
		"add f --name n --role king":        `--role must be one of "user","admin" but got "king"`,
		"add f --name n --count x":          `--count: expected a whole number but got "x"`,
		"add f --name n --one --two 2":      "--one and --two can't be used together",
		"add f --name n --map a":            `--map: expected KEY=VALUE but got "a"`,
		"add f --name n --debug=maybe":      `--debug: must be true, 1, yes, false, 0 or no but got "maybe"`,
		"add f --name n --ttl 15":           `--ttl: expected a duration such as 15m but got "15"`,
		"add f --name n --ttl 1h --all=yes": "unknown flag --all",
	} {
		t.Run(args, func(t *testing.T) {
			if _, _, _, err := parse(nil, args); err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
	if _, _, _, err := parse(map[string]string{"X_TTL": "15"}, "list all"); err == nil || !strings.HasSuffix(err.Error(), "(from X_TTL)") {
		t.Error(err)
	}
	if _, _, _, err := parse(map[string]string{"X_TTL": "15"}, "list all --ttl 1h"); err != nil {
		t.Errorf("a flag takes the place of the environment: %v", err)
	}
	if _, _, _, err := parse(map[string]string{"X_TTL": "fail"}, "list all"); err == nil || err.Error() != "--ttl: X_TTL_FILE: no such file" {
		t.Error(err)
	}
}

func TestHelp(t *testing.T) {
	t.Setenv("COLUMNS", "60")
	_, _, out, err := parse(nil, "add --help --nope")
	if !errors.Is(err, cli.ErrHelp) {
		t.Fatal(err)
	}
	want := `Usage: x add <file> --name=NAME [flags]

Adds something.

Arguments:
  <file>    A file

Flags:
  -h, --help             Show context-sensitive help.

      --note=TEXT        A note
      --name=NAME        Its name
      --role=ROLE        user or admin
      --map=KEY=VALUE    Pairs
      --count=N          A number
      --one              One
      --two=TWO          Two

Settings:
  --database-url=URL    The database; default sqlite://x.db
                        ($X_DATABASE_URL)
`
	if out != want {
		t.Errorf("got\n%s", out)
	}
	if _, _, out, err = parse(nil, "-h"); !errors.Is(err, cli.ErrHelp) || !strings.Contains(out, "\nCommands:\n  add         Adds something.\n  list all    Lists all.\n") {
		t.Errorf("got %v\n%s", err, out)
	}
}
