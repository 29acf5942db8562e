package check

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// natsUsers maps programs to their users of NATS.
func natsUsers() map[string]string {
	return map[string]string{
		"auth": "auth", "extractor": "extractor", "gateway": "gateway",
		"notifier": "notifier", "provision": "operator", "quota": "quota",
	}
}

// CredentialProblems reports connections whose ends have different passwords, by the environments of all
// programs and of the NATS server.
func CredentialProblems(programs map[string]Environment, nats Environment) []string {
	var problems []string
	for program, user := range natsUsers() {
		name := "DOCMILL_NATS_" + strings.ToUpper(user) + "_PASSWORD"
		if programs[program]["DOCMILL_NATS_PASSWORD"] != nats[name] {
			problems = append(problems, fmt.Sprintf("%s: DOCMILL_NATS_PASSWORD is not the %s of NATS", program, name))
		}
	}
	provision := programs["provision"]
	for _, program := range []string{"auth", "gateway", "notifier", "quota"} {
		name := "DOCMILL_" + strings.ToUpper(program) + "_DATABASE_PASSWORD"
		if err := sameRole(programs[program]["DOCMILL_DATABASE_URL"], "docmill_"+program, provision[name]); err != "" {
			problems = append(problems, fmt.Sprintf("%s: DOCMILL_DATABASE_URL %s", program, err))
		}
	}
	for _, shared := range []struct{ name, program string }{
		{"DOCMILL_SECRET_KEY", "auth"}, {"DOCMILL_S3_ENDPOINT", "gateway"}, {"DOCMILL_S3_BUCKET", "gateway"},
		{"DOCMILL_S3_ACCESS_KEY", "gateway"}, {"DOCMILL_S3_SECRET_KEY", "gateway"},
	} {
		if programs[shared.program][shared.name] != provision[shared.name] {
			problems = append(problems, fmt.Sprintf("%s: %s is not that of provision", shared.program, shared.name))
		}
	}
	slices.Sort(problems)
	return problems
}

func sameRole(database, role, password string) string {
	u, err := url.Parse(database)
	if err != nil || u.User == nil {
		return "is no URL with a user"
	}
	if u.User.Username() != role {
		return fmt.Sprintf("has the role %q, want %q", u.User.Username(), role)
	}
	if got, _ := u.User.Password(); got != password {
		return "has another password than provision gives the role"
	}
	return ""
}

// NATSConfigProblems reports variables of a nats-server configuration that the server's environment lacks,
// and values that it would read as a number.
func NATSConfigProblems(config []byte, env Environment) []string {
	var problems []string
	for _, match := range regexp.MustCompile(`\$(DOCMILL_[A-Z_]+)`).FindAllSubmatch(config, -1) {
		name := string(match[1])
		switch value := env[name]; {
		case value == "":
			problems = append(problems, "NATS needs "+name+", which is not set")
		case !regexp.MustCompile(`^[A-Za-z][A-Za-z0-9._-]+$`).MatchString(value):
			problems = append(problems, "NATS would not read "+name+" as a plain string")
		}
	}
	return problems
}
