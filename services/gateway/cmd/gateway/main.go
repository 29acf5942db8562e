// Command gateway runs the gateway as a separate process.
package main

import (
	"context"
	"os"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/process"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway"
)

func main() {
	os.Exit(process.Main(process.Spec[gateway.Config]{
		Name: "gateway",
		Help: "The public HTTP service of docmill: API, dashboard, documents and their queue.",
		New: func(cfg gateway.Config, conn *bus.Conn, tel *telemetry.Providers) (lifecycle.Service, error) {
			return gateway.New(cfg, gateway.Deps{Bus: conn, Telemetry: tel})
		},
		Migrate: func(ctx context.Context, cfg gateway.Config) error { return gateway.Migrate(ctx, cfg.DatabaseURL) },
	}, os.Args[1:]))
}
