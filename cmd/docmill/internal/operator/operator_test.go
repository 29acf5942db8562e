package operator_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"strings"
	"testing"

	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/auth"
)

// start runs the auth service and connects to it as the command line does.
func start(t *testing.T) (context.Context, *bus.Conn) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	t.Cleanup(cancel)
	server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword("pw"))
	own, err := bus.Connect(ctx, bus.Config{User: contract.UserAuth, Password: "pw", InProcess: server.Provider()},
		telemetry.Discard())
	require.NoError(t, err)
	t.Cleanup(func() { _ = own.Close(context.Background()) })
	svc, err := auth.New(
		auth.Config{DatabaseURL: testkit.Database(t, auth.Migrate, "auth"), SecretKey: strings.Repeat("secret", 6)},
		auth.Deps{Bus: own, Telemetry: telemetry.Discard()})
	require.NoError(t, err)
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- svc.Run(running) }()
	t.Cleanup(func() {
		stop()
		assert.NoError(t, <-ended, "auth")
	})
	select {
	case <-svc.Ready():
	case err := <-ended:
		t.Fatalf("auth: %v", err)
	}
	conn, err := operator.Target{NATSURL: server.ClientURL(), NATSPassword: "pw"}.ConnectAdmin(ctx)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return ctx, conn
}

const base = "https://docmill.example"

// do returns the output of a command that reads the answer to a question.
func do(t *testing.T, conn *bus.Conn, c operator.Command, answer string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := c.Do(t.Context(), operator.Session{Conn: conn, In: strings.NewReader(answer), Out: &out, Err: io.Discard,
		BaseURL: base + "/"})
	return out.String(), err
}

// printed returns the output of a command without the padding of columns.
func printed(t *testing.T, conn *bus.Conn, c operator.Command) string {
	t.Helper()
	out, err := do(t, conn, c, "")
	require.NoError(t, err)
	return strings.Join(strings.Fields(out), " ")
}

func of(account string) operator.Account { return operator.Account{Account: account} }

func in(account string) operator.InAccount { return operator.InAccount{InAccount: account} }

func who(account, user string) operator.User {
	return operator.User{InAccount: in(account), User: user}
}

// customer creates an account and returns its id.
func customer(t *testing.T, conn *bus.Conn) string {
	t.Helper()
	return word(t, printed(t, conn, operator.CreateAccount{Name: "Customer", Plan: "Free"}), contract.PrefixAccount)
}

func word(t *testing.T, text, prefix string) string {
	t.Helper()
	for _, w := range strings.Fields(text) {
		if strings.HasPrefix(w, prefix) {
			return w
		}
	}
	t.Fatalf("no %s… in %q", prefix, text)
	return ""
}

func wants(t *testing.T, got string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		assert.Contains(t, got, part)
	}
}

func TestAccountLifecycle(t *testing.T) {
	t.Parallel()
	ctx, conn := start(t)
	made := printed(t, conn, operator.CreateAccount{Name: "Müller & Söhne", Plan: "Starter"})
	account, value := word(t, made, contract.PrefixAccount), word(t, made, contract.KeyPrefixLive)
	wants(t, made, "Starter Müller & Söhne", "Keep it now")
	valid := func() bool {
		reply, err := bus.Call[contract.VerifyReply](ctx, conn, contract.RPCAuthVerify,
			contract.VerifyRequest{KeyHash: contract.HashKey(value)})
		require.NoError(t, err)
		return reply.Principal != nil
	}
	list := func() string { return printed(t, conn, operator.ListAccounts{}) }
	wants(t, list(), "RETENTION", account+" Starter false default ")

	wants(t, printed(t, conn, operator.SetPlan{Account: of(account), Plan: "Pro"}), account+" Pro")
	for _, tc := range []struct{ given, said string }{{"30", "30 d"}, {"forever", "forever"}, {"default", "default"},
		{"1", "1 d"}} {
		wants(t, printed(t, conn, operator.SetRetention{Account: of(account), Days: tc.given}),
			account+" retention "+tc.said+" ")
		wants(t, list(), account+" Pro false "+tc.said+" ")
	}
	for said, c := range map[string]operator.Command{
		"suspended": operator.Suspend{Account: of(account)}, "active": operator.Resume{Account: of(account)},
	} {
		wants(t, printed(t, conn, c), account+" "+said)
		assert.Equal(t, valid(), said == "active", said, "its key is valid")
	}
}

