// Command tell prints the time, in seconds since 1970, for each line that it reads,
// and how long it has run.
package main

import (
	"bufio"
	"fmt"
	"os"
	"time"
)

func main() {
	began := time.Now()
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		fmt.Println(time.Now().Unix(), time.Since(began).Nanoseconds())
	}
}
