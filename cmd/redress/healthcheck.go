package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/listen"
)

// healthcheckTimeout is longer than /readyz takes to find out that a database is silent.
const healthcheckTimeout = 5 * time.Second

func newHealthcheck(app *App) *cobra.Command {
	path := "/readyz"
	command := &cobra.Command{
		Use: "healthcheck [flags]", Short: "Ask whether the service on this machine is ready.", Args: arguments(),
		Long: `Ask the service that listens on --addr of this machine whether it is ready, as
containers and supervisors do. Exits with 0 when it is and with 1 when it is
not: it does not run, it is stopping, or its database does not respond.`,
		RunE: app.run(func(ctx context.Context, app *App) error { return healthcheck(ctx, app, path) }),
	}
	command.Flags().BoolFunc("live", "Ask only whether it runs, whatever its database does", func(string) error {
		path = "/healthz"
		return nil
	})
	return command
}

// healthcheck asks a service on this machine for one of its two probes.
func healthcheck(ctx context.Context, app *App, path string) error {
	transport := &http.Transport{
		// The certificate names the public host and is asked for through the address of this machine.
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true, //nolint:gosec // nothing is sent, and only this machine is asked
	}
	at := "localhost" // of a socket, which is asked for no name
	if socket, is, err := listen.ParseUnix(app.Config.Addr); err != nil {
		return fmt.Errorf("--addr: %w", err)
	} else if is {
		transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket.Path)
		}
	} else {
		host, port, err := net.SplitHostPort(app.Config.Addr)
		if err != nil {
			return fmt.Errorf("--addr %s: %w", app.Config.Addr, err)
		}
		if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() { // every address, so this machine's own too
			host = "127.0.0.1"
		}
		at = net.JoinHostPort(host, port)
	}
	scheme := "http"
	if app.Config.TLSCert != "" {
		scheme = "https"
	}
	client := &http.Client{Transport: transport}
	ctx, cancel := context.WithTimeout(ctx, healthcheckTimeout)
	defer cancel()
	url := scheme + "://" + at + path
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("the service does not answer: %w", err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the service is not ready: %s answers %s", url, response.Status)
	}
	_, err = fmt.Fprintln(app.Stdout, "ready")
	return err
}
