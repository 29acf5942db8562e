package processes_test

import (
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/tests/natsclient"
)

// Lost streams are recreated while everything runs, without provisioning or restarts.
func TestStreamsDeletedUnderLoad(t *testing.T) {
	t.Parallel()
	c := services.NewCluster(t)
	underLoad(t, c, func() {
		nc := natsclient.Open(t, c).Conn()
		for _, spec := range contract.Streams() {
			js, err := jetstream.NewWithAPIPrefix(nc, contract.APIPrefix(spec.Account))
			if err != nil {
				t.Fatal(err)
			}
			if err := js.DeleteStream(t.Context(), spec.Name); err != nil {
				t.Error(err)
			}
		}
	})
}
