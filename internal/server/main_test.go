package server_test

import (
	"bytes"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
)

// logged is everything that this test program logs, down to the chattiest level.
var logged logBuffer

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(server.LogHandler{Handler: slog.NewJSONHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug})}))
	os.Exit(testenv.Run(m))
}

type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// lines are those that hold a text.
func (b *logBuffer) lines(text string) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var found []string
	for line := range strings.Lines(b.text.String()) {
		if strings.Contains(line, text) {
			found = append(found, line)
		}
	}
	return found
}
