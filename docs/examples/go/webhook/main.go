// Command webhook receives deliveries on 127.0.0.1:$PORT, behind a proxy that
// speaks https.
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	"github.com/docmill/docmill/client"
)

func main() {
	docmill := client.WebhookVerifier{Secrets: []string{os.Getenv("DOCMILL_WEBHOOK_SECRET")}}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil || docmill.Verify(r.Header, body) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Println(r.Header.Get(client.HeaderWebhookEvent), r.Header.Get(client.HeaderWebhookDelivery))
		w.WriteHeader(http.StatusNoContent)
	})))
}
