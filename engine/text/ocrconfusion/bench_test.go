package ocrconfusion

import "testing"

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := parse(confusions); err != nil {
			b.Fatal(err)
		}
	}
}
