package up

import (
	"context"
	"errors"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/process"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/libs/version"
	"github.com/docmill/docmill/services/auth"
	"github.com/docmill/docmill/services/extractor"
	"github.com/docmill/docmill/services/gateway"
	"github.com/docmill/docmill/services/notifier"
	"github.com/docmill/docmill/services/quota"
)

// house is the five services of one process. Each has a NATS user and a
// database role of its own, as it would in a process of its own.
type house struct {
	cfg  Config
	in   *infrastructure
	urls map[string]string
	tel  *telemetry.Providers
	dir  *dataDir
}

// run blocks until ctx ends or a service fails. The gateway starts last and
// stops first: it is the only one that outsiders bring work to.
func (h *house) run(ctx context.Context, ready func(Endpoints) error) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	conns, err := h.connect(ctx)
	if err != nil {
		return err
	}
	defer func() {
		for _, c := range conns {
			err = errors.Join(err, within(ctx, 5*time.Second, c.Close))
		}
	}()
	health := lifecycle.NewHealth()
	parts, front, err := h.build(conns)
	if err != nil {
		return err
	}
	for _, p := range parts {
		health.Add(p.Name, p.Service.Check)
		if noted, ok := p.Service.(lifecycle.Noted); ok {
			health.AddNote(p.Name, noted.Note)
		}
	}
	admin, err := lifecycle.NewAdmin(h.cfg.AdminListen, version.Number, health, h.tel.Metrics)
	if err != nil {
		return named("DOCMILL_ADMIN_LISTEN", err)
	}
	group := lifecycle.Group{
		Log: h.tel.Log, StopTimeout: process.StopTimeout,
		OnReady: func() {
			health.SetServing(true)
			if err := ready(h.endpoints(front, admin)); err != nil {
				cancel(err)
			}
		},
		OnDrain: func() { health.SetServing(false); h.tel.Log.Info("draining") },
	}
	parts = append([]lifecycle.Part{{Name: "admin", Service: admin}}, parts...)
	err = group.Run(ctx, parts...)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		err = errors.Join(err, cause)
	}
	return err
}

// connect gives every service its own connection.
func (h *house) connect(ctx context.Context) (map[string]*bus.Conn, error) {
	conns := map[string]*bus.Conn{}
	for _, user := range []string{
		contract.UserAuth, contract.UserQuota, contract.UserNotifier, contract.UserExtractor, contract.UserGateway,
	} {
		conn, err := bus.Connect(ctx, h.in.bus(user), h.tel.For(user))
		if err != nil {
			return nil, err
		}
		conns[user] = conn
	}
	return conns, nil
}

// build makes the services in the order in which they start.
func (h *house) build(conns map[string]*bus.Conn) ([]lifecycle.Part, *gateway.Service, error) {
	authService, err := auth.New(
		auth.Config{DatabaseURL: h.urls["auth"], SecretKey: h.in.creds.SecretKey, SignIn: h.cfg.SignIn},
		auth.Deps{Bus: conns[contract.UserAuth], Telemetry: h.tel.For("auth")})
	if err != nil {
		return nil, nil, err
	}
	quotaService, err := quota.New(
		quota.Config{DatabaseURL: h.urls["quota"]},
		quota.Deps{Bus: conns[contract.UserQuota], Telemetry: h.tel.For("quota")})
	if err != nil {
		return nil, nil, err
	}
	notifierService, err := notifier.New(
		notifier.Config{DatabaseURL: h.urls["notifier"], SecretKey: h.in.creds.SecretKey, Webhooks: h.cfg.Webhooks},
		notifier.Deps{Bus: conns[contract.UserNotifier], Telemetry: h.tel.For("notifier")})
	if err != nil {
		return nil, nil, err
	}
	extractorService, err := h.extractor(conns[contract.UserExtractor])
	if err != nil {
		return nil, nil, err
	}
	gatewayService, err := h.gateway(conns[contract.UserGateway])
	if err != nil {
		return nil, nil, err
	}
	return []lifecycle.Part{
		{Name: "auth", Service: authService},
		{Name: "quota", Service: quotaService},
		{Name: "notifier", Service: notifierService},
		{Name: "extractor", Service: extractorService},
		{Name: "gateway", Service: gatewayService},
	}, gatewayService, nil
}

func (h *house) extractor(conn *bus.Conn) (*extractor.Service, error) {
	cfg := h.cfg.Extractor
	cfg.EndUnready = true // nothing else would start
	if cfg.CacheDir == "" {
		cfg.CacheDir = h.dir.join("cache")
	}
	return extractor.New(cfg, extractor.Deps{Bus: conn, Telemetry: h.tel.For("extractor"), OwnObjectStore: h.in.s3 != nil})
}

func (h *house) gateway(conn *bus.Conn) (*gateway.Service, error) {
	store := h.in.blob()
	cfg := gateway.Config{
		Listen: h.cfg.Listen, DatabaseURL: h.urls["gateway"], Tuning: h.cfg.Gateway,
		WebhooksEnabled: h.cfg.Webhooks.Enabled,
		S3: gateway.S3{
			Endpoint: store.Endpoint, AccessKey: store.AccessKey, SecretKey: store.SecretKey,
			Bucket: store.Bucket, Region: store.Region, Secure: store.Secure, CAFile: store.CAFile,
		},
	}
	return gateway.New(cfg, gateway.Deps{Bus: conn, Telemetry: h.tel.For("gateway")})
}

func (h *house) endpoints(front *gateway.Service, admin *lifecycle.Admin) Endpoints {
	scheme := "http://"
	if h.cfg.Gateway.TLS.CertFile != "" {
		scheme = "https://"
	}
	e := Endpoints{HTTP: scheme + front.Addr(), NATS: h.cfg.NATSURL, Admin: "http://" + admin.Addr()}
	if h.in.nats != nil {
		e.NATS = h.in.nats.ClientURL()
	}
	return e
}
