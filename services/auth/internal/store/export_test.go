package store

// ExpiredSQL are the statements of Forget, by their text.
func ExpiredSQL() map[string][]any {
	all := map[string][]any{}
	for _, s := range expired() {
		all[s.sql] = s.args
	}
	return all
}
