package main

import (
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/redress/redress/internal/config"
	"github.com/redress/redress/internal/store"
)

// What the Debian package installs: its data folder, and the command that runs redress as its service does.
const (
	packagedDataDir = "/var/lib/redress"
	packagedCommand = "redressctl"
)

// packaged reports whether the package's command is here. People other than root don't have its folder in their path.
func packaged() bool {
	if _, err := exec.LookPath(packagedCommand); err == nil {
		return true
	}
	_, err := os.Stat("/usr/sbin/" + packagedCommand)
	return err == nil
}

// holdsInstallation returns an error when nothing of this program is in a database.
func (a *App) holdsInstallation(v store.Version) error {
	if v.Database == 0 {
		return errors.New("REDRESS_DATABASE_URL: the database holds nothing of redress. " + a.whereElse())
	}
	return nil
}

// whereElse returns where somebody may have to look for the installation that is not here.
func (a *App) whereElse() string {
	if packaged() && a.Config.DataDir != packagedDataDir {
		return `Commands for the installation of the package are run by redressctl, such as "redressctl user list"`
	}
	return "Give the settings of the service, such as --data-dir; redress serve makes a new installation"
}

// commandLine returns a command as it is run on this installation, from whichever folder: with the settings that say where its
// data is. Passwords are not shown: a setting of the environment that has one is left to it, and named.
func (a *App) commandLine(command string) string {
	if a.Config.DataDir == packagedDataDir && packaged() {
		return packagedCommand + " " + command
	}
	command = "redress " + command
	var left []string
	for _, p := range a.Config.Places() {
		shown, whole := showPlace(p.Value)
		if !whole && p.FromEnvironment {
			left = append(left, config.VariableOf(p.Name))
			continue
		}
		command += " --" + p.Name + " " + quote(shown)
	}
	if len(left) > 0 {
		command += "\n\nwith the same " + strings.Join(left, " and ") + "."
	}
	return command
}

// showPlace returns where data is, as it is found from each folder, with a placeholder for what is secret. It reports whether nothing is.
func showPlace(value string) (shown string, whole bool) {
	scheme, path, isURL := strings.Cut(value, "://")
	if !isURL {
		scheme, path = "", value
	}
	if !isURL || scheme == "sqlite" || scheme == "file" {
		if full, err := filepath.Abs(path); err == nil {
			return strings.TrimSuffix(value, path) + full, true
		}
		return value, true
	}
	u, err := url.Parse(value)
	if err != nil || publicURL(value) != u.Scheme+"://"+u.Host+u.Path {
		return "URL", false
	}
	if !config.HasPassword(value) {
		return value, true
	}
	if _, has := u.User.Password(); has {
		u.User = url.UserPassword(u.User.Username(), "PASSWORD")
	}
	if parameters := u.Query(); parameters.Has("password") {
		parameters.Set("password", "PASSWORD")
		u.RawQuery = parameters.Encode()
	}
	return u.String(), false
}

// quote returns a text as a shell takes it for one word.
func quote(text string) string {
	if strings.ContainsAny(text, " '\"\\$`&;()<>|*?[]!~") {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return text
}
