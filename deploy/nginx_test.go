package deploy_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// freePort returns a port that nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// writeCertificate writes a certificate and its key.
func writeCertificate(t *testing.T, certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"redress.example.org"}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNginx runs nginx with the configuration that is shipped, on other ports: the service sees the host with its port,
// as browsers name it in Origin, over IPv4 and IPv6, with TLS 1.2 and 1.3 and nothing older.
func TestNginx(t *testing.T) {
	program := tool(t, "nginx")
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s %s", r.Host, r.Header.Get("X-Forwarded-For"), r.Header.Get("X-Forwarded-Proto"))
	}))
	defer service.Close()
	folder := t.TempDir()
	certFile, keyFile := filepath.Join(folder, "chain.pem"), filepath.Join(folder, "key.pem")
	writeCertificate(t, certFile, keyFile)
	secure, plain := freePort(t), freePort(t)
	conf := read(t, "nginx.conf")
	at := strings.Index(conf, "\tserver 10.0.0.11:8080")
	end := strings.Index(conf, "\tkeepalive 32;")
	if at < 0 || end < at {
		t.Fatal("the instances are not where they were")
	}
	conf = conf[:at] + "\tserver " + service.Listener.Addr().String() + ";\n" + conf[end:]
	if l, err := net.Listen("tcp", "[::1]:0"); err == nil {
		_ = l.Close()
	} else { // what is shipped has it all the same
		t.Log("NOT TESTED: IPv6, which this machine does not have")
		conf = strings.NewReplacer("\tlisten [::]:443 ssl http2;\n", "", "\tlisten [::]:80;\n", "").Replace(conf)
	}
	for old, now := range map[string]string{
		"listen 443": "listen 127.0.0.1:" + secure, "listen [::]:443": "listen [::1]:" + secure, "listen 80": "listen 127.0.0.1:" + plain,
		"listen [::]:80": "listen [::1]:" + plain, "/etc/ssl/redress/chain.pem": certFile, "/etc/ssl/redress/key.pem": keyFile,
	} {
		if !strings.Contains(conf, old) && !strings.Contains(old, "[::]") {
			t.Errorf("nginx.conf lacks %s", old)
		}
		conf = strings.ReplaceAll(conf, old, now)
	}
	if text := read(t, "nginx.conf"); !strings.Contains(text, "listen [::]:443 ssl http2;") || !strings.Contains(text, "listen [::]:80;") {
		t.Error("nginx.conf does not listen on IPv6")
	}
	whole := filepath.Join(folder, "nginx.conf")
	var temporary bytes.Buffer
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		fmt.Fprintf(&temporary, "%s_temp_path %s;\n", kind, filepath.Join(folder, kind))
	}
	err := os.WriteFile(whole, fmt.Appendf(nil, "pid %s/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n%s%s}\n", folder, &temporary, conf), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	if out, err := exec.CommandContext(t.Context(), program, "-t", "-p", folder, "-c", whole).CombinedOutput(); err != nil {
		t.Fatalf("nginx -t: %s", out)
	}
	c := exec.CommandContext(t.Context(), program, "-p", folder, "-c", whole, "-g", "daemon off; master_process off;")
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = c.Process.Kill(), c.Wait() }()
	get := func(version uint16, address string) (string, error) {
		client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{
			DisableKeepAlives: true,
			TLSClientConfig:   &tls.Config{InsecureSkipVerify: true, MinVersion: version, MaxVersion: version},
		}}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+address+"/desk/", nil)
		if err != nil {
			return "", err
		}
		req.Host = "redress.example.org:8443"
		res, err := client.Do(req)
		if err != nil {
			return "", err
		}
		defer func() { _ = res.Body.Close() }()
		text, err := io.ReadAll(res.Body)
		return string(text), err
	}
	var got string
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(10 * time.Millisecond) {
		if got, err = get(tls.VersionTLS13, "127.0.0.1:"+secure); err == nil {
			break
		}
	}
	if want := "redress.example.org:8443 127.0.0.1 https"; err != nil || got != want {
		t.Errorf("%v: the service saw %q, want %q\n%s", err, got, want, &said)
	}
	if _, err := get(tls.VersionTLS12, "127.0.0.1:"+secure); err != nil {
		t.Errorf("TLS 1.2: %v", err)
	}
	if _, err := get(tls.VersionTLS11, "127.0.0.1:"+secure); err == nil {
		t.Error("TLS 1.1 is spoken")
	}
	if strings.Contains(conf, "[::1]") {
		if got, err := get(tls.VersionTLS13, "[::1]:"+secure); err != nil || got != "redress.example.org:8443 ::1 https" {
			t.Errorf("IPv6: %q %v", got, err)
		}
	}
}
