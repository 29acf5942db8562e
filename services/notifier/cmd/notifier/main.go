// Command notifier runs the notifier service.
package main

import (
	"context"
	"os"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/process"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/notifier"
)

func main() {
	os.Exit(process.Main(process.Spec[notifier.Config]{
		Name: contract.UserNotifier,
		Help: "Knows webhook subscriptions, and delivers where webhooks are enabled.",
		New: func(cfg notifier.Config, conn *bus.Conn, tel *telemetry.Providers) (lifecycle.Service, error) {
			return notifier.New(cfg, notifier.Deps{Bus: conn, Telemetry: tel})
		},
		Migrate: func(ctx context.Context, cfg notifier.Config) error {
			return notifier.Migrate(ctx, cfg.DatabaseURL)
		},
	}, os.Args[1:]))
}
