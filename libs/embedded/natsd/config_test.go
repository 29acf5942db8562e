package natsd_test

import (
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// What separate nats-servers are configured with is read by the server itself.
func TestTheKeptConfigurationIsValid(t *testing.T) {
	for _, user := range []string{"AUTH", "EXTRACTOR", "GATEWAY", "NOTIFIER", "OPERATOR", "QUOTA", "SUBSCRIBER"} {
		t.Setenv("DOCMILL_NATS_"+user+"_PASSWORD", "pw-"+user)
	}
	opts, err := server.ProcessConfigFile("../../../deploy/nats/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	if !opts.JetStream || opts.MaxPayload != 8<<20 || len(opts.Users) != 7 {
		t.Fatalf("JetStream %v, max payload %d, %d users", opts.JetStream, opts.MaxPayload, len(opts.Users))
	}
	for _, u := range opts.Users {
		if u.Permissions == nil || u.Permissions.Publish == nil || len(u.Permissions.Publish.Allow) == 0 || u.Permissions.Subscribe == nil {
			t.Errorf("%s has no list of rights", u.Username)
		}
		if u.Username == "gateway" && (u.Password != "pw-GATEWAY" || u.Permissions.Response == nil) {
			t.Errorf("gateway: %+v", u)
		}
	}
}
