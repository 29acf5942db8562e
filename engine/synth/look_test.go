package synth_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/synth"
)

func one(i uint64) (s *synth.Specimen) {
	defer func() { _ = recover() }()
	return synth.New(i, synth.Options{Kind: result.DocumentType(os.Getenv("KIND")), Language: os.Getenv("LANGU")})
}

func TestLook(t *testing.T) {
	var from uint64
	fmt.Sscan(os.Getenv("FROM"), &from)
	for k := range 3 {
		all := &synth.Sheet{}
		for i := range 6 {
			s := one(from + uint64(k*6+i))
			if s == nil {
				continue
			}
			fmt.Println(from+uint64(k*6+i), s.Layout, s.Truth)
			for _, p := range s.Sheets {
				for _, m := range p.Marks {
					m.X += all.Width
					all.Marks = append(all.Marks, m)
				}
				for _, r := range p.Rules {
					r.X0 += all.Width
					r.X1 += all.Width
					all.Rules = append(all.Rules, r)
				}
				all.Width += p.Width + 6
				all.Height = max(all.Height, p.Height)
				all.Rules = append(all.Rules, synth.Rule{X0: all.Width - 3, Y0: 0, X1: all.Width - 3, Y1: p.Height}, synth.Rule{X0: all.Width - 3, Y0: p.Height, X1: all.Width - 3 - p.Width, Y1: p.Height})
			}
		}
		sum := synth.Specimen{Sheets: []*synth.Sheet{all}}
		_ = os.WriteFile(fmt.Sprintf("/tmp/s2/%d.pdf", k), sum.PDF(), 0o600)
	}
}
