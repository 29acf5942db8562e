package lexicon

// RoleNames shows the roles to tests.
func RoleNames() []string {
	var names []string
	for _, r := range roles() {
		names = append(names, string(r))
	}
	return names
}

// ListGroups shows the groups of a kind of file that are lists to tests.
func ListGroups(kind string) []string {
	var groups []string
	for _, s := range sources() {
		if s.kind == kind {
			groups = append(groups, s.group)
		}
	}
	return groups
}
