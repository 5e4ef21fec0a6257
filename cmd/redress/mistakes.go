package main

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/config"
)

// noCommand refuses the name of a command that does not exist, and says which one is like it.
func noCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, child := range c.Commands() {
		if child.IsAvailableCommand() {
			names = append(names, child.Name())
		}
	}
	path := strings.TrimSpace(strings.TrimPrefix(c.CommandPath(), c.Root().Name()) + " " + args[0])
	return fmt.Errorf("there is no command %q%s", path, didYouMean("", args[0], names))
}

// explainFlag returns what is wrong with a flag. A command that does not exist is more often what is wrong than the
// flag that stands behind it.
func explainFlag(c *cobra.Command, err error) error {
	if c.HasSubCommands() && !runsItself(c) {
		if wrong := noCommand(c, c.Flags().Args()); wrong != nil {
			return wrong
		}
	}
	var (
		unknown *pflag.NotExistError
		invalid *pflag.InvalidValueError
		without *pflag.ValueRequiredError
	)
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return fmt.Errorf("there is no flag -%s: flags have two dashes", unknown.GetSpecifiedShortnames())
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		var names []string
		for _, flags := range []*pflag.FlagSet{c.LocalNonPersistentFlags(), settingsOf(c)} {
			flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		}
		return fmt.Errorf("there is no flag --%s%s", name, didYouMean("--", name, names))
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s: %w", invalid.GetFlag().Name, config.WrongValue(invalid.GetFlag(), invalid.GetValue(), invalid.Unwrap()))
	case errors.As(err, &without):
		return fmt.Errorf("--%s needs a value", without.GetSpecifiedName())
	}
	return err
}

// didYouMean returns the end of an error that names what was probably meant, "" where nothing is like it.
func didYouMean(prefix, name string, names []string) string {
	if name == "" || len(names) == 0 {
		return ""
	}
	distance := func(other string) int {
		if len(name) > config.Misspelling && strings.HasPrefix(other, name) {
			return 1
		}
		return levenshtein.ComputeDistance(strings.ToLower(name), other)
	}
	nearest := slices.MinFunc(names, func(x, y string) int { return cmp.Compare(distance(x), distance(y)) })
	if distance(nearest) > config.Misspelling || distance(nearest) >= len(nearest) {
		return ""
	}
	return "; did you mean " + prefix + nearest + "?"
}

// inOurWords returns the text of an error with what libraries say in it replaced: their own names, and numbers that
// mean something to their authors.
func inOurWords(err error) string {
	text := err.Error()
	var visit func(error)
	visit = func(err error) {
		if said := translate(err); said != "" {
			text = strings.Replace(text, err.Error(), said, 1)
			return
		}
		switch e := err.(type) { //nolint:errorlint // each is looked at
		case interface{ Unwrap() error }:
			if inner := e.Unwrap(); inner != nil {
				visit(inner)
			}
		case interface{ Unwrap() []error }:
			for _, inner := range e.Unwrap() {
				visit(inner)
			}
		}
	}
	visit(err)
	return strings.ReplaceAll(text, "pq: ", "")
}

// translate returns what an error of a library means, "" for every other error.
func translate(err error) string {
	switch e := err.(type) { //nolint:errorlint // of this error alone: inOurWords looks at those that it wraps
	case *sqlite.Error:
		return sqliteWords(e)
	case *pq.Error:
		return e.Message
	case *strconv.NumError:
		return strconv.Quote(e.Num) + " is no such number"
	case *ent.NotFoundError:
		return "there is no such row"
	case *ent.ConstraintError:
		return "it contradicts another row"
	case *ent.ValidationError:
		return "the value of " + e.Name + " can't be stored"
	case *ent.NotSingularError:
		return "there is more than one"
	}
	return ""
}

// sqliteWords returns what a result code of SQLite means to an operator.
func sqliteWords(err *sqlite.Error) string {
	switch err.Code() & 0xff { // the rest says where
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return "another process has locked the database"
	case sqlite3.SQLITE_NOTADB:
		return "the file is no SQLite database"
	case sqlite3.SQLITE_CANTOPEN:
		return "the file can't be opened: see whether its folder exists and whose it is"
	case sqlite3.SQLITE_READONLY:
		return "the file can't be written: see whose it is"
	case sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH:
		return "the account may not open the file"
	case sqlite3.SQLITE_CORRUPT:
		return "the file is damaged: restore a backup"
	case sqlite3.SQLITE_FULL:
		return "the disk is full"
	case sqlite3.SQLITE_IOERR:
		return "the disk can't be read or written"
	case sqlite3.SQLITE_NOMEM:
		return "there is not enough memory"
	}
	text := err.Error() // such as: constraint failed: … (787)
	if at := strings.LastIndex(text, " ("); at > 0 {
		text = text[:at]
	}
	return text
}

// sslHint returns which sslmode helps against an error of a connection to PostgreSQL, as the end of a message; "" where
// none does.
func sslHint(err error) string {
	var (
		refused   *pq.Error
		unknownCA x509.UnknownAuthorityError
		name      x509.HostnameError
		invalid   *tls.CertificateVerificationError
	)
	switch {
	case errors.Is(err, pq.ErrSSLNotSupported):
		return ". Give the server a certificate; where nobody else is on the way to it, ?sslmode=disable in the URL does without"
	case errors.As(err, &refused) && refused.Code == pqerror.InvalidAuthorizationSpecification && strings.Contains(refused.Message, "no encryption"):
		return ". The server takes connections with TLS alone: write ?sslmode=verify-full in the URL, or require"
	case errors.As(err, &unknownCA):
		return ". Name the file of the authority's certificate in the URL: ?sslmode=verify-full&sslrootcert=/etc/redress/ca.pem"
	case errors.As(err, &name):
		return ". Write the host in the URL as its certificate names it: sslmode=verify-full compares them"
	case errors.As(err, &invalid):
		return ". sslmode=verify-full takes a server with a valid certificate alone"
	}
	return ""
}
