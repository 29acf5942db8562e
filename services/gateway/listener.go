package gateway

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/tlsfiles"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/access/keycheck"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/jobs/filecache"
	"github.com/docmill/docmill/services/gateway/internal/web/api"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard"
	"github.com/docmill/docmill/services/gateway/internal/web/download"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// publicListener serves the public port: the API and the dashboard.
type publicListener struct {
	server   *httpserver.Server
	verifier *keycheck.Verifier
}

func (s *Service) newListener(docs *documents.Documents, files *filecache.Cache) (*publicListener, error) {
	tel := s.deps.Telemetry
	newID := func() string { return httpserver.NewID(rand.Reader) }
	in := intake.New(s.deps.Blob, files, s.config.uploads(), newID, tel.Log)
	submissions := submission.New(docs, in, newID, time.Now, tel.Log)
	downloads := download.New(docs, s.deps.Blob, pages.New(docs, s.deps.Blob, s.deps.Bus), tel.Log)
	admission := admission.New(s.deps.Bus, time.Now)
	verifier := keycheck.New(s.deps.Bus, time.Now)
	provider, err := s.config.OIDC.provider(s.config.Policy.PublicURL, s.config.shared())
	if err != nil {
		return nil, err
	}
	site, err := dashboard.New(dashboard.Deps{
		Bus: s.deps.Bus, Documents: docs, Submissions: submissions, Downloads: downloads, Admission: admission,
		Verifier: verifier, Webhooks: s.config.WebhooksEnabled, PublicURL: strings.TrimSuffix(s.config.Policy.PublicURL, "/"),
		OIDC: provider, Log: tel.Log,
	})
	if err != nil {
		return nil, err
	}
	public := api.New(s.config.api(), api.Deps{
		Documents: docs, Submissions: submissions, Downloads: downloads, Bus: s.deps.Bus,
		Verifier: verifier, Admission: admission,
	})
	server, err := httpserver.New(s.config.http(), httpserver.Deps{Health: s.health, Telemetry: tel}, httpserver.App{
		Before: public.Authenticate, Routes: append(public.Routes(), site.Routes()...), ErrorPage: site.ErrorPage,
	})
	if err != nil {
		return nil, err
	}
	return &publicListener{server: server, verifier: verifier}, nil
}

func (s *Service) serveHTTP(ctx context.Context, f *publicListener, ready func()) error {
	ln := s.deps.Listener
	if ln == nil {
		var err error
		if ln, err = net.Listen("tcp", s.config.Listen); err != nil {
			return fmt.Errorf("HTTP port: %w", err)
		}
	}
	public, err := tlsListener(ln, s.config.TLS, s.deps.Telemetry.Log)
	if err != nil {
		return errors.Join(err, ln.Close())
	}
	addr := ln.Addr().String()
	s.addr.Store(&addr)
	ready()
	stop, err := f.verifier.Listen() // for revocations
	if err != nil {
		return errors.Join(err, public.Close())
	}
	defer stop()
	if err := f.server.Serve(ctx, public); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// TLS is the gateway's own HTTPS. Without a certificate the public port serves plain HTTP, for a
// proxy in front.
type TLS struct {
	CertFile string `name:"cert-file" env:"DOCMILL_TLS_CERT_FILE" help:"File of the certificate chain (PEM) of the public port, which then uses only HTTPS. Changes are detected."`
	KeyFile  string `name:"key-file" env:"DOCMILL_TLS_KEY_FILE" help:"File of the certificate's key (PEM)."`
}

func (t TLS) validate() error {
	return tlsfiles.Both("DOCMILL_TLS_CERT_FILE", t.CertFile, "DOCMILL_TLS_KEY_FILE", t.KeyFile)
}

// tlsListener wraps ln in TLS if there is a certificate. The first read does the handshake, after connection limits.
func tlsListener(ln net.Listener, t TLS, log *slog.Logger) (net.Listener, error) {
	if t.CertFile == "" {
		return ln, nil
	}
	pair, err := tlsfiles.Open(t.CertFile, t.KeyFile, log, time.Now)
	if err != nil {
		return nil, fmt.Errorf("HTTPS: %w", err)
	}
	return tls.NewListener(ln, pair.Server()), nil
}

// RequireTLS reports the dependencies that would be reached without TLS.
func (c Config) RequireTLS() error {
	var errs []error
	if err := pgstore.RequireTLS(c.DatabaseURL); err != nil {
		errs = append(errs, fmt.Errorf("DOCMILL_DATABASE_URL: %w", err))
	}
	return errors.Join(append(errs, c.blob().RequireTLS())...)
}
