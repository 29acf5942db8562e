package correct

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/result"
)

// basis returns the basis of the document's checks, with present positions in replaced lists and no removed rows.
func (f Found) basis(state State) (*result.Basis, error) {
	if f.Basis == nil || len(state.Lists) == 0 {
		return f.Basis, nil
	}
	fields, err := readObject(f.Fields)
	if err != nil {
		return nil, fmt.Errorf("fields: %w", err)
	}
	moved := *f.Basis
	for _, name := range slices.Sorted(maps.Keys(state.Lists)) {
		to := placesNow(fields, name, state.Lists[name])
		moved.Per, moved.Agreed = movePaths(moved.Per, name, to), movePaths(moved.Agreed, name, to)
		if name == itemsList {
			moved.Plus, moved.Items = moveRows(moved.Plus, to), moveApart(moved.Items, to)
		}
	}
	return &moved, nil
}

// itemsList is the list for rows of a basis without a path.
const itemsList = "lineItems"

// placesNow maps the found rows of a list to their present indexes, without removed ones.
func placesNow(fields *object, name string, list json.RawMessage) map[int]int {
	made := elements(list)
	rows := make([]map[string]string, len(made))
	for i := range made {
		rows[i] = scalars(made[i], "")
	}
	to := map[int]int{}
	for i, j := range matchRows(rows, foundRows(fields, name)) {
		if j >= 0 {
			to[j] = i
		}
	}
	return to
}

// movePaths updates the paths of rows that have moved.
func movePaths(known map[string]string, list string, to map[int]int) map[string]string {
	moved := make(map[string]string, len(known))
	for path, value := range known {
		below, inside := strings.CutPrefix(path, list+".")
		if !inside {
			moved[path] = value
			continue
		}
		step, member, _ := strings.Cut(below, ".")
		if i, there := to[indexOf(step).n]; there {
			moved[join(join(list, strconv.Itoa(i)), member)] = value
		}
	}
	return moved
}

func moveRows(known map[int]string, to map[int]int) map[int]string {
	moved := make(map[int]string, len(known))
	for row, value := range known {
		if i, there := to[row]; there {
			moved[i] = value
		}
	}
	return moved
}

func moveApart(known *result.Items, to map[int]int) *result.Items {
	if known == nil {
		return nil
	}
	moved := &result.Items{Plus: known.Plus}
	for _, row := range known.Apart {
		if i, there := to[row]; there {
			moved.Apart = append(moved.Apart, i)
		}
	}
	return moved
}
