package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
	"strconv"
	"strings"
	"time"
)

// message is a whole HTTP request in pieces, so that uploads can share their bytes.
type message [][]byte

func get(path, token string) message {
	return message{fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer %s\r\n\r\n", path, token)}
}

func post(path, token, kind string, body ...[]byte) message {
	length := 0
	for _, b := range body {
		length += len(b)
	}
	head := fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n",
		path, token, kind, length)
	if len(body) == 1 {
		return message{append(head, body[0]...)}
	}
	return append(message{head}, body...)
}

// wire is a persistent connection. It is not an http.Client, because that costs as much CPU as
// the responses, on the same machine.
type wire struct {
	conn net.Conn
	in   *bufio.Reader
}

func dial(address string) (*wire, error) {
	conn, err := net.DialTimeout("tcp", address, 5*time.Second) //nolint:noctx,gosec // it has a limit, and the bench started what it dials
	if err != nil {
		return nil, err
	}
	return &wire{conn, bufio.NewReaderSize(conn, 64<<10)}, nil
}

// do sends a request and reads the whole response.
func (w *wire) do(m message, to io.Writer) (status int, err error) {
	const longest = 2 * time.Minute
	if err := w.conn.SetDeadline(time.Now().Add(longest)); err != nil {
		return 0, err
	}
	pieces := net.Buffers(append([][]byte(nil), m...))
	if _, err := pieces.WriteTo(w.conn); err != nil {
		return 0, err
	}
	line, err := w.in.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	if len(line) < 12 {
		return 0, fmt.Errorf("no HTTP: %q", line)
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, fmt.Errorf("no HTTP: %q", line)
	}
	length, chunked, err := w.header()
	if err != nil {
		return 0, err
	}
	if !chunked {
		_, err = io.CopyN(to, w.in, length)
		return status, err
	}
	if _, err = io.Copy(to, httputil.NewChunkedReader(w.in)); err == nil {
		_, err = w.in.Discard(len("\r\n"))
	}
	return status, err
}

func (w *wire) header() (length int64, chunked bool, err error) {
	for {
		line, err := w.in.ReadSlice('\n')
		if err != nil || len(line) <= len("\r\n") {
			return length, chunked, err
		}
		name, value, _ := strings.Cut(strings.TrimSpace(string(line)), ": ")
		switch {
		case strings.EqualFold(name, "Content-Length"):
			if length, err = strconv.ParseInt(value, 10, 64); err != nil {
				return 0, false, err
			}
		case strings.EqualFold(name, "Transfer-Encoding"):
			chunked = value == "chunked"
		}
	}
}
