// Command poll FILE uploads a file without waiting, then waits for the result.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/docmill/docmill/client"
)

func main() {
	ctx := context.Background()
	c, err := client.New(os.Getenv("DOCMILL_URL"), os.Getenv("DOCMILL_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	record, err := c.Extract(ctx, client.FromPath(os.Args[1]), client.ExtractOptions{Async: true})
	if err != nil {
		log.Fatal(err)
	}
	if record, err = c.WaitFor(ctx, record.ID); err != nil {
		log.Fatal(err)
	}
	fmt.Println(record.ID, record.Status)
}
