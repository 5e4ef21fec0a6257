package main

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/redress/redress/dashboard"
)

// notices are the licenses of what the program is made of, but for the desk's, which its build writes.
//
//go:embed notices.txt.gz
var packedNotices []byte

// notices returns the text.
func notices() (string, error) {
	r, err := gzip.NewReader(bytes.NewReader(packedNotices))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return string(text), err
}

func newLicenses(app *App) *cobra.Command {
	return &cobra.Command{
		Use: "licenses", Short: "Print the licenses of the software in it.", Args: arguments(),
		Long: `Print which software of others this program contains, and its licenses: Go's
modules, the pages, and what the desk is built from.`,
		RunE: app.run(func(context.Context, *App) error {
			own, err := notices()
			if err != nil {
				return err
			}
			desk, err := fs.ReadFile(dashboard.Files(), "licenses.md")
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(app.Stdout, "%s\n\nThe desk\n\n%s", own, desk)
			return err
		}),
	}
}
