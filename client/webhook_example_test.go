package client_test

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"github.com/docmill/docmill/client"
)

// A receiver behind an HTTPS proxy.
func ExampleWebhookVerifier_Handler() {
	verifier := client.WebhookVerifier{Secrets: []string{os.Getenv("DOCMILL_WEBHOOK_SECRET")}}
	receive := func(_ context.Context, d client.WebhookDelivery) error {
		fmt.Println(d.Event, d.ID, len(d.Body))
		return nil
	}
	mux := http.NewServeMux()
	mux.Handle("/docmill", verifier.Handler(receive))
}
