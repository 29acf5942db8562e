package form

import "testing"

func TestWholeAddresses(t *testing.T) {
	t.Parallel()
	tried(t, "whole address", words(WholeAddress), map[string]bool{
		"Hafenstr. 4, 20457 Hamburg": true, "Hafenstr. 4 - 20457 Hamburg": true, "12 Hill Street, Austin, TX 78701": true,
		"Hafenstr. 4 20457 Hamburg": false, "Am Hafen, Altstadt, Hamburg": false, "20457 Hamburg": false,
		"Am Hafen, 20457 Hamburg": false,
	})
}

func TestSeparators(t *testing.T) {
	t.Parallel()
	tried(t, "separator", IsSeparator, map[string]bool{
		"·": true, "•": true, "|": true, "-": true, "–": true, "*": true, "--": true, "a": false, "-a": false, ",": false,
	})
}
