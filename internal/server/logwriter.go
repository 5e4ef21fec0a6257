package server

import (
	"bytes"
	"io"
	"log/slog"
	"sync"
	"time"
)

// logBuffer is how many bytes of log lines wait for a reader that is slow. A pipe holds 64 KiB more.
const logBuffer = 1 << 20

// LogWriter writes log lines from a goroutine of its own, so that a pipe that nobody reads stops no
// request. Lines that do not fit into its buffer are dropped, and counted.
type LogWriter struct {
	out  io.Writer
	wake chan struct{} // has one element while there is something to do
	done chan struct{} // is closed after the last write

	mu         sync.Mutex
	pending    []byte // whole lines
	closed     bool
	dropped    int64 // lines
	unreported int64 // of those, the ones that no line tells of yet
}

// NewLogWriter returns a writer of lines to out. It is to be closed.
func NewLogWriter(out io.Writer) *LogWriter {
	l := &LogWriter{out: out, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go l.run()
	return l
}

// Write takes a line, or drops it. It never waits and never fails.
func (l *LogWriter) Write(line []byte) (int, error) {
	l.mu.Lock()
	if l.closed || len(l.pending)+len(line) > logBuffer {
		l.drop(1)
	} else {
		l.pending = append(l.pending, line...)
	}
	l.mu.Unlock()
	l.signal()
	return len(line), nil
}

// Dropped returns how many lines were dropped.
func (l *LogWriter) Dropped() int64 {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dropped
}

// Close writes what is pending, but waits no longer than the time given for somebody to read it.
func (l *LogWriter) Close(timeout time.Duration) {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.signal()
	select {
	case <-l.done:
	case <-time.After(timeout):
	}
}

// drop counts lines. The lock is held.
func (l *LogWriter) drop(lines int64) {
	l.dropped += lines
	l.unreported += lines
}

func (l *LogWriter) signal() {
	select {
	case l.wake <- struct{}{}:
	default: // it is awake already
	}
}

func (l *LogWriter) run() {
	defer close(l.done)
	var batch []byte
	for range l.wake {
		l.mu.Lock()
		batch, l.pending = l.pending, batch[:0]
		closed := l.closed
		l.mu.Unlock()
		if len(batch) > 0 {
			l.write(batch)
		}
		if closed {
			return
		}
	}
}

// write writes lines. When they are read and others were dropped before, it logs how many.
func (l *LogWriter) write(lines []byte) {
	_, err := l.out.Write(lines)
	l.mu.Lock()
	if err != nil { // the reader is gone, or the disk is full
		l.drop(int64(bytes.Count(lines, []byte{'\n'})))
	}
	var report int64
	if err == nil {
		report, l.unreported = l.unreported, 0
	}
	l.mu.Unlock()
	if report > 0 {
		slog.Warn("log lines were dropped because nobody read them", "lines", report)
	}
}
