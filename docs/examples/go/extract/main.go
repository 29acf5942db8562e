// Command extract FILE uploads a file and prints the values.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/docmill/docmill/client"
)

func main() {
	c, err := client.New(os.Getenv("DOCMILL_URL"), os.Getenv("DOCMILL_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	record, err := c.Extract(context.Background(), client.FromPath(os.Args[1]), client.ExtractOptions{})
	if err != nil {
		log.Fatal(err)
	}
	var invoice client.Invoice
	if err := record.Decode(&invoice); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s %s: %s %s\n", record.DocumentType, invoice.InvoiceNumber, invoice.Total, invoice.Currency)
}
