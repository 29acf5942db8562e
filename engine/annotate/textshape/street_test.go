package textshape_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/textshape"
)

func TestWholeAddresses(t *testing.T) {
	t.Parallel()
	tried(t, "whole address", words(textshape.WholeAddress), map[string]bool{
		"Hafenstr. 4, 20457 Hamburg": true, "Hafenstr. 4 - 20457 Hamburg": true, "12 Hill Street, Austin, TX 78701": true,
		"Hafenstr. 4 20457 Hamburg": false, "Am Hafen, Altstadt, Hamburg": false, "20457 Hamburg": false,
		"Am Hafen, 20457 Hamburg": false,
	})
}

func TestSeparators(t *testing.T) {
	t.Parallel()
	tried(t, "separator", textshape.IsSeparator, map[string]bool{
		"·": true, "•": true, "|": true, "-": true, "–": true, "*": true, "--": true, "a": false, "-a": false, ",": false,
	})
}

// Owners of a house are named by its street and number.
func TestHouseOwnerNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Eigentümer Erlenhof 7/Erlenhof 7": true, "Owners Marlow Row 12/Marlow Row 12": true, "Eigentümer Erlenhof 7/": false,
		"Eigentümer Erlenhof 7/20457 Hamburg": false, "Erlenweg 7/Erlenhof 7": false, "Eigentümer Erlenhof/Erlenhof 7": false,
	} {
		name, below, _ := strings.Cut(text, "/")
		if got := textshape.NumberedName(strings.Fields(name), strings.Fields(below)); got != want {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestHouseNames(t *testing.T) {
	t.Parallel()
	tried(t, "house", words(textshape.House), map[string]bool{
		"Quay House": true, "The Old Vicarage": true, "Marlow Trading Estate,": false, "Haus Lindeneck": true, "Villa Rosa": true,
		"Polígono Industrial Las Eras,": true, "Marlow Business Park": true, "Résidence Les Tilleuls": true, "House": false,
		"Quay House Ltd": false, "Ada Lowe": false, "": false, "Marlow Estate": true,
		"Estate Office": true, "Marlow Science Campus": true, "Tullymore Station": true, "Campus": false, "Post Office": false,
	})
}

func TestLegalFormsOnly(t *testing.T) {
	t.Parallel()
	tried(t, "only a legal form", words(textshape.OnlyLegalForm), map[string]bool{
		"Limited": true, "Spółka Jawna": true, "S.A.": true, "(haftungsbeschränkt)": true, "Marlow Limited": false, "": false,
		"GmbH & Co. KG": true, "& C. S.n.c.": true, "& Cie": true, "Marlow & Co": false, "C. S.n.c.": false,
	})
}
