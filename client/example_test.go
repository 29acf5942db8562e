package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/docmill/docmill/client"
)

func Example() {
	c, err := client.New("http://127.0.0.1:8080", os.Getenv("DOCMILL_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	record, err := c.Extract(ctx, client.FromPath("invoice.pdf"), client.ExtractOptions{Wait: time.Minute})
	if errors.Is(err, client.CodeQuotaExceeded) {
		log.Fatal("the month is full")
	}
	if err != nil {
		log.Fatal(err)
	}
	if !record.Status.Ended() { // a long document
		if record, err = c.WaitFor(ctx, record.ID); err != nil {
			log.Fatal(err)
		}
	}
	if err := record.Err(); err != nil {
		log.Fatal(err) // e.g. "The file is protected by a password. (PASSWORD_PROTECTED)"
	}
	var invoice client.Invoice
	if err := record.Decode(&invoice); err != nil {
		log.Fatal(err)
	}
	fmt.Println(invoice.VendorName, invoice.Total, invoice.Currency, record.Fields["total"].Confidence)
}

// A schema is saved once, and later documents use it by its name.
func ExampleClient_CreateDocumentType() {
	c, err := client.New("http://127.0.0.1:8080", os.Getenv("DOCMILL_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	saved, err := c.CreateDocumentType(ctx, "acme_payslip", "Acme payslip", []byte(`{"type": "object", "properties": `+
		`{"employee": {"type": "string"}, "netPay": {"type": "number", "title": "Net pay"}}}`))
	if err != nil {
		log.Fatal(err)
	}
	record, err := c.Extract(ctx, client.FromPath("payslip.pdf"), client.ExtractOptions{
		DocumentType: saved.Name, Wait: time.Minute,
	})
	if err != nil {
		log.Fatal(err)
	}
	var payslip struct{ Employee, NetPay string }
	if err := record.Decode(&payslip); err != nil {
		log.Fatal(err)
	}
	fmt.Println(payslip.Employee, payslip.NetPay)
}

// Custom fields are extracted in addition to those of the type.
func ExampleClient_Extract_schema() {
	c, err := client.New("http://127.0.0.1:8080", os.Getenv("DOCMILL_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	record, err := c.Extract(context.Background(), client.FromPath("invoice.pdf"), client.ExtractOptions{
		Schema: []byte(`{"type": "object", "properties": {"costCentre": {"type": "string", "description": "Cost centre of ` +
			`the buyer"}}}`),
	})
	if err != nil {
		log.Fatal(err)
	}
	data := struct {
		client.Invoice
		CostCentre string `json:"costCentre"`
	}{}
	if err := record.Decode(&data); err != nil {
		log.Fatal(err)
	}
	fmt.Println(data.InvoiceNumber, data.CostCentre)
}

// A key of the caller's own covers a crash between sending and storing.
func ExampleClient_Extract_idempotency() {
	c, err := client.New("http://127.0.0.1:8080", os.Getenv("DOCMILL_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	record, err := c.Extract(context.Background(), client.FromPath("invoice.pdf"), client.ExtractOptions{
		IdempotencyKey: "purchase-4711",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(record.ID, record.Replayed)
}

func ExampleClient_Results() {
	c, err := client.New("http://127.0.0.1:8080", os.Getenv("DOCMILL_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	lastWeek := client.Filter{Status: client.StatusCompleted, CreatedAfter: time.Now().AddDate(0, 0, -7)}
	for record, err := range c.Results(context.Background(), lastWeek) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(record.ID, record.DocumentType, *record.Confidence)
	}
}

func ExampleClient_Correct() {
	c, err := client.New("http://127.0.0.1:8080", os.Getenv("DOCMILL_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	record, err := c.Correct(context.Background(), "ext_01a1fbff-3628-7752-ab50-d188ef26f0f3", map[string]*string{
		"total":              new("120.00"),
		"lineItems.0.amount": new("61.00"),
		"dueDate":            nil, // there is none
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(record.Fields["total"].Value, record.Fields["total"].Original.Value)
}

func ExampleClient_BatchFolder() {
	c, err := client.New("http://127.0.0.1:8080", os.Getenv("DOCMILL_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	results, err := c.BatchFolder(context.Background(), "inbox", client.FolderOptions{
		Progress: func(p client.Progress) { fmt.Printf("%d/%d %s %s\n", p.Ended, p.Total, p.File.Path, p.File.Status) },
	})
	if err != nil {
		log.Print(err) // call again: what was sent is not sent twice
	}
	for _, r := range results {
		fmt.Println(r.Path, r.ID, r.Status, r.Code)
	}
}
