package main

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// selfSigned writes a certificate for localhost and its key, and returns their files.
func selfSigned(t *testing.T) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	certFile, keyFile = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for name, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certFile, keyFile
}

// TestPlainRequestToTLS: HTTP on the port of HTTPS is answered 400 in words, however much of a body follows, and what is
// neither HTTP nor TLS is not answered at all.
func TestPlainRequestToTLS(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	certFile, keyFile := selfSigned(t)
	v := h.serveTLS(t, "--tls-cert", certFile, "--tls-key", keyFile)
	address := strings.TrimPrefix(v.url, "https://")
	for _, body := range []string{"", strings.Repeat("x", 30_000)} {
		res, err := http.Post("http://"+address+"/graphql", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		var said struct{ Message, Code string }
		if err != nil || res.StatusCode != http.StatusBadRequest || json.Unmarshal(text, &said) != nil || !strings.Contains(said.Message, "https://") || said.Code == "" {
			t.Errorf("with %d bytes: %v, %d %s", len(body), err, res.StatusCode, text)
		}
	}
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if _, err := io.WriteString(c, "\x16 nonsense that is no handshake\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if text, _ := io.ReadAll(c); strings.Contains(string(text), "HTTP") {
		t.Errorf("nonsense is answered %q", text)
	}
}

// serveTLS is serve over HTTPS.
func (h installation) serveTLS(t *testing.T, args ...string) *testServer {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	v := &testServer{out: &syncBuffer{}, log: &syncBuffer{}}
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, append(append([]string{"serve", "--addr", "127.0.0.1:0"}, args...), h.flags()...), nil, v.out, v.log)
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	eventually(t, time.Minute, "the start", func() bool {
		_, after, found := strings.Cut(v.out.String(), "listens on ")
		v.url, _, _ = strings.Cut(after, "\n")
		return found
	})
	return v
}

// TestStartWarnsOfPlainText: a start that others on the network can listen to says so; the pages that it prints are at
// the public URL.
func TestStartWarnsOfPlainText(t *testing.T) {
	t.Parallel()
	certFile, keyFile := selfSigned(t)
	for name, c := range map[string]struct {
		args []string
		warn bool
	}{
		"EveryAddress": {[]string{"--addr", "0.0.0.0:0"}, true},
		"Loopback":     {nil, false},
		"BehindAProxy": {[]string{"--addr", "0.0.0.0:0", "--trusted-proxies", "10.0.0.9"}, false},
		"TLS":          {[]string{"--addr", "0.0.0.0:0", "--tls-cert", certFile, "--tls-key", keyFile}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newInstallation(t)
			var v *testServer
			t.Cleanup(func() { // when the service has ended, so that all of its log is written
				if v != nil && strings.Contains(v.log.String(), "without TLS") != c.warn {
					t.Errorf("the log has %s", v.log)
				}
			})
			v = h.serveTLS(t, append([]string{"--public-url", "https://redress.example.org/"}, c.args...)...)
			const last = "user create --role super_admin" // of what is printed once requests are answered
			for begin := time.Now(); !strings.Contains(v.out.String(), last) && time.Since(begin) < 10*time.Second; {
				time.Sleep(5 * time.Millisecond)
			}
			for _, line := range []string{"Desk         https://redress.example.org/desk/\n", "  https://redress.example.org/desk/setup#"} {
				if !strings.Contains(v.out.String(), line) {
					t.Errorf("the start does not print %q:\n%s", line, v.out)
				}
			}
			if _, err := url.Parse(v.url); err != nil || strings.Contains(v.url, "redress.example.org") {
				t.Errorf("it listens on %s", v.url)
			}
		})
	}
}

// TestConnectionErrorNamesTheMode: what is wrong with TLS to PostgreSQL names the sslmode that helps.
func TestConnectionErrorNamesTheMode(t *testing.T) {
	t.Parallel()
	certFile, keyFile := selfSigned(t)
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		answer byte // to the question for TLS
		host   string
		mode   string
		want   string
	}{
		"NoTLS":         {'N', "127.0.0.1", "", "sslmode=disable"},
		"UnknownCA":     {'S', "localhost", "?sslmode=verify-full", "sslrootcert="},
		"OtherName":     {'S', "127.0.0.1", "?sslmode=verify-full&sslrootcert=" + url.QueryEscape(certFile), "as its certificate names it"},
		"OnlyEncrypted": {0, "127.0.0.1", "?sslmode=disable", "sslmode=verify-full"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = l.Close() })
			go func() {
				for {
					conn, err := l.Accept()
					if err != nil {
						return
					}
					go pretendPostgres(conn, c.answer, pair)
				}
			}()
			h := newInstallation(t)
			_, port, _ := net.SplitHostPort(l.Addr().String())
			h.database = "postgres://redress:hunter2@" + c.host + ":" + port + "/redress" + c.mode
			s := h.run(t, "", "migrate")
			if !strings.Contains(s.err, "REDRESS_DATABASE_URL") || !strings.Contains(s.err, c.want) || strings.Contains(s.err, "hunter2") || strings.Contains(s.err, "pq:") {
				t.Errorf("%+v", s)
			}
		})
	}
}

// pretendPostgres speaks the beginning of PostgreSQL: the question for TLS, or the refusal of those who do not ask.
func pretendPostgres(conn net.Conn, answer byte, pair tls.Certificate) {
	defer func() { _ = conn.Close() }()
	in := bufio.NewReader(conn)
	var length uint32
	if binary.Read(in, binary.BigEndian, &length) != nil {
		return
	}
	if _, err := io.CopyN(io.Discard, in, int64(length)-4); err != nil {
		return
	}
	switch answer {
	case 'S':
		_, _ = conn.Write([]byte{answer})
		_ = tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}).HandshakeContext(context.Background())
	case 'N':
		_, _ = conn.Write([]byte{answer})
	default:
		fields := "SFATAL\x00C28000\x00Mno pg_hba.conf entry for host \"10.0.0.7\", user \"redress\", database \"redress\", no encryption\x00\x00"
		_, _ = conn.Write(append(binary.BigEndian.AppendUint32([]byte{'E'}, uint32(len(fields)+4)), fields...))
	}
}
