package tracing

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	// defaultTimeout is that of OpenTelemetry's specification, for one request.
	defaultTimeout = 10 * time.Second
	tracesPath     = "v1/traces"
	// What the names of variables for the collector begin with.
	forAll    = "OTEL_EXPORTER_OTLP_"
	forTraces = "OTEL_EXPORTER_OTLP_TRACES_"
)

// destination is where spans are sent.
type destination struct {
	url     string
	header  http.Header
	timeout time.Duration
	gzip    bool
	client  *http.Client
}

func lookupEnvironment(name string) string { return os.Getenv(name) }

// Variable is a variable of OpenTelemetry that the service reads.
type Variable struct {
	Name    string
	Default string // what is in force without it; in parentheses what that means
}

// Variables returns the variables of OpenTelemetry that the service reads, as docs/monitoring.md lists them.
func Variables() []Variable {
	var all []Variable
	for _, v := range []Variable{
		{"ENDPOINT", "(none: nothing is traced)"},
		{"HEADERS", "(none)"},
		{"TIMEOUT", strconv.FormatInt(defaultTimeout.Milliseconds(), 10)},
		{"COMPRESSION", "none"},
		{"CERTIFICATE", "(those of this machine)"},
		{"PROTOCOL", "http/protobuf"},
	} {
		all = append(all, Variable{forAll + v.Name, v.Default}, Variable{forTraces + v.Name, "(as " + forAll + v.Name + ")"})
	}
	return append(all, // the library reads the last four itself
		Variable{"OTEL_SDK_DISABLED", "false"}, Variable{"OTEL_TRACES_EXPORTER", "otlp"},
		Variable{"OTEL_SERVICE_NAME", "redress"}, Variable{"OTEL_RESOURCE_ATTRIBUTES", "(none)"},
		Variable{"OTEL_TRACES_SAMPLER", "parentbased_always_on"}, Variable{"OTEL_TRACES_SAMPLER_ARG", "(none)"})
}

// destinationFrom reads the variables of OpenTelemetry. A variable for traces goes before the one for everything. It returns
// nil where spans are to be sent nowhere.
func destinationFrom(lookup func(string) string) (*destination, error) {
	of := func(name string) (value, from string) {
		from = forTraces + name
		if value = lookup(from); value == "" {
			from = forAll + name
			value = lookup(from)
		}
		return value, from
	}
	endpoint, from := of("ENDPOINT")
	if endpoint == "" || strings.EqualFold(lookup("OTEL_SDK_DISABLED"), "true") || lookup("OTEL_TRACES_EXPORTER") == "none" {
		return nil, nil
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, errors.New(from + ": must be a URL such as http://127.0.0.1:4318") // not what it is: it may hold a password
	}
	if from == forAll+"ENDPOINT" {
		u = u.JoinPath(tracesPath)
	}
	d := &destination{url: u.String(), header: http.Header{}, timeout: defaultTimeout}
	if protocol, from := of("PROTOCOL"); protocol != "" && protocol != "http/protobuf" {
		return nil, fmt.Errorf("%s: %q is not spoken, only http/protobuf, usually on port 4318", from, protocol)
	}
	if text, from := of("TIMEOUT"); text != "" {
		if d.timeout, err = milliseconds(text); err != nil {
			return nil, fmt.Errorf("%s: %w", from, err)
		}
	}
	compression, from := of("COMPRESSION")
	switch cmp.Or(compression, "none") {
	case "none":
	case "gzip":
		d.gzip = true
	default:
		return nil, fmt.Errorf("%s: must be gzip or none", from)
	}
	headers, from := of("HEADERS")
	for pair := range strings.SplitSeq(headers, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		name, value, found := strings.Cut(pair, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		if name = strings.TrimSpace(name); !found || err != nil || name == "" {
			return nil, errors.New(from + ": must be NAME=VALUE pairs, separated by commas")
		}
		d.header.Set(name, value)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxConnsPerHost = 1
	if file, from := of("CERTIFICATE"); file != "" {
		pem, err := os.ReadFile(file)
		roots := x509.NewCertPool()
		if err == nil && !roots.AppendCertsFromPEM(pem) {
			err = errors.New("has no certificate in PEM")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from, err)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	}
	d.client = &http.Client{
		Transport: transport, Timeout: d.timeout,
		// The headers may hold a secret, which is for the collector that was named.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return d, nil
}
