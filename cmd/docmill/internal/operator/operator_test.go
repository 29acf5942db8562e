package operator_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"strings"
	"testing"

	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
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
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = own.Close(context.Background()) })
	svc, err := auth.New(
		auth.Config{DatabaseURL: testkit.Database(t, auth.Migrate, "auth"), SecretKey: strings.Repeat("secret", 6)},
		auth.Deps{Bus: own, Telemetry: telemetry.Discard()})
	if err != nil {
		t.Fatal(err)
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- svc.Run(running) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("auth: %v", err)
		}
	})
	select {
	case <-svc.Ready():
	case err := <-ended:
		t.Fatalf("auth: %v", err)
	}
	conn, err := operator.Target{NATSURL: server.ClientURL(), NATSPassword: "pw"}.ConnectAdmin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return ctx, conn
}

// printed returns the output of f without the padding of columns.
func printed(t *testing.T, f func(out *bytes.Buffer) error) string {
	t.Helper()
	var out bytes.Buffer
	if err := f(&out); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// word is the first word of text that starts with prefix.
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
		if !strings.Contains(got, part) {
			t.Errorf("%q has no %q", got, part)
		}
	}
}

func TestAccountLifecycle(t *testing.T) {
	t.Parallel()
	ctx, conn := start(t)
	made := printed(t, func(out *bytes.Buffer) error {
		return operator.CreateAccount(ctx, conn, out, "Müller & Söhne", contract.PlanStarter)
	})
	account, value := word(t, made, contract.PrefixAccount), word(t, made, contract.KeyPrefixLive)
	wants(t, made, "Starter Müller & Söhne", "Keep it now")
	valid := func() bool {
		reply, err := bus.Call[contract.VerifyReply](ctx, conn, contract.RPCAuthVerify,
			contract.VerifyRequest{KeyHash: contract.HashKey(value)})
		if err != nil {
			t.Fatal(err)
		}
		return reply.Principal != nil
	}
	list := func() string {
		return printed(t, func(out *bytes.Buffer) error { return operator.ListAccounts(ctx, conn, out) })
	}
	wants(t, list(), "RETENTION", account+" Starter false default ")

	wants(t, printed(t, func(out *bytes.Buffer) error {
		return operator.SetPlan(ctx, conn, out, account, contract.PlanPro)
	}), account+" Pro")
	for _, tc := range []struct{ given, said string }{{"30", "30 d"}, {"forever", "forever"}, {"default", "default"},
		{"1", "1 d"}} {
		days, err := operator.ParseRetention(tc.given)
		if err != nil {
			t.Fatal(err)
		}
		wants(t, printed(t, func(out *bytes.Buffer) error {
			return operator.SetRetention(ctx, conn, out, account, days)
		}), account+" retention "+tc.said+" ")
		wants(t, list(), account+" Pro false "+tc.said+" ")
	}
	for _, suspended := range []bool{true, false} {
		said := map[bool]string{true: "suspended", false: "active"}[suspended]
		wants(t, printed(t, func(out *bytes.Buffer) error {
			return operator.SetSuspended(ctx, conn, out, account, suspended)
		}), account+" "+said)
		if valid() == suspended {
			t.Errorf("%s: its key is valid %t", said, valid())
		}
	}
}

func TestKeyLifecycle(t *testing.T) {
	t.Parallel()
	ctx, conn := start(t)
	account := word(t, printed(t, func(out *bytes.Buffer) error {
		return operator.CreateAccount(ctx, conn, out, "Customer", contract.PlanFree)
	}), contract.PrefixAccount)
	made := printed(t, func(out *bytes.Buffer) error {
		return operator.CreateKey(ctx, conn, out, account, "nightly import", 30)
	})
	key, value := word(t, made, contract.PrefixKey), word(t, made, contract.KeyPrefixLive)
	wants(t, printed(t, func(out *bytes.Buffer) error {
		return operator.RevokeKey(ctx, conn, out, "", key, false)
	}), "revoked "+key)
	listed := printed(t, func(out *bytes.Buffer) error { return operator.ListKeys(ctx, conn, out, account) })
	wants(t, listed, key+" "+contract.KeyPrefixLive+"…"+contract.LastFour(value), "nightly import", "first key")
	if strings.Contains(listed, value) {
		t.Error("the list shows the key's value")
	}
	if err := operator.RevokeKey(ctx, conn, new(bytes.Buffer), "", key, false); !apierror.Is(err, contract.CodeNotFound) {
		t.Errorf("revoked twice: %v, want NOT_FOUND", err)
	}
}

