// Package tlsfiles reads certificates, keys and authorities for TLS from files
// that others renew: cert-manager, Kubernetes, an operator.
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

// MinVersion is the oldest TLS that is spoken anywhere.
const MinVersion = tls.VersionTLS12

// Roots reads the authorities (PEM) of a file: those alone are trusted, not the
// system's.
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

// Client returns how to reach a server whose certificate is of an authority in
// caFile; nil, for the usual way, when caFile is empty.
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

// CheckEvery is how often the files of a Pair are looked at, when handshakes ask
// for it.
const CheckEvery = 2 * time.Second

// Pair is a server's certificate with its key. When the files change it is read
// again; what cannot be used leaves the old one in place. It is safe for
// concurrent use.
type Pair struct {
	certFile, keyFile string
	log               *slog.Logger
	now               func() time.Time

	mu      sync.Mutex
	current *tls.Certificate
	seen    version   // of the files when they were last read
	checked time.Time // when they were last looked at
}

// version identifies the state of two files.
type version [2]struct {
	modified time.Time
	size     int64
}

// Open reads a pair, which must be usable now.
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
		p.log.Error("the new certificate cannot be used, the old one stays", "error", err)
		return
	}
	p.current = fresh
	p.log.Info("certificate renewed", "until", fresh.Leaf.NotAfter)
}

// Server returns how to serve with the pair over HTTP/1.1.
func (p *Pair) Server() *tls.Config {
	return &tls.Config{MinVersion: MinVersion, GetCertificate: p.Certificate, NextProtos: []string{"http/1.1"}}
}

// Both checks that a certificate and its key are named together; the names are
// those of the settings.
func Both(certName, certFile, keyName, keyFile string) error {
	if (certFile == "") != (keyFile == "") {
		return errors.New(certName + " and " + keyName + " belong together")
	}
	return nil
}
