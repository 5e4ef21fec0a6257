// Command redress is the complaint handling and administration service: one program that
// serves the GraphQL API, the REST API and the pages, and maintains its data.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/redress/redress/internal/fault"
)

// version is set by the Makefile. Of a program that `go install` built, it is the module's.
var version = "devel"

// bytesPerSample is how much is allocated between two stacks that the profile of the heap keeps. At the default of
// 512 kB, 17 requests, looking through stacks took a fiftieth of the processor.
const bytesPerSample = 4 << 20

func init() {
	runtime.MemProfileRate = bytesPerSample
	info, ok := debug.ReadBuildInfo()
	if ok && version == "devel" && info.Main.Version != "" && info.Main.Version != "(devel)" {
		version = info.Main.Version
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), stopSignals()...)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program without waiting for requests
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "redress: "+message(err))
		os.Exit(exitCode(err))
	}
}

// stopSignals returns the signals that end the program after its requests have finished. SIGHUP is one too, so that a
// terminal that is closed cuts nothing off, unless nohup had it ignored.
func stopSignals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// exitCode returns the exit code of an error: 1 unless it has its own.
func exitCode(err error) int {
	if c, ok := errors.AsType[exitError](err); ok {
		return c.code
	}
	return 1
}

// message returns the message of an error, with the fields of a fault.
func message(err error) string {
	var f *fault.Error
	if !errors.As(err, &f) {
		return inOurWords(err)
	}
	text := f.Message
	if len(f.Fields) > 1 {
		var inputs []string
		for _, in := range f.Fields {
			inputs = append(inputs, in.Field+": "+in.Message)
		}
		text = strings.Join(inputs, "; ")
	}
	if f.Cause != nil {
		text += " (" + inOurWords(f.Cause) + ")"
	}
	return text
}