func TestRevokedKeyDescendants(t *testing.T) {
	t.Parallel()
	ctx, conn := start(t)
	account := word(t, printed(t, func(out *bytes.Buffer) error {
		return operator.CreateAccount(ctx, conn, out, "Customer", contract.PlanFree)
	}), contract.PrefixAccount)
	root := func() string {
		return word(t, printed(t, func(out *bytes.Buffer) error {
			return operator.CreateKey(ctx, conn, out, account, "root", 0)
		}), contract.PrefixKey)
	}
	child := func(of string) string {
		t.Helper()
		value, err := contract.NewKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		key, err := bus.Call[contract.Key](ctx, conn, contract.RPCAuthKeyCreate, contract.CreateKeyRequest{
			AccountID: account, KeyHash: contract.HashKey(value), LastFour: contract.LastFour(value), Name: "child",
			CreatedBy: &of,
		})
		if err != nil {
			t.Fatal(err)
		}
		return key.ID
	}
	for _, descendants := range []bool{true, false} {
		parent := root()
		made := child(parent)
		said := printed(t, func(out *bytes.Buffer) error { return operator.RevokeKey(ctx, conn, out, "", parent, descendants) })
		wants(t, said, "revoked "+parent+" root",
			map[bool]string{true: "revoked " + made + " child", false: "goes on: " + made + " child"}[descendants])
	}
}

func TestUserLifecycle(t *testing.T) {
	t.Parallel()
	ctx, conn := start(t)
	account := word(t, printed(t, func(out *bytes.Buffer) error {
		return operator.CreateAccount(ctx, conn, out, "Customer", contract.PlanFree)
	}), contract.PrefixAccount)
	const base = "https://docmill.example"
	invited := printed(t, func(out *bytes.Buffer) error {
		return operator.InviteUser(ctx, conn, out, base+"/", account, "Anna@Customer.example", contract.RoleMember)
	})
	user := word(t, invited, contract.PrefixUser)
	secret := func(said string) string { return strings.TrimPrefix(word(t, said, base), base+"/welcome#") }
	if !contract.IsSecret(secret(invited)) {
		t.Errorf("no link in %q", invited)
	}
	linked := printed(t, func(out *bytes.Buffer) error { return operator.LinkUser(ctx, conn, out, base, "", user) })
	opens := func(secret string) bool {
		_, err := bus.Call[contract.Link](ctx, conn, contract.RPCAuthSessionLink,
			contract.LinkRequest{LinkHash: contract.HashSecret(secret), Address: "192.0.2.1"})
		if err != nil && !apierror.Is(err, contract.CodeNotFound) {
			t.Fatal(err)
		}
		return err == nil
	}
	if opens(secret(invited)) || !opens(secret(linked)) {
		t.Error("not exactly the last link holds")
	}
	wants(t, printed(t, func(out *bytes.Buffer) error {
		return operator.SetRole(ctx, conn, out, "", user, contract.RoleOwner)
	}), user+" owner anna@customer.example")
	wants(t, printed(t, func(out *bytes.Buffer) error {
		return operator.ListUsers(ctx, conn, out, account)
	}), user+" owner invited", "- anna@customer.example")
	wants(t, printed(t, func(out *bytes.Buffer) error {
		return operator.RemoveUser(ctx, conn, out, "", user)
	}), "removed "+user)
	wants(t, printed(t, func(out *bytes.Buffer) error { return operator.Audit(ctx, conn, out, account, 300) }),
		"user.removed operator "+user, "user.role_changed operator", "user.invited operator", "key.created operator")
	if lines := strings.Count(printed(t, func(out *bytes.Buffer) error {
		return operator.Audit(ctx, conn, out, account, 2)
	}), " operator "); lines != 2 {
		t.Errorf("%d entries, want 2", lines)
	}
}

func TestParseRetentionInvalid(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "0", "-1", "36501", "1.5", "30d", "never", "Forever"} {
		if days, err := operator.ParseRetention(text); err == nil {
			t.Errorf("%q is taken as %v", text, days)
		}
	}
}

func TestConnectMissingSettings(t *testing.T) {
	t.Parallel()
	_, err := operator.Target{DataDir: t.TempDir()}.Connect(t.Context())
	if err == nil || !strings.Contains(err.Error(), "--data-dir") {
		t.Errorf("error = %v, want one that names --data-dir", err)
	}
}
