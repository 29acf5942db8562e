package taxrate

import "testing"

func TestSpread(t *testing.T) {
	t.Parallel()
	ordered := []uint{0b11, 0b110, 0b101, 0b1001, 0b111, 0b1011, 0b10101, 0b1111}
	for i := 1; i < len(ordered); i++ {
		if spread(ordered[i-1]) > spread(ordered[i]) {
			t.Errorf("%b comes behind %b", ordered[i-1], ordered[i])
		}
	}
}
