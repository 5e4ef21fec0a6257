package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/pflag"

	"github.com/redress/redress/internal/auth"
)

// ReadEnvironment gives the flags that were absent the values of their variables. It refuses
// variables that look like a misspelled setting, whose default would otherwise be in force
// unnoticed, and warns of others that it does not know.
func (c *Config) ReadEnvironment(flags *pflag.FlagSet, warn func(text string)) error {
	known := map[string]bool{}
	flags.VisitAll(func(f *pflag.Flag) { known[Variable(f)], known[Variable(f)+"_FILE"] = true, true })
	unknown, misspelled := unknownVariables(os.Environ(), known)
	for _, name := range unknown {
		warn(name + " is set, but there is no such setting; see redress serve --help")
	}
	errs := []error{misspelled}
	c.given = map[string]bool{}
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed || f.Name == "help" {
			return
		}
		name := Variable(f)
		text, ok, err := lookup(name, warn)
		if err == nil && ok {
			c.given[f.Name] = true
			if f.Value.Type() == "bool" {
				text = cmp.Or(map[string]string{"yes": "true", "no": "false"}[text], text)
			}
			if err = f.Value.Set(text); err != nil {
				err = fmt.Errorf("%s: %w", name, WrongValue(f, text, err))
			}
		}
		errs = append(errs, err)
	})
	if c.DataDir != defaultDataDir {
		for _, name := range DataSettings {
			if f := flags.Lookup(name); c.Source(f) == fromDataDir {
				errs = append(errs, f.Value.Set(inDataDir(f, c.DataDir)))
			}
		}
	}
	return errors.Join(errs...)
}

// inDataDir returns the default of one of DataSettings in a data folder.
func inDataDir(f *pflag.Flag, folder string) string {
	return strings.Replace(f.DefValue, defaultDataDir, strings.TrimRight(folder, "/"), 1)
}

// Where the value of a setting came from.
const (
	fromFlag     = "flag"
	FromVariable = "environment"
	fromFile     = "file"
	fromDataDir  = "data-dir"
	FromDefault  = "default"
)

// Source returns where the value of a setting came from.
func (c *Config) Source(f *pflag.Flag) string {
	switch {
	case f.Changed:
		return fromFlag
	case !c.given[f.Name] && c.DataDir != defaultDataDir && slices.Contains(DataSettings, f.Name):
		return fromDataDir
	case !c.given[f.Name]:
		return FromDefault
	case os.Getenv(Variable(f)+"_FILE") != "":
		return fromFile
	default:
		return FromVariable
	}
}

// Variable returns the environment variable of a setting.
func Variable(f *pflag.Flag) string { return VariableOf(f.Name) }

// VariableOf is Variable for the name of a setting.
func VariableOf(name string) string {
	return "REDRESS_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// lookup returns the value of a setting of the environment. A secret may be in the file that
// REDRESS_X_FILE names, so that a password need not be in the environment. A file that others can read is taken, as it
// always was, but warned of where it holds a password.
func lookup(name string, warn func(string)) (value string, ok bool, err error) {
	// A setting that names a file itself, such as the key, has no such variant.
	file := os.Getenv(name + "_FILE")
	if file == "" || strings.HasSuffix(name, "_FILE") {
		value, ok = os.LookupEnv(name)
		return value, ok, nil
	}
	f, err := os.Open(file) //nolint:gosec // the operator names it
	if err != nil {
		return "", false, fmt.Errorf("%s_FILE: %w", name, err)
	}
	defer func() { _ = f.Close() }() // only read
	text, err := io.ReadAll(f)
	if err != nil {
		return "", false, fmt.Errorf("%s_FILE: %w", name, err)
	}
	value = strings.TrimSpace(string(text))
	if err := auth.CheckSecretFile(f); err != nil && HasPassword(value) {
		warn(fmt.Sprintf("%s_FILE: %v", name, err))
	}
	return value, true, nil
}

// HasPassword reports whether a URL has a password, in its authority (RFC 3986, section 3.2.1) or as a parameter.
func HasPassword(text string) bool {
	u, err := url.Parse(text)
	if err != nil {
		return true // for all we know
	}
	_, is := u.User.Password()
	return is || u.Query().Has("password")
}

// Misspelling is the most letters in which a variable differs from the setting that was meant.
const Misspelling = 2

// injected matches variables, with their values, that container platforms set when a service is
// named redress: Kubernetes does so in each pod of its namespace, Docker for links.
var injected = regexp.MustCompile(`_SERVICE_HOST=|_SERVICE_PORT(_\w+)?=|_PORT_\d+_(TCP|UDP|SCTP)(_(ADDR|PORT|PROTO))?=|_PORT=\w+://|^REDRESS_(NAME|ENV_\w+)=`)

// unknownVariables returns the variables of the environment that no setting reads, and an
// error for those that are a misspelled setting.
func unknownVariables(environ []string, known map[string]bool) (unknown []string, misspelled error) {
	names := slices.Sorted(maps.Keys(known))
	slices.Sort(environ)
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, "REDRESS_") || strings.HasPrefix(name, "REDRESS_TEST_") || known[name] || injected.MatchString(entry) {
			continue
		}
		nearest := slices.MinFunc(names, func(x, y string) int {
			return cmp.Compare(levenshtein.ComputeDistance(name, x), levenshtein.ComputeDistance(name, y))
		})
		if levenshtein.ComputeDistance(name, nearest) <= Misspelling {
			misspelled = errors.Join(misspelled, fmt.Errorf("%s: there is no such setting; did you mean %s?", name, nearest))
			continue
		}
		unknown = append(unknown, name)
	}
	return unknown, misspelled
}

// WrongValue returns why a flag does not take a value. The library's own types say it in the words of Go.
func WrongValue(f *pflag.Flag, value string, err error) error {
	switch f.Value.Type() {
	case "int", "uint64":
		return fmt.Errorf("must be a whole number, not %q", value)
	case "float64":
		return fmt.Errorf("must be a number, not %q", value)
	case "bool":
		return fmt.Errorf("must be true or false, not %q", value)
	default:
		return err
	}
}
