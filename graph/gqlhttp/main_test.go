package gqlhttp_test

import (
	"log/slog"
	"os"
	"testing"

	"github.com/redress/redress/internal/testenv"
)

func TestMain(m *testing.M) {
	// What is logged as an error is a bug found; a line for each request is noise.
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	os.Exit(testenv.Main(m))
}
