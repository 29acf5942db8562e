// Command phrases writes the training data of package phrase.
//
// It reads lines "group TAB language TAB phrase TAB source": phrases of a group mean the same. It writes groups.bin:
// for each phrase the group, language, source, number of features, and the features with weights, as 32-bit values.
package main

import (
	"bufio"
	"encoding/binary"
	"log"
	"os"
	"strings"

	"github.com/docmill/docmill/engine/text/phrase"
)

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func run(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	ids := [3]map[string]uint32{{}, {}, {}}
	scanner := bufio.NewScanner(in)
	for scanner.Scan() {
		parts := strings.Split(scanner.Text(), "\t")
		row := []uint32{}
		for i, name := range []string{parts[0], parts[1], parts[3]} {
			if _, ok := ids[i][name]; !ok {
				ids[i][name] = uint32(len(ids[i]))
			}
			row = append(row, ids[i][name])
		}
		features := phrase.Features(parts[2])
		row = append(row, uint32(len(features)))
		if err := binary.Write(w, binary.LittleEndian, row); err != nil {
			return err
		}
		if err := binary.Write(w, binary.LittleEndian, features); err != nil {
			return err
		}
	}
	if err := scanner.Err(); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return out.Close()
}
