// Command batch FOLDER uploads all files of a folder and prints the result of
// each. After a crash, run it again: it continues where it stopped.
package main

import (
	"cmp"
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
	results, err := c.BatchFolder(context.Background(), os.Args[1], client.FolderOptions{
		Progress: func(p client.Progress) { log.Printf("%d of %d: %s %s", p.Ended, p.Total, p.File.Path, p.File.Status) },
	})
	for _, r := range results {
		fmt.Println(r.Path, r.Status, cmp.Or(string(r.Code), r.ID))
	}
	if err != nil {
		log.Fatal(err)
	}
}
