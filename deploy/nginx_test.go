package deploy_test

import (
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
	"regexp"
	"slices"
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

// proxy is a running nginx.
type proxy struct {
	secure string // its port for HTTPS
	ipv6   bool
	errors string // the file of its log
}

// instanceLine is a line of nginx.conf that names an instance, with what stands behind its address.
var instanceLine = regexp.MustCompile(`(?m)^\tserver 10\.0\.0\.\d+:8080([^;]*);\n`)

// startNginx runs nginx with the configuration that is shipped, before instances at other addresses and on other ports.
// Further replacements are pairs of what is there and what is there instead.
func startNginx(t *testing.T, instances []string, replacements ...string) proxy {
	t.Helper()
	program := tool(t, "nginx")
	for range 3 { // somebody else may have taken a port that was free
		if p, ok := tryNginx(t, program, instances, replacements); ok {
			return p
		}
	}
	t.Fatal("nginx does not start")
	return proxy{}
}

// tryNginx reports whether nginx got its ports.
func tryNginx(t *testing.T, program string, instances, replacements []string) (p proxy, ok bool) {
	t.Helper()
	folder := t.TempDir()
	certFile, keyFile := filepath.Join(folder, "chain.pem"), filepath.Join(folder, "key.pem")
	writeCertificate(t, certFile, keyFile)
	p = proxy{secure: freePort(t), ipv6: true, errors: filepath.Join(folder, "error.log")}
	plain := freePort(t)
	conf := read(t, "nginx.conf")
	lines := instanceLine.FindAllStringSubmatch(conf, -1)
	if len(lines) != 3 {
		t.Fatal("the instances are not where they were")
	}
	first, others, _ := strings.Cut(conf, lines[0][0])
	conf = first
	for _, address := range instances {
		conf += "\tserver " + address + lines[0][1] + ";\n"
	}
	conf += instanceLine.ReplaceAllString(others, "")
	if l, err := net.Listen("tcp", "[::1]:0"); err == nil {
		_ = l.Close()
	} else { // what is shipped has it all the same
		t.Log("NOT TESTED: IPv6, which this machine does not have")
		p.ipv6 = false
		conf = strings.NewReplacer("\tlisten [::]:443 ssl http2;\n", "", "\tlisten [::]:80;\n", "").Replace(conf)
	}
	replacements = append(slices.Clone(replacements), "listen 443", "listen 127.0.0.1:"+p.secure, "listen 80", "listen 127.0.0.1:"+plain,
		"/etc/ssl/redress/chain.pem", certFile, "/etc/ssl/redress/key.pem", keyFile)
	if p.ipv6 {
		replacements = append(replacements, "listen [::]:443", "listen [::1]:"+p.secure, "listen [::]:80", "listen [::1]:"+plain)
	}
	for i := 0; i < len(replacements); i += 2 {
		if !strings.Contains(conf, replacements[i]) {
			t.Fatalf("nginx.conf lacks %s", replacements[i])
		}
		conf = strings.ReplaceAll(conf, replacements[i], replacements[i+1])
	}
	var temporary strings.Builder
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		fmt.Fprintf(&temporary, "%s_temp_path %s;\n", kind, filepath.Join(folder, kind))
	}
	whole := filepath.Join(folder, "nginx.conf")
	err := os.WriteFile(whole, fmt.Appendf(nil, "pid %s/pid;\nerror_log %s;\nevents {}\nhttp {\naccess_log off;\n%s%s}\n", folder, p.errors, &temporary, conf), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), program, "-t", "-p", folder, "-c", whole).CombinedOutput(); err != nil {
		t.Fatalf("nginx -t: %s", out)
	}
	c := exec.CommandContext(t.Context(), program, "-p", folder, "-c", whole, "-g", "daemon off; master_process off;")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = c.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = c.Process.Kill()
		<-ended
	})
	for { // it writes its number when it listens
		if number, err := os.ReadFile(filepath.Join(folder, "pid")); err == nil && len(number) > 0 {
			return p, true
		}
		select {
		case <-ended:
			t.Log(read(t, p.errors))
			return p, false
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// TestNginx: behind nginx the service sees the host with its port, as browsers name it in Origin, over IPv4 and IPv6, with
// TLS 1.2 and 1.3 and nothing older.
func TestNginx(t *testing.T) {
	if text := read(t, "nginx.conf"); !strings.Contains(text, "listen [::]:443 ssl http2;") || !strings.Contains(text, "listen [::]:80;") {
		t.Error("nginx.conf does not listen on IPv6")
	}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s %s", r.Host, r.Header.Get("X-Forwarded-For"), r.Header.Get("X-Forwarded-Proto"))
	}))
	defer service.Close()
	p := startNginx(t, []string{service.Listener.Addr().String()})
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
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		got, err := get(version, "127.0.0.1:"+p.secure)
		if want := "redress.example.org:8443 127.0.0.1 https"; err != nil || got != want {
			t.Errorf("%s: %v: the service saw %q, want %q\n%s", tls.VersionName(version), err, got, want, read(t, p.errors))
		}
	}
	if _, err := get(tls.VersionTLS11, "127.0.0.1:"+p.secure); err == nil {
		t.Error("TLS 1.1 is spoken")
	}
	if p.ipv6 {
		if got, err := get(tls.VersionTLS13, "[::1]:"+p.secure); err != nil || got != "redress.example.org:8443 ::1 https" {
			t.Errorf("IPv6: %q %v", got, err)
		}
	}
}
