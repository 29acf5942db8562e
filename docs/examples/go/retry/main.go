// Command retry FILE uploads a file with retries, at most once: the key derives from the file, so a second
// run within 24 hours finds the same document.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
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
	file, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	record, err := c.Extract(context.Background(), client.FromPath(os.Args[1]), client.ExtractOptions{
		IdempotencyKey: fmt.Sprintf("invoice-%x", sha256.Sum256(file)),
	})
	if errors.Is(err, client.CodeQuotaExceeded) {
		log.Fatal("the month is full")
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(record.ID)
}
