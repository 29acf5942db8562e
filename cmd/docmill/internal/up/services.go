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

// services are the five services of one process, each with its NATS user and database role.
type services struct {
	cfg  Config
	in   *infrastructure
	urls map[string]string
	tel  *telemetry.Providers
	dir  *dataDir
}

// run blocks until ctx ends or a service fails. The gateway receives outside work: it starts last and stops first.
func (s *services) run(ctx context.Context, ready func(Endpoints) error) (err error) {
	s.tel.Log.Info("starting", version.Running().Attrs()...)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchdog := lifecycle.NewWatchdog(time.Now)
	conns, err := s.connect(ctx, watchdog)
	if err != nil {
		return err
	}
	defer func() {
		for _, c := range conns {
			err = errors.Join(err, runWithin(ctx, 5*time.Second, c.Close))
		}
	}()
	health := lifecycle.NewHealth()
	health.Watch(watchdog)
	parts, front, err := s.build(conns)
	if err != nil {
		return err
	}
	for _, p := range parts {
		health.AddService(p.Name, p.Service)
	}
	admin, err := lifecycle.NewAdmin(s.cfg.AdminListen, version.Number, health, s.tel.Metrics)
	if err != nil {
		return nameError("DOCMILL_ADMIN_LISTEN", err)
	}
	group := lifecycle.Group{
		Log: s.tel.Log, StopTimeout: process.StopTimeout,
		OnReady: func() {
			health.SetServing(true)
			if err := ready(s.endpoints(front, admin)); err != nil {
				cancel(err)
			}
		},
		OnDrain: func() { health.SetServing(false); s.tel.Log.Info("draining") },
	}
	parts = append([]lifecycle.Part{{Name: "admin", Service: admin}}, parts...)
	err = group.Run(ctx, parts...)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		err = errors.Join(err, cause)
	}
	return err
}

// connect opens one connection per service.
func (s *services) connect(ctx context.Context, watchdog *lifecycle.Watchdog) (map[string]*bus.Conn, error) {
	conns := map[string]*bus.Conn{}
	for _, user := range []string{
		contract.UserAuth, contract.UserQuota, contract.UserNotifier, contract.UserExtractor, contract.UserGateway,
	} {
		cfg := s.in.bus(user)
		cfg.Watchdog = watchdog
		conn, err := bus.Connect(ctx, cfg, s.tel.For(user))
		if err != nil {
			return nil, err
		}
		conns[user] = conn
	}
	return conns, nil
}

// build creates the services in their start order.
func (s *services) build(conns map[string]*bus.Conn) ([]lifecycle.Part, *gateway.Service, error) {
	authService, err := auth.New(
		auth.Config{
			DatabaseURL: s.urls["auth"], SecretKey: s.in.creds.SecretKey, SecondSecretKey: s.cfg.SecondSecretKey,
			SignIn: s.cfg.SignIn,
		},
		auth.Deps{Bus: conns[contract.UserAuth], Telemetry: s.tel.For("auth")})
	if err != nil {
		return nil, nil, err
	}
	quotaService, err := quota.New(
		quota.Config{DatabaseURL: s.urls["quota"]},
		quota.Deps{Bus: conns[contract.UserQuota], Telemetry: s.tel.For("quota")})
	if err != nil {
		return nil, nil, err
	}
	notifierService, err := notifier.New(
		notifier.Config{
			DatabaseURL: s.urls["notifier"], SecretKey: s.in.creds.SecretKey, SecondSecretKey: s.cfg.SecondSecretKey,
			Webhooks: s.cfg.Webhooks,
		},
		notifier.Deps{Bus: conns[contract.UserNotifier], Telemetry: s.tel.For("notifier")})
	if err != nil {
		return nil, nil, err
	}
	extractorService, err := s.extractor(conns[contract.UserExtractor])
	if err != nil {
		return nil, nil, err
	}
	gatewayService, err := s.gateway(conns[contract.UserGateway])
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

func (s *services) extractor(conn *bus.Conn) (*extractor.Service, error) {
	cfg := s.cfg.Extractor
	cfg.EndUnready = true // nothing else would start
	if cfg.CacheDir == "" {
		cfg.CacheDir = s.dir.join("cache")
	}
	return extractor.New(cfg, extractor.Deps{
		Bus: conn, Telemetry: s.tel.For("extractor"), ObjectStore: s.in.blob().Transport,
	})
}

func (s *services) gateway(conn *bus.Conn) (*gateway.Service, error) {
	store := s.in.blob()
	cfg := gateway.Config{
		Listen: s.cfg.Listen, DatabaseURL: s.urls["gateway"], Tuning: s.cfg.Gateway,
		WebhooksEnabled: s.cfg.Webhooks.Enabled,
		S3: gateway.S3{
			Endpoint: store.Endpoint, AccessKey: store.AccessKey, SecretKey: store.SecretKey,
			Bucket: store.Bucket, Region: store.Region, Secure: store.Secure, CAFile: store.CAFile,
		},
	}
	return gateway.New(cfg, gateway.Deps{Bus: conn, Telemetry: s.tel.For("gateway"), ObjectStore: store.Transport})
}

func (s *services) endpoints(front *gateway.Service, admin *lifecycle.Admin) Endpoints {
	scheme := "http://"
	if s.cfg.Gateway.TLS.CertFile != "" {
		scheme = "https://"
	}
	e := Endpoints{HTTP: scheme + front.Addr(), NATS: s.cfg.NATSURL, Admin: "http://" + admin.Addr()}
	if s.in.nats != nil {
		e.NATS = s.in.nats.ClientURL()
	}
	if s.in.pg != nil {
		e.Database = withoutPassword(s.in.pg.AdminDSN())
	}
	if s.in.s3 != nil {
		e.S3, e.S3Bucket = s.in.s3.Endpoint(), s.cfg.S3Bucket
	}
	return e
}
