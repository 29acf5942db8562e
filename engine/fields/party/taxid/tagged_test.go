package taxid

import "testing"

// Numbers in North American groups are telephones, those of tax offices are not.
func TestPhoneLike(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"856-458-6092": true, "001-348-731-8119": true, "+1-974-943-6039": true, "861-749-8467x82045": true,
		"81-4220496": false, "526-030-02-36": false, "556677-8899": false, "75.220.218/0001-32": false,
	} {
		if got := phoneLike(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
