package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

const (
	// A certificate whose remaining life is below renewalLeft or renewalTime was not renewed.
	renewalLeft = 0.2
	renewalTime = 14 * 24 * time.Hour
	// Minimum free space on the disk of the data directory.
	minFreeBytes   = 2 << 30
	minFreePercent = 5
)

func (c Command) lookAtFiles(_ context.Context, r *Report, now time.Time) {
	for _, path := range append([]string{c.NATSCertFile, c.NATSCAFile, c.S3CAFile}, c.Certificates...) {
		if path == "" {
			continue
		}
		certificates, err := readCertificates(path)
		if err != nil {
			r.act("certificates", "name a file of certificates (PEM)", "%v", err)
		}
		for _, certificate := range certificates {
			r.certificate(path, certificate, now)
		}
	}
	if c.DataDir != "" {
		r.disk(c.DataDir)
	}
}

func readCertificates(path string) (found []*x509.Certificate, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != "CERTIFICATE" {
			continue
		}
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return found, fmt.Errorf("%s: %w", path, err)
		}
		found = append(found, certificate)
	}
	if len(found) == 0 {
		return nil, errors.New(path + " holds no certificate")
	}
	return found, nil
}

// addCertificate checks a server's certificate.
func (r *Report) addCertificate(area string, state *tls.ConnectionState, now time.Time) {
	if state != nil && len(state.PeerCertificates) > 0 {
		r.certificate("the one of "+area, state.PeerCertificates[0], now)
	}
}

func (r *Report) certificate(where string, c *x509.Certificate, now time.Time) {
	const area = "certificates"
	left, life := c.NotAfter.Sub(now), c.NotAfter.Sub(c.NotBefore)
	soon := min(renewalTime, time.Duration(renewalLeft*float64(life)))
	end := c.NotAfter.UTC().Format(time.DateTime)
	switch {
	case now.Before(c.NotBefore):
		r.act(area, "see the clocks, and who issued it",
			"%s is valid from %s on only", where, c.NotBefore.UTC().Format(time.DateTime))
	case left <= 0:
		r.act(area, "renew it", "%s ended %s", where, end)
	case left < soon:
		r.act(area, "renew it, and see why that was not done", "%s ends %s", where, end)
	default:
		r.ok(area, "%s ends %s", where, end)
	}
}

func (r *Report) disk(dir string) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		r.act("disk", "see that the data directory can be read", "%s: %v", dir, err)
		return
	}
	free, size := fs.Bavail*uint64(fs.Bsize), fs.Blocks*uint64(fs.Bsize)
	percent := share(float64(free), float64(size))
	if free < minFreeBytes || percent < minFreePercent {
		r.act("disk", "make room, or move the data directory",
			"%d MiB, %d %%, are free on the disk of %s", free/mib, percent, dir)
		return
	}
	r.ok("disk", "%d MiB, %d %%, are free on the disk of %s", free/mib, percent, dir)
}
