package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/config"
	"github.com/redress/redress/internal/domain"
)

// shells are those whose completion scripts cobra writes.
var shells = map[string]func(*cobra.Command, io.Writer) error{
	"bash":       func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) },
	"zsh":        (*cobra.Command).GenZshCompletion,
	"fish":       func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) },
	"powershell": (*cobra.Command).GenPowerShellCompletionWithDesc,
}

func newCompletion(app *App) *cobra.Command {
	var write func(*cobra.Command, io.Writer) error
	names := slices.Sorted(maps.Keys(shells))
	command := &cobra.Command{
		Use: "completion <shell>", Short: "Print a script that completes commands in a shell.",
		Long: `Print a script with which a shell completes commands, flags and their values:
bash, zsh, fish or powershell. For one session:

  bash        source <(redress completion bash)
  zsh         source <(redress completion zsh)
  fish        redress completion fish | source
  powershell  redress completion powershell | Out-String | Invoke-Expression

For all sessions write it where the shell looks for such scripts: bash in
/etc/bash_completion.d/redress, zsh as _redress in a folder of $fpath, fish in
~/.config/fish/completions/redress.fish. The Debian package does so.`,
		Args: arguments(argument{"<shell>", func(text string) error {
			write = shells[text]
			if write == nil {
				return fmt.Errorf("must be one of %s, not %q", strings.Join(names, ", "), text)
			}
			return nil
		}}),
		ValidArgs: names,
	}
	command.RunE = app.run(func(context.Context, *App) error { return write(command.Root(), app.Stdout) })
	return command
}

// completeValues makes shells propose the values of flags that take one of a few.
func completeValues(root *cobra.Command) error {
	var roles []string
	for _, r := range domain.Roles {
		roles = append(roles, strings.ToLower(string(r)))
	}
	for name, values := range map[string][]string{
		"registration": {"open", "closed"}, "log-level": {"debug", "info", "warn", "error"}, "log-format": {config.LogText, config.LogJSON},
	} {
		if err := root.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
			return err
		}
	}
	create, _, err := root.Find([]string{"user", "create"})
	if err != nil {
		return err
	}
	return create.RegisterFlagCompletionFunc("role", cobra.FixedCompletions(roles, cobra.ShellCompDirectiveNoFileComp))
}
