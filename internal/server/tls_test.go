package server_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redress/redress/internal/server"
)

// writeCertificate writes a certificate with a serial number, and its key, to two files of a folder.
func writeCertificate(t *testing.T, folder string, serial int64) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for name, block := range map[string]*pem.Block{
		certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: private},
	} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(time.Duration(serial) * time.Minute) // the clock of files may be coarse
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	return certFile, keyFile
}

func TestListenTLS(t *testing.T) {
	folder := t.TempDir()
	var listen net.ListenConfig
	plain, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = plain.Close() })
	if _, err := server.ListenTLS(plain, filepath.Join(folder, "none.pem"), filepath.Join(folder, "none.key"), time.Now); err == nil {
		t.Error("files that are missing are taken")
	}
	certFile, keyFile := writeCertificate(t, folder, 1)
	var minutes atomic.Int64
	start := time.Now()
	l, err := server.ListenTLS(plain, certFile, keyFile, func() time.Time { return start.Add(time.Duration(minutes.Load()) * time.Minute) })
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() { // ends with the listener
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_ = c.(interface{ HandshakeContext(context.Context) error }).HandshakeContext(t.Context())
			_ = c.Close()
		}
	}()
	t.Cleanup(func() { _ = plain.Close(); <-done })
	serial := func() int64 {
		dialer := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2", "http/1.1"}}}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		c, err := dialer.DialContext(ctx, "tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		state := c.(*tls.Conn).ConnectionState()
		if state.NegotiatedProtocol != "http/1.1" || state.Version < tls.VersionTLS12 {
			t.Errorf("speaks %q, TLS %x", state.NegotiatedProtocol, state.Version)
		}
		return state.PeerCertificates[0].SerialNumber.Int64()
	}
	if got := serial(); got != 1 {
		t.Errorf("certificate %d", got)
	}
	writeCertificate(t, folder, 2)
	if got := serial(); got != 1 {
		t.Errorf("files are looked at within a minute: certificate %d", got)
	}
	minutes.Add(1)
	if got := serial(); got != 2 {
		t.Errorf("the renewed certificate is not taken: certificate %d", got)
	}
	if err := os.WriteFile(keyFile, []byte("half a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	minutes.Add(1)
	if got := serial(); got != 2 {
		t.Errorf("a damaged key ends the service: certificate %d", got)
	}
}
