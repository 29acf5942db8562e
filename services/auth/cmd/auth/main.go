// Command auth runs the auth service.
package main

import (
	"context"
	"os"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/process"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/auth"
)

func main() {
	os.Exit(process.Main(process.Spec[auth.Config]{
		Name: contract.UserAuth,
		Help: "Knows accounts and API keys.",
		New: func(cfg auth.Config, conn *bus.Conn, tel *telemetry.Providers) (lifecycle.Service, error) {
			return auth.New(cfg, auth.Deps{Bus: conn, Telemetry: tel})
		},
		Migrate: func(ctx context.Context, cfg auth.Config) error {
			return auth.Migrate(ctx, cfg.DatabaseURL)
		},
	}, os.Args[1:]))
}
