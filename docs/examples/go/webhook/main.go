// Command webhook receives deliveries on 127.0.0.1:$PORT, behind a proxy with
// TLS.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/docmill/docmill/client"
)

func main() {
	docmill := client.WebhookVerifier{Secrets: []string{os.Getenv("DOCMILL_WEBHOOK_SECRET")}}
	receive := func(_ context.Context, d client.WebhookDelivery) error {
		_, err := fmt.Println(d.Event, d.ID) // an error is answered 500, and the delivery comes again
		return err
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), docmill.Handler(receive)))
}
