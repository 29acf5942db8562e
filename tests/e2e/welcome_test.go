package e2e_test

import (
	"context"
	"crypto/rand"
	"regexp"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
)

const ownersPassword = contract.Password("velvet harbour candle")

// The first owner joins with the link printed at the start; operators manage users and keys with the
// command line and the same data directory.
func TestFirstOwnerInvitation(t *testing.T) {
	t.Parallel()
	dir := instance.Dir(t)
	inst := binary.Start(t, dir)
	unused := link(inst)
	if unused == "" || !strings.HasPrefix(unused, inst.URL+"/welcome#") {
		t.Fatalf("no link to %s was printed", inst.URL)
	}
	inst.Stop()

	inst = binary.Start(t, dir)
	current := link(inst)
	require.True(t, current != "" && current != unused, "the next start printed", current)
	gateway := natsclient.Bus(t, inst, contract.UserGateway)
	_, err := accept(gateway, unused, "owner@example.com")
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "link of the first start", err, "want NOT_FOUND")
	owner, err := accept(gateway, current, "owner@example.com")
	if err != nil || owner.User.Role != contract.RoleOwner || owner.User.Email != "owner@example.com" {
		t.Fatalf("%+v, %v", owner, err)
	}

	printed := command(t, dir, "user", "invite", owner.Account.ID, "member@example.com")
	member, err := accept(gateway, linkIn(printed), "")
	if err != nil || member.User.Role != contract.RoleMember || member.Account.ID != owner.Account.ID {
		t.Fatalf("%+v, %v", member, err)
	}
	users := command(t, dir, "user", "list", owner.Account.ID)
	assert.True(t, strings.Contains(users, "owner@example.com") && strings.Contains(users, member.User.ID),
		"users", users)
	command(t, dir, "user", "remove", member.User.ID)
	audit := command(t, dir, "account", "audit", owner.Account.ID)
	assert.True(t, strings.Contains(audit, "user.removed") && strings.Contains(audit, "owner@example.com"),
		"audit", audit)
	inst.Stop()
	assert.Equal(t, link(binary.Start(t, dir)), "", "an owner is there, and a link was printed")
}

func linkIn(text string) string {
	return regexp.MustCompile(`http://\S+/welcome#[\w-]+`).FindString(text)
}

func link(i *instance.Instance) string { return linkIn(i.Output()) }

func command(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, errs, err := binary.Run(t.Context(), append(args, "--data-dir", dir)...)
	require.NoError(t, err, args, errs)
	return out
}

func accept(gateway *bus.Conn, link, email string) (contract.Session, error) {
	secret, err := contract.NewSecret(rand.Reader)
	if err != nil {
		return contract.Session{}, err
	}
	_, fragment, _ := strings.Cut(link, "#")
	return bus.Call[contract.Session](context.Background(), gateway, contract.RPCAuthSessionAcceptLink,
		contract.AcceptLinkRequest{
			LinkHash: contract.HashSecret(fragment), Email: email, Password: ownersPassword,
			NewSession: contract.NewSession{NewSessionHash: contract.HashSecret(secret), Address: "192.0.2.1"},
		})
}
