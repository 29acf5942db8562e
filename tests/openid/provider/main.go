// Command provider is an OpenID Connect provider for tests of changing the client's secret: it signs in
// everyone as one person.
//
//	provider 10.231.240.1:9400 anna@nordlicht.example secrets.txt
package main

import (
	"fmt"
	"net/http"
	"os"
	"time"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: provider ADDRESS EMAIL SECRETS")
		os.Exit(2)
	}
	provider, err := New("http://"+os.Args[1], os.Args[2], os.Args[3])
	if err == nil {
		server := &http.Server{Addr: os.Args[1], Handler: provider.Handler(), ReadHeaderTimeout: 5 * time.Second}
		err = server.ListenAndServe()
	}
	fmt.Fprintln(os.Stderr, "provider:", err)
	os.Exit(1)
}
