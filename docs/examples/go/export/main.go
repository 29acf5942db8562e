// Command export streams all invoices with a confidence of 0.5 or more as CSV.
package main

import (
	"context"
	"log"
	"os"

	"github.com/docmill/docmill/client"
)

func main() {
	c, err := client.New(os.Getenv("DOCMILL_URL"), os.Getenv("DOCMILL_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	filter := client.Filter{DocumentType: client.TypeInvoice, MinConfidence: 0.5}
	if err := c.ExportCSV(context.Background(), filter, os.Stdout); err != nil {
		log.Fatal(err)
	}
}
