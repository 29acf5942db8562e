package processes_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/natsclient"
)

// The test tries operations outside each user's rights.
func TestForbiddenSubjects(t *testing.T) {
	t.Parallel()
	c := services.NewCluster(t)
	const doc = "ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b"
	for user, forbidden := range map[string][]string{
		contract.UserExtractor: {contract.CommandSubject(contract.LaneBatch, doc), contract.RPCAuthVerify,
			contract.RPCAuthSessionVerify, contract.RPCQuotaAdmit, "docmill.event.extraction.completed.a.b",
			"$JS.API.STREAM.DELETE.DOCMILL_EVENTS", contract.DeadLetterSubject(contract.StreamResults, doc),
			"$JS.WORK.API.STREAM.DELETE.DOCMILL_COMMANDS"},
		contract.UserAuth: {contract.ResultSubject(doc), contract.RPCWorkClaim, contract.RPCQuotaAdmit,
			"docmill.event.quota.warning.a.b"},
		contract.UserQuota: {contract.RPCAuthKeyCreate, contract.ResultSubject(doc),
			"docmill.event.extraction.completed.a.b", contract.SignalKeyRevoked},
		contract.UserNotifier: {contract.RPCAuthKeyCreate, contract.RPCWorkClaim, "docmill.event.extraction.completed.a.b"},
		contract.UserGateway: {contract.ResultSubject(doc), contract.RPCAuthUserInvite, contract.RPCAuthKeyRevoke,
			contract.RPCAuthAuditList, "docmill.event.quota.warning.a.b", "$JS.API.STREAM.DELETE.DOCMILL_RESULTS",
			"$JS.WORK.API.STREAM.DELETE.DOCMILL_COMMANDS", "$JS.API.STREAM.CREATE.X"},
		contract.UserSubscriber: {"docmill.event.extraction.completed.a.b", contract.RPCAuthKeyCreate,
			contract.SignalKeyRevoked, "$JS.API.STREAM.PURGE.DOCMILL_EVENTS", "$JS.API.STREAM.MSG.DELETE.DOCMILL_EVENTS",
			"$JS.EVENTS.API.STREAM.DELETE.DOCMILL_EVENTS"},
	} {
		as := natsclient.As(t, c, user)
		for _, subject := range forbidden {
			assert.True(t, as.RefusedPublish(subject), user, "may publish on", subject)
		}
		// Without the queue group a service would receive requests to others.
		if user == contract.UserExtractor && !as.RefusedSubscribe("docmill.rpc.page.render") {
			t.Error("an extractor may listen to every request for a page")
		}
		for _, subject := range []string{"docmill.>", contract.InboxPrefix(contract.UserOperator) + ".>", "$JS.>",
			contract.SubjectCommands} {
			assert.True(t, as.RefusedSubscribe(subject), user, "may subscribe to", subject)
		}
	}
}

func TestForbiddenTables(t *testing.T) {
	t.Parallel()
	c := services.NewCluster(t)
	for role, statements := range map[string][]string{
		"gateway": {`SELECT * FROM auth.api_keys`, `SELECT * FROM quota.months`, `UPDATE quota.charges SET month = month`,
			`SELECT * FROM notifier.subscriptions`, `CREATE TABLE quota.x (i int)`},
		"auth":  {`SELECT * FROM gateway.documents`, `SELECT * FROM quota.charge('a', 'Free', ARRAY[]::uuid[], 1)`},
		"quota": {`SELECT * FROM gateway.documents`, `SELECT * FROM auth.api_keys`},
		"notifier": {`SELECT * FROM gateway.documents`, `SELECT * FROM auth.api_keys`,
			`SELECT * FROM quota.charge('a', 'Free', ARRAY[]::uuid[], 1)`},
	} {
		conn, err := pgx.Connect(t.Context(), c.RoleURL(role))
		require.NoError(t, err)
		for _, statement := range statements {
			var refused *pgconn.PgError
			_, err := conn.Exec(t.Context(), statement)
			assert.True(t, errors.As(err, &refused) && refused.Code == "42501", role, statement, err)
		}
		if role == "gateway" { // the one thing that it may
			_, err := conn.Exec(t.Context(), `SELECT * FROM quota.charge('acct_x', 'Free', ARRAY[]::uuid[], 1)`)
			assert.NoError(t, err, "the gateway may not charge")
		}
		assert.NoError(t, conn.Close(t.Context()))
	}
}
