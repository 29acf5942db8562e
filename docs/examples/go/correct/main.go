// Command correct ID corrects the total and prints the field.
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
	record, err := c.Correct(context.Background(), os.Args[1], map[string]*string{"total": new("120.00")})
	if err != nil {
		log.Fatal(err)
	}
	total := record.Fields["total"]
	fmt.Printf("%v by %s, was %v\n", total.Value, total.Source, total.Original.Value)
}
