package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"golang.org/x/term"
)

// Formats of the log.
const (
	LogText = "text"
	LogJSON = "json"
)

// logLevels are the levels of log lines, by the words of --log-level.
var logLevels = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}

// checkLog returns what is wrong with the settings of the log.
func (c Config) checkLog() error {
	var errs []error
	if _, ok := logLevels[c.LogLevel]; !ok {
		errs = append(errs, fmt.Errorf("REDRESS_LOG_LEVEL: must be debug, info, warn or error, not %q", c.LogLevel))
	}
	if c.LogFormat != "" && c.LogFormat != LogText && c.LogFormat != LogJSON {
		errs = append(errs, fmt.Errorf("REDRESS_LOG_FORMAT: must be text or json, not %q", c.LogFormat))
	}
	return errors.Join(errs...)
}

// LogHandler returns a handler of the format and level that the settings name.
func (c Config) LogHandler(log, w io.Writer) slog.Handler {
	options := &slog.HandlerOptions{Level: logLevels[c.LogLevel]}
	if c.FormatOf(log) == LogText {
		return slog.NewTextHandler(w, options)
	}
	return slog.NewJSONHandler(w, options)
}

// FormatOf returns the format of a log. Where none is set, one that is read on a terminal is text, any other JSON.
func (c Config) FormatOf(log io.Writer) string {
	if f, ok := log.(*os.File); ok && c.LogFormat == "" && term.IsTerminal(int(f.Fd())) {
		return LogText
	}
	return cmp.Or(c.LogFormat, LogJSON)
}
