package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/docmill/docmill/libs/settings"
)

// healthcheckCommand is the subcommand's name.
const healthcheckCommand = "healthcheck"

const healthcheckHelp = "Check on the admin port whether the service on this machine is ready."

// healthcheckTimeout bounds the whole check. /readyz waits at most a second for dependencies.
const healthcheckTimeout = 2 * time.Second

// healthcheck runs the subcommand and returns the exit status: 0 if the service is ready, else 1 with the
// reason on errs. Invalid flags are also 1, because Docker reserves status 2 of health checks. It reads only
// the setting of the address, so that an invalid setting of the service is not reported by the check.
func healthcheck(ctx context.Context, service string, args []string, errs io.Writer) int {
	var cli Admin
	program := settings.Program{Name: service + " " + healthcheckCommand, Help: healthcheckHelp}
	_, err := program.Parse(&cli, args)
	if errors.Is(err, settings.ErrHelp) {
		return help(program, &cli)
	}
	if err == nil {
		err = askReady(ctx, cli.AdminListen)
	}
	if err != nil {
		fmt.Fprintf(errs, "%s: %v\n", service, err)
		return 1
	}
	return 0
}

// askReady returns nil if /readyz of the admin port answers 200.
func askReady(ctx context.Context, listen string) error {
	ctx, cancel := context.WithTimeout(ctx, healthcheckTimeout)
	defer cancel()
	addr, err := dialAddress(listen)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/readyz", http.NoBody)
	if err != nil {
		return err
	}
	// The port is on this machine, so no proxy is used.
	resp, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("not ready: %s answers %d", req.URL, resp.StatusCode)
	}
	return errors.Join(err, resp.Body.Close())
}

func dialAddress(listen string) (string, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", fmt.Errorf("DOCMILL_ADMIN_LISTEN: %w", err)
	}
	if port == "" || port == "0" {
		return "", errors.New("the admin port is not fixed; set DOCMILL_ADMIN_LISTEN")
	}
	switch host {
	case "", "0.0.0.0":
		host = "127.0.0.1"
	case "::":
		host = "::1"
	}
	return net.JoinHostPort(host, port), nil
}
