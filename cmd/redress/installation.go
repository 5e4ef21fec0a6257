package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

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

// commandLine returns a command as it is run on this installation, from whichever folder.
func (a *App) commandLine(command string) string {
	c := a.Config
	if c.DataDir == packagedDataDir && packaged() {
		return packagedCommand + " " + command
	}
	command = "redress " + command
	folder := strings.TrimRight(c.DataDir, "/")
	inFolder := c.DatabaseURL == "sqlite://"+folder+"/redress.db" && c.MediaURL == "file://"+folder+"/media" &&
		c.KeyFile == folder+"/signing.key" && c.LedgerKeyFile == folder+"/ledger.key"
	full, err := filepath.Abs(folder)
	if !inFolder || err != nil {
		return command + "\n\nwith the settings of this service."
	}
	if strings.ContainsAny(full, " '\"\\$`&;()<>|*?[]!~") {
		full = "'" + strings.ReplaceAll(full, "'", `'\''`) + "'"
	}
	return command + " --data-dir " + full
}
