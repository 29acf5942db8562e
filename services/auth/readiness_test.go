package auth_test

import (
	"context"
	"log/slog"
	"net/url"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/auth"
)

// reasons hands on what is logged.
type reasons chan string

func (r reasons) Write(line []byte) (int, error) {
	select {
	case r <- string(line):
	default:
	}
	return len(line), nil
}

// await runs a service with the database until the test ends, and returns why it
// is not ready, line by line.
func await(t *testing.T, url string) (*auth.Service, reasons) {
	t.Helper()
	server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword("pw"))
	operator := connect(t, server, contract.UserOperator)
	if err := operator.Provision(t.Context(), contract.Streams()); err != nil {
		t.Fatal(err)
	}
	conn, tel, said := connect(t, server, contract.UserAuth), telemetry.Discard(), make(reasons, 10)
	tel.Log = slog.New(slog.NewTextHandler(said, nil))
	svc, err := auth.New(auth.Config{DatabaseURL: url, SecretKey: secret}, auth.Deps{Bus: conn, Telemetry: tel})
	if err != nil {
		t.Fatal(err)
	}
	running, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- svc.Run(running) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	return svc, said
}

func refuses(t *testing.T, svc *auth.Service, said reasons) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	select {
	case <-said:
	case <-svc.Ready():
		t.Fatal("ready")
	case <-ctx.Done():
		t.Fatal("says nothing")
	}
	if err := svc.Check(ctx); err == nil {
		t.Error("Check finds nothing wrong")
	}
}

// A rollout before its migration does not get ready, and does once it has run.
func TestNotReadyBeforeItsSchemaIsThere(t *testing.T) {
	t.Parallel()
	url := testkit.Database(t, nil, "empty")
	svc, said := await(t, url)
	refuses(t, svc, said)
	if err := auth.Migrate(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	select {
	case <-svc.Ready():
	case <-ctx.Done():
		t.Fatal("not ready after the migration")
	}
}

// Nor does one whose credentials the database refuses.
func TestNotReadyWithRefusedCredentials(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(testkit.Database(t, auth.Migrate, "auth"))
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("docmill_stranger", "wrong")
	query := u.Query()
	query.Del("user")
	query.Del("password")
	u.RawQuery = query.Encode()
	svc, said := await(t, u.String())
	refuses(t, svc, said)
}
