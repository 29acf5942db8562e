package auth_test

import (
	"log/slog"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/auth"
)

// logging makes a service of a database that logs there, with NATS as it should be.
func logging(t *testing.T) testkit.NewService {
	t.Helper()
	return func(url string, log *slog.Logger) testkit.Service {
		server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword("pw"))
		require.NoError(t, connect(t, server, contract.UserOperator).Provision(t.Context(), contract.Streams()))
		tel := telemetry.Discard()
		tel.Log = log
		svc, err := auth.New(auth.Config{DatabaseURL: url, SecretKey: secret}, auth.Deps{
			Bus: connect(t, server, contract.UserAuth), Telemetry: tel,
		})
		require.NoError(t, err)
		return svc
	}
}

func TestReadyWithoutSchema(t *testing.T) {
	t.Parallel()
	testkit.ReadyOnceMigrated(t, auth.Migrate, logging(t))
}

func TestReadyWithRefusedCredentials(t *testing.T) {
	t.Parallel()
	testkit.NotReadyWhenRefused(t, testkit.Database(t, auth.Migrate, "auth"), logging(t))
}