func TestKeyLifecycle(t *testing.T) {
	t.Parallel()
	_, conn := start(t)
	account := customer(t, conn)
	made := printed(t, conn, operator.CreateKey{Account: of(account), Name: "nightly import", ExpiresInDays: 30})
	key, value := word(t, made, contract.PrefixKey), word(t, made, contract.KeyPrefixLive)
	wants(t, printed(t, conn, operator.RevokeKey{Key: key}), "revoked "+key)
	listed := printed(t, conn, operator.ListKeys{Account: of(account)})
	wants(t, listed, key+" "+contract.KeyPrefixLive+"…"+contract.LastFour(value), "nightly import", "first key")
	assert.NotContains(t, listed, value, "the list shows the key's value")
	_, err := do(t, conn, operator.RevokeKey{Key: key}, "")
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "revoked twice", err, "want NOT_FOUND")
}

func TestRevokedKeyDescendants(t *testing.T) {
	t.Parallel()
	ctx, conn := start(t)
	account := customer(t, conn)
	root := func() string {
		return word(t, printed(t, conn, operator.CreateKey{Account: of(account), Name: "root"}), contract.PrefixKey)
	}
	child := func(of string) string {
		t.Helper()
		value, err := contract.NewKey(rand.Reader)
		require.NoError(t, err)
		key, err := bus.Call[contract.Key](ctx, conn, contract.RPCAuthKeyCreate, contract.CreateKeyRequest{
			AccountID: account, KeyHash: contract.HashKey(value), LastFour: contract.LastFour(value), Name: "child",
			CreatedBy: &of,
		})
		require.NoError(t, err)
		return key.ID
	}
	for _, descendants := range []bool{true, false} {
		parent := root()
		made := child(parent)
		said := printed(t, conn, operator.RevokeKey{Key: parent, Descendants: descendants})
		wants(t, said, "revoked "+parent+" root",
			map[bool]string{true: "revoked " + made + " child", false: "goes on: " + made + " child"}[descendants])
	}
}

func TestUserLifecycle(t *testing.T) {
	t.Parallel()
	ctx, conn := start(t)
	account := customer(t, conn)
	invited := printed(t, conn, operator.InviteUser{Account: of(account), Email: "Anna@Customer.example", Role: "member"})
	user := word(t, invited, contract.PrefixUser)
	secret := func(said string) string { return strings.TrimPrefix(word(t, said, base), base+"/welcome#") }
	assert.True(t, contract.IsSecret(secret(invited)), "no link in", invited)
	linked := printed(t, conn, operator.LinkUser{User: who("", user)})
	opens := func(secret string) bool {
		_, err := bus.Call[contract.Link](ctx, conn, contract.RPCAuthSessionLink,
			contract.LinkRequest{LinkHash: contract.HashSecret(secret), Address: "192.0.2.1"})
		if err != nil && !apierror.Is(err, contract.CodeNotFound) {
			t.Fatal(err)
		}
		return err == nil
	}
	assert.True(t, !opens(secret(invited)) && opens(secret(linked)), "not exactly the last link holds")
	wants(t, printed(t, conn, operator.SetRole{User: who("", user), Role: "owner"}), user+" owner anna@customer.example")
	wants(t, printed(t, conn, operator.ListUsers{Account: of(account)}), user+" owner invited", "- anna@customer.example")
	wants(t, printed(t, conn, operator.RemoveUser{User: who("", user)}), "removed "+user)
	wants(t, printed(t, conn, operator.Audit{Account: of(account), Last: 300}),
		"user.removed operator "+user, "user.role_changed operator", "user.invited operator", "key.created operator")
	assert.Equal(t, strings.Count(printed(t, conn, operator.Audit{Account: of(account), Last: 2}), " operator "), 2,
		"entries")
}

func TestRetentionInvalid(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "0", "-1", "36501", "1.5", "30d", "never", "Forever"} {
		assert.Error(t, (operator.SetRetention{Days: text}).Validate(), text, "is a retention")
	}
}

func TestConnectMissingSettings(t *testing.T) {
	t.Parallel()
	_, err := operator.Target{DataDir: t.TempDir()}.Connect(t.Context())
	assert.True(t, err != nil && strings.Contains(err.Error(), "--data-dir"),
		"error", err, "want one that names --data-dir")
}
