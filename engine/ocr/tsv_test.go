package ocr_test

import (
	"testing"

	"github.com/docmill/docmill/engine/ocr"
)

const table = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" +
	"4\t1\t1\t1\t1\t0\t10\t20\t300\t40\t-1\t\n" +
	"5\t1\t1\t1\t1\t1\t10\t20\t100\t40\t96.5\tTotal\n" +
	"5\t1\t1\t1\t1\t2\t200\t20\t100\t40\t91\t12.50\n" +
	"5\t1\t1\t1\t1\t3\t310\t20\t5\t40\t95\t \n"

func TestParseTSV(t *testing.T) {
	t.Parallel()
	if n, err := ocr.ParseTSV([]byte(table)); n != 2 || err != nil {
		t.Errorf("%d words, %v", n, err)
	}
	for _, bad := range []string{"x\t1\t1\t1\t1\t1\t0\t0\t1\t1\t9\ta\n", "5\t1\t1\t1\t1\t1\tx\t0\t1\t1\t9\ta\n",
		"5\t1\t1\t1\t1\t1\t0\t0\t1\t1\tx\ta\n"} {
		if _, err := ocr.ParseTSV([]byte(bad)); err == nil {
			t.Errorf("%q passes", bad)
		}
	}
}

func TestYenSignInWords(t *testing.T) {
	t.Parallel()
	for read, want := range map[string]string{"D.I.¥.": "D.I.Y.", "¥1,200": "¥1,200", "¥": "¥", "TO¥S": "TOYS",
		"A¥5": "A¥5"} {
		if got := ocr.WithoutYen(read); got != want {
			t.Errorf("%s became %s", read, got)
		}
	}
}

func FuzzParseTSV(f *testing.F) {
	f.Add([]byte(table))
	f.Fuzz(func(_ *testing.T, data []byte) {
		_, _ = ocr.ParseTSV(data)
	})
}
