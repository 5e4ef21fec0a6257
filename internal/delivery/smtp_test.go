package delivery_test

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/testenv"
)

// A server that says nothing any more is left when the time is up, at whatever point of the
// conversation, and no connection to it stays open.
func TestMailServerHangs(t *testing.T) {
	t.Parallel()
	m := testenv.StartMail(t)
	m.InjectFault("stuck@example.com", testenv.MailFault{Hang: true})
	var listen net.ListenConfig
	silent, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	left := make(chan error, 1)
	go func() {
		conn, err := silent.Accept()
		if err == nil {
			_, err = conn.Read(make([]byte, 1))
		}
		left <- err
	}()
	for name, addr := range map[string]string{"after DATA": m.Addr, "before its greeting": silent.Addr().String()} {
		mailer, err := delivery.NewMailer(delivery.MailConfig{URL: "smtp://" + addr + "?from=desk@redress.example"})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		begin := time.Now()
		err = mailer.Send(ctx, delivery.Message{To: "stuck@example.com", Title: "Hello"})
		cancel()
		if took := time.Since(begin); err == nil || took > 3*time.Second {
			t.Errorf("%s: %v after %v", name, err, took)
		}
		mailer.Close()
	}
	select {
	case err := <-left:
		if err == nil {
			t.Error("the silent server was spoken to")
		}
	case <-time.After(3 * time.Second):
		t.Error("the connection to the silent server stays open")
	}
	within := time.Now().Add(3 * time.Second)
	for m.OpenConnections() > 0 && time.Now().Before(within) {
		time.Sleep(5 * time.Millisecond)
	}
	if n := m.OpenConnections(); n > 0 {
		t.Errorf("%d connections stay open", n)
	}
}

// Over smtps the first byte is TLS already, and the password is shown to the named server only.
func TestMailOverTLS(t *testing.T) {
	cert := certificate(t)
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	said := make(chan string, 100)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go converse(conn, said)
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	for host, works := range map[string]bool{"localhost": true, "127.0.0.1": false} { // the certificate is localhost's
		mailer, err := delivery.NewMailer(delivery.MailConfig{URL: fmt.Sprintf("smtps://desk:secret@%s:%s?from=desk@redress.example", host, port)})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // over the same connection
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			err = mailer.Send(ctx, delivery.Message{To: "reader@example.com", Title: "Hello"})
			cancel()
			if (err == nil) != works {
				t.Errorf("%s: %v", host, err)
			}
		}
		mailer.Close()
	}
	verbs := map[string]int{}
	for len(said) > 0 {
		verb, _, _ := strings.Cut(<-said, " ")
		verbs[verb]++
	}
	if verbs["AUTH"] != 1 || verbs["DATA"] != 2 {
		t.Errorf("the server heard %v", verbs)
	}
}

// converse is a mail server that takes everything, from those who sign in.
func converse(conn net.Conn, said chan<- string) {
	defer func() { _ = conn.Close() }()
	fmt.Fprint(conn, "220 localhost\r\n")
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		said <- lines.Text()
		verb, _, _ := strings.Cut(lines.Text(), " ")
		answer := "250 fine"
		switch verb {
		case "EHLO":
			answer = "250-localhost\r\n250 AUTH PLAIN"
		case "AUTH":
			answer = "235 welcome"
		case "DATA":
			fmt.Fprint(conn, "354 go on\r\n")
			for lines.Scan() && lines.Text() != "." {
				continue
			}
		case "QUIT":
			answer = "221 bye"
		}
		fmt.Fprint(conn, answer+"\r\n")
	}
}

// certificate makes one for localhost that this process trusts.
func certificate(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SSL_CERT_FILE", file)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}
