// Command delete ID erases a document.
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
	if err := c.Delete(context.Background(), os.Args[1]); err != nil {
		log.Fatal(err)
	}
	fmt.Println("deleted")
}
