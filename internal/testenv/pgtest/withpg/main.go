//go:build unix

// Command withpg runs a command with a throwaway PostgreSQL that its tests find in
// REDRESS_TEST_POSTGRES_URL:
//
//	go run ./internal/testenv/pgtest/withpg go test ./...
//
// A server that the variable already names is used. Without PostgreSQL on the machine the command
// runs without one, with a warning; under CI=true it does not run at all.
// The exit code is the command's.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"github.com/redress/redress/internal/testenv/pgtest"
)

func main() {
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "withpg:", err)
	}
	os.Exit(code)
}

func run(args []string) (code int, err error) {
	if len(args) == 0 {
		return 2, errors.New("no command to run was given")
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)

	if os.Getenv(pgtest.Env) == "" {
		server, err := pgtest.Start()
		switch {
		case errors.Is(err, pgtest.ErrNoPostgres) && os.Getenv("CI") != "true":
			fmt.Fprintf(os.Stderr, "withpg: WARNING: %v. Nothing will be tested on PostgreSQL.\n", err)
		case err != nil:
			return 1, err
		default:
			defer func() {
				if stopErr := server.Stop(); stopErr != nil {
					code, err = max(code, 1), stopErr
				}
			}()
			if err := os.Setenv(pgtest.Env, server.URL); err != nil {
				return 1, err
			}
		}
	}
	return child(args, signals)
}

// child runs the command, forwards signals to it, and returns its exit code.
func child(args []string, signals <-chan os.Signal) (int, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return 1, err
	}
	done := make(chan error)
	go func() { done <- cmd.Wait() }()

	// `go run` ends on a SIGTERM without forwarding it.
	parent := os.Getppid()
	orphaned := time.NewTicker(500 * time.Millisecond)
	defer orphaned.Stop()
	for {
		select {
		case sig := <-signals:
			_ = cmd.Process.Signal(sig)
		case <-orphaned.C:
			if os.Getppid() != parent {
				_ = cmd.Process.Signal(syscall.SIGTERM)
			}
		case err := <-done:
			if exit, ok := errors.AsType[*exec.ExitError](err); ok {
				return exitCode(exit), nil
			}
			if err != nil {
				return 1, err
			}
			return 0, nil
		}
	}
}

// exitCode follows the shells: 128 and the signal's number for a command that a signal ended.
func exitCode(exit *exec.ExitError) int {
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return exit.ExitCode()
}
