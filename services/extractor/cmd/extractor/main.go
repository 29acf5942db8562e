// Command extractor runs a worker that extracts documents.
package main

import (
	"os"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/process"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/extractor"
	"github.com/docmill/docmill/services/extractor/child"
)

func main() {
	child.Serve()
	os.Exit(process.Main(process.Spec[extractor.Config]{
		Name: contract.UserExtractor,
		Help: "Extracts documents: any number of replicas share the work.",
		New: func(cfg extractor.Config, conn *bus.Conn, tel *telemetry.Providers) (lifecycle.Service, error) {
			return extractor.New(cfg, extractor.Deps{Bus: conn, Telemetry: tel})
		},
	}, os.Args[1:]))
}
