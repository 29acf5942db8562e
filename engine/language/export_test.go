package language

import "strings"

// Words shows the lists to tests.
func Words() map[string][]string {
	all := map[string][]string{}
	for _, lists := range []map[string]string{functionWords(), labels()} {
		for code, list := range lists {
			all[code] = append(all[code], strings.Fields(list)...)
		}
	}
	return all
}
