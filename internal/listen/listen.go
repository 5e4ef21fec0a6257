// Package listen listens on addresses of the network and on sockets in the file system.
package listen

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// UnixScheme begins an address that is a socket in the file system.
const UnixScheme = "unix://"

const (
	defaultSocketMode = 0o660 // the service's account and its group, which the proxy's account joins
	longestSocketPath = 100   // bytes; systems take 104 to 108, and it is first made under a name that is longer
)

// Unix is a socket in the file system to listen on.
type Unix struct {
	Path string
	mode fs.FileMode
}

// ParseUnix reads an address such as unix:///run/redress/redress.sock?mode=0660. It returns false for one
// of the network.
func ParseUnix(addr string) (s Unix, is bool, err error) {
	if !strings.HasPrefix(addr, "unix:") {
		return s, false, nil
	}
	u, err := url.Parse(addr)
	if err != nil || !strings.HasPrefix(addr, UnixScheme) || u.Host != "" || !filepath.IsAbs(u.Path) || strings.HasSuffix(u.Path, "/") || u.Fragment != "" {
		return s, true, fmt.Errorf("%q is not a socket such as unix:///run/redress/redress.sock", addr)
	}
	s = Unix{Path: u.Path, mode: defaultSocketMode}
	if len(s.Path) > longestSocketPath {
		return s, true, fmt.Errorf("the path of a socket has at most %d bytes, and this one has %d", longestSocketPath, len(s.Path))
	}
	for name, values := range u.Query() {
		if name != "mode" || len(values) != 1 {
			return s, true, fmt.Errorf("%q: a socket has one parameter, its mode, such as ?mode=0660", addr)
		}
		mode, err := strconv.ParseUint(values[0], 8, 9)
		if err != nil {
			return s, true, fmt.Errorf("%q is not the mode of a file, such as 0660", values[0])
		}
		s.mode = fs.FileMode(mode)
	}
	return s, true, nil
}

// On listens on an address of the network or on a socket in the file system.
func On(ctx context.Context, addr string) (net.Listener, error) {
	var listen net.ListenConfig
	s, isSocket, err := ParseUnix(addr)
	if err != nil || !isSocket {
		if err != nil {
			return nil, err
		}
		return listen.Listen(ctx, "tcp", addr)
	}
	if err := s.checkFree(ctx); err != nil {
		return nil, err
	}
	// It gets its name when it has its mode, so that nobody connects before.
	unfinished := s.Path + "." + strconv.Itoa(os.Getpid())
	_ = os.Remove(unfinished) // of a process that was killed
	l, err := listen.Listen(ctx, "unix", unfinished)
	if err != nil {
		return nil, err
	}
	if own, ok := l.(*net.UnixListener); ok {
		own.SetUnlinkOnClose(false) // the name is another one by then
	}
	err = os.Chmod(unfinished, s.mode)
	if err == nil {
		err = os.Rename(unfinished, s.Path)
	}
	var is os.FileInfo
	if err == nil {
		is, err = os.Lstat(s.Path)
	}
	if err != nil {
		return nil, errors.Join(err, os.Remove(unfinished), l.Close())
	}
	return &socketListener{Listener: l, at: &net.UnixAddr{Name: s.Path, Net: "unix"}, file: is}, nil
}

// checkFree returns an error unless nothing has the socket's name, or one that nobody listens on any more.
func (s Unix) checkFree(ctx context.Context) error {
	info, err := os.Lstat(s.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().Type() != fs.ModeSocket:
		return fmt.Errorf("%s is there and not a socket", s.Path)
	}
	const patience = 2 * time.Second
	dialer := net.Dialer{Timeout: patience}
	c, err := dialer.DialContext(ctx, "unix", s.Path)
	if err == nil {
		_ = c.Close()
	}
	if !errors.Is(err, syscall.ECONNREFUSED) { // also when it may not be asked
		return fmt.Errorf("%s: address already in use", s.Path)
	}
	return nil
}

// socketListener is the listener of a socket, which it removes at the end.
type socketListener struct {
	net.Listener

	at   *net.UnixAddr
	file os.FileInfo
}

// Addr implements net.Listener.
func (l *socketListener) Addr() net.Addr { return l.at }

// Close implements net.Listener.
func (l *socketListener) Close() error {
	if now, err := os.Lstat(l.at.Name); err == nil && os.SameFile(now, l.file) { // another process may have its own there
		_ = os.Remove(l.at.Name)
	}
	return l.Listener.Close()
}
