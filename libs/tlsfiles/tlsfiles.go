// Package tlsfiles reads certificates, keys and authorities for TLS from files that cert-manager,
// Kubernetes or an operator renew.
package tlsfiles

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// MinVersion is the oldest TLS version that docmill uses.
const MinVersion = tls.VersionTLS12

// Roots reads the authorities (PEM) of a file, without those of the system.
func Roots(caFile string) (*x509.CertPool, error) {
	text, err := os.ReadFile(caFile)
	if err != nil {
		return nil, fmt.Errorf("authorities: %w", err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("authorities: no certificate in %s", caFile)
	}
	return roots, nil
}

// Client returns a configuration that trusts the authorities in caFile; nil, for the default, if caFile is
// empty.
func Client(caFile string) (*tls.Config, error) {
	if caFile == "" {
		return nil, nil
	}
	roots, err := Roots(caFile)
	if err != nil {
		return nil, err
	}
	return &tls.Config{MinVersion: MinVersion, RootCAs: roots}, nil
}

// CheckEvery is the shortest time between two checks of the files of a Pair, which handshakes trigger.
const CheckEvery = 2 * time.Second

// Pair is a server's certificate with its key. It reads the files again after they have changed, and keeps
// the old certificate if the new one is not valid. It is safe for concurrent use.
type Pair struct {
	certFile, keyFile string
	log               *slog.Logger
	now               func() time.Time

	mu      sync.Mutex
	current *tls.Certificate
	seen    version   // of the files when they were last read
	checked time.Time // when they were last checked
}

// version identifies the state of two files.
type version [2]struct {
	modified time.Time
	size     int64
}

// Open reads a pair, which must be valid now.
func Open(certFile, keyFile string, log *slog.Logger, now func() time.Time) (*Pair, error) {
	p := &Pair{certFile: certFile, keyFile: keyFile, log: log, now: now, checked: now()}
	var err error
	if p.seen, err = p.version(); err != nil {
		return nil, err
	}
	if p.current, err = p.load(); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Pair) version() (v version, err error) {
	for i, file := range []string{p.certFile, p.keyFile} {
		info, err := os.Stat(file)
		if err != nil {
			return v, fmt.Errorf("certificate: %w", err)
		}
		v[i].modified, v[i].size = info.ModTime(), info.Size()
	}
	return v, nil
}

func (p *Pair) load() (*tls.Certificate, error) {
	c, err := tls.LoadX509KeyPair(p.certFile, p.keyFile)
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	if p.now().After(c.Leaf.NotAfter) {
		return nil, fmt.Errorf("certificate: %s ended on %s", p.certFile, c.Leaf.NotAfter.Format(time.DateOnly))
	}
	return &c, nil
}

// Certificate returns the newest usable certificate.
func (p *Pair) Certificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now().Sub(p.checked) >= CheckEvery {
		p.checked = p.now()
		p.refresh()
	}
	return p.current, nil
}

// refresh reads the files again if they have changed.
func (p *Pair) refresh() {
	v, err := p.version()
	if err == nil && v == p.seen {
		return
	}
	var fresh *tls.Certificate
	if err == nil {
		p.seen = v
		fresh, err = p.load()
	}
	if err != nil {
		p.log.Error("the new certificate is not valid, the old one is kept", "error", err)
		return
	}
	p.current = fresh
	p.log.Info("certificate renewed", "until", fresh.Leaf.NotAfter)
}

// Server returns the configuration of an HTTP/1.1 server with the pair.
func (p *Pair) Server() *tls.Config {
	return &tls.Config{MinVersion: MinVersion, GetCertificate: p.Certificate, NextProtos: []string{"http/1.1"}}
}

// Both returns an error if only one of a certificate and its key is set; the names are those of the settings.
func Both(certName, certFile, keyName, keyFile string) error {
	if (certFile == "") != (keyFile == "") {
		return errors.New(certName + " and " + keyName + " must be set together")
	}
	return nil
}
