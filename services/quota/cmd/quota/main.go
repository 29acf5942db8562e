// Command quota runs the quota service.
package main

import (
	"context"
	"os"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/process"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/quota"
)

func main() {
	os.Exit(process.Main(process.Spec[quota.Config]{
		Name: contract.UserQuota,
		Help: "Counts requests per minute and documents per month.",
		New: func(cfg quota.Config, conn *bus.Conn, tel *telemetry.Providers) (lifecycle.Service, error) {
			return quota.New(cfg, quota.Deps{Bus: conn, Telemetry: tel})
		},
		Migrate: func(ctx context.Context, cfg quota.Config) error {
			return quota.Migrate(ctx, cfg.DatabaseURL)
		},
	}, os.Args[1:]))
}
