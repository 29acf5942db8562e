package settings_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/settings"
)

type mood string

type server struct {
	Address string `name:"address" env:"TEST_SERVER_ADDRESS" default:"127.0.0.1:1" help:"Where it is."`
	Secure  bool   `name:"secure" env:"TEST_SERVER_SECURE" help:"Over TLS."`
}

type Shared struct {
	Level string `name:"level" env:"TEST_LEVEL" default:"info" enum:"info,debug" help:"What is logged."`
}

type config struct {
	Lease  time.Duration   `name:"lease" env:"TEST_LEASE" default:"20s" help:"How long."`
	Pauses []time.Duration `name:"pauses" env:"TEST_PAUSES" default:"1s,2s" help:"Between tries."`
	Names  []string        `name:"names" env:"TEST_NAMES" help:"Of others."`
	Count  int             `name:"count" env:"TEST_COUNT" default:"3" help:"How many."`
	Conns  int32           `name:"conns" default:"4" help:"Connections."`
	Memory uint32          `name:"memory" env:"TEST_MEMORY" default:"0x10000" help:"In KiB."`
	Share  float64         `name:"share" env:"TEST_SHARE" default:"0.5" help:"Of all."`
	Learn  bool            `name:"learn" env:"TEST_LEARN" default:"true" negatable:"" help:"From people."`
	Mood   mood            `name:"mood" env:"TEST_MOOD" default:"calm" help:"Of the program."`
	Server server          `embed:"" prefix:"server-"`
	Shared
	Unread chan int `kong:"-"`
}

// Validate is reported with the values that cannot be read.
func (c config) Validate() error {
	if c.Count < 0 {
		return errors.New("TEST_COUNT is negative")
	}
	return nil
}

func usual() config {
	return config{
		Lease: 20 * time.Second, Pauses: []time.Duration{time.Second, 2 * time.Second}, Count: 3, Conns: 4, Memory: 65536,
		Share: 0.5, Learn: true, Mood: "calm", Server: server{Address: "127.0.0.1:1"}, Shared: Shared{Level: "info"},
	}
}

func program() settings.Program {
	return settings.Program{
		Name: "tester", Help: "Tests.", Versioned: true,
		Commands: []settings.Command{{Name: "run", Help: "Run it."}, {Name: "migrate", Help: "Migrate."}},
	}
}

func TestParseDefaults(t *testing.T) {
	c := config{Count: 7, Names: []string{"left"}} // what was there before is of no matter
	command, err := program().Parse(&c, nil)
	assert.True(t, err == nil && command == "run" && reflect.DeepEqual(c, usual()), command, c, err)
}

func TestPrecedence(t *testing.T) {
	for name, value := range map[string]string{
		"TEST_LEASE": "5s", "TEST_PAUSES": "3s", "TEST_NAMES": "a,b", "TEST_COUNT": "-1", "TEST_MEMORY": "1", "TEST_SHARE": "1",
		"TEST_LEARN": "No", "TEST_MOOD": "glad", "TEST_SERVER_ADDRESS": "h:1", "TEST_SERVER_SECURE": "YES", "TEST_LEVEL": "debug",
	} {
		t.Setenv(name, value)
	}
	want := config{
		Lease: 5 * time.Second, Pauses: []time.Duration{3 * time.Second}, Names: []string{"a", "b"}, Count: 9, Conns: 4,
		Memory: 1, Share: 1, Mood: "glad", Server: server{Address: "h:1", Secure: true}, Shared: Shared{Level: "debug"},
	}
	var c config
	_, err := program().Parse(&c, []string{"--count=9"})
	assert.True(t, err == nil && reflect.DeepEqual(c, want), "variables", c, err)
	args := strings.Fields("--lease 6s --pauses=4s --pauses 5s --names c --names d,e --count=2 --conns -8 --memory 2 --share=.25 " +
		"--learn --mood= --server-address=h:2 --server-secure=false --level info")
	want = config{
		Lease: 6 * time.Second, Pauses: []time.Duration{4 * time.Second, 5 * time.Second}, Names: []string{"c", "d", "e"},
		Count: 2, Conns: -8, Memory: 2, Share: .25, Learn: true, Server: server{Address: "h:2"}, Shared: Shared{Level: "info"},
	}
	_, err = program().Parse(&c, args)
	assert.True(t, err == nil && reflect.DeepEqual(c, want), "flags", c, err)
}

// An empty variable is a value: an empty text or list, but no number.
func TestEmptyVariables(t *testing.T) {
	for _, name := range []string{"TEST_MOOD", "TEST_NAMES", "TEST_PAUSES", "TEST_COUNT", "TEST_LEASE", "TEST_LEARN", "TEST_LEVEL"} {
		t.Setenv(name, "")
	}
	var c config
	_, err := program().Parse(&c, nil)
	want := `TEST_LEASE: is "", want a duration like "90s" or "5m"
TEST_COUNT: is "", want a whole number
TEST_LEARN: is "", want true or false
TEST_LEVEL: is "", want info or debug`
	assert.True(t, err != nil && err.Error() == want, err)
	assert.True(t, c.Mood == "" && c.Names == nil && c.Pauses == nil, c)
}

func TestInvalidValues(t *testing.T) {
	t.Setenv("TEST_LEASE", "soon")
	t.Setenv("TEST_SHARE", "half")
	t.Setenv("TEST_MEMORY", "-1")
	c := config{}
	_, err := program().Parse(&c, strings.Fields(
		"--count=-2 --conns=3000000000 --pauses=1s,long,5 --server-secure=perhaps --no-learn=perhaps --level=loud --lease=1s"))
	want := `TEST_LEASE: is "soon", want a duration like "90s" or "5m"
TEST_MEMORY: is "-1", want a whole number
TEST_SHARE: is "half", want a number
--conns: is "3000000000", want a whole number
TEST_PAUSES: is "long", want a duration like "90s" or "5m"
TEST_PAUSES: is "5", want a duration like "90s" or "5m"
TEST_SERVER_SECURE: is "perhaps", want true or false
TEST_LEARN: is "perhaps", want true or false
TEST_LEVEL: is "loud", want info or debug
TEST_COUNT is negative`
	assert.True(t, err != nil && err.Error() == want, err)
	if c.Conns != 4 || len(c.Pauses) != 2 || !c.Learn || c.Level != "info" {
		t.Errorf("a wrong value is no longer the default: %+v", c)
	}
}

func TestNegatedFlags(t *testing.T) {
	for args, want := range map[string]bool{"--no-learn": false, "--no-learn=false": true, "--learn=0": false, "--learn": true} {
		var c config
		_, err := program().Parse(&c, []string{args})
		assert.True(t, err == nil && c.Learn == want, args, c.Learn, err)
	}
}

func TestCommandLines(t *testing.T) {
	for line, want := range map[string]struct{ command, err string }{
		"":                           {"run", ""},
		"migrate":                    {"migrate", ""},
		"--count 4 migrate":          {"migrate", ""},
		"migrate --count 4":          {"migrate", ""},
		"--count 4 migrate --lease=": {"", `TEST_LEASE: is "", want a duration like "90s" or "5m"`},
		"-- migrate":                 {"migrate", ""},
		"--learn false":              {"", "unexpected argument false"},
		"migrate run":                {"", "unexpected argument run"},
		"migrat":                     {"", `unexpected argument migrat, did you mean "migrate"?`},
		"bogus":                      {"", "unexpected argument bogus"},
		"--bogus":                    {"", "unknown flag --bogus"},
		"--cuont=1":                  {"", `unknown flag --cuont, did you mean "--count"?`},
		"--server-a=1":               {"", `unknown flag --server-a, did you mean "--server-address"?`},
		"--no-server-secure":         {"", "unknown flag --no-server-secure"},
		"--count=x --bogus":          {"", "TEST_COUNT: is \"x\", want a whole number\nunknown flag --bogus"},
		"--count":                    {"", "--count: the value is missing"},
		"---count":                   {"", "bad flag syntax: ---count"},
	} {
		var c config
		command, err := program().Parse(&c, strings.Fields(line))
		if want.err == "" && (err != nil || command != want.command) {
			t.Errorf("%q: %q, %v", line, command, err)
		}
		if want.err != "" && (err == nil || err.Error() != want.err) {
			t.Errorf("%q: %v, want %s", line, err, want.err)
		}
	}
}

// The requested help is printed with any settings.
func TestHelpWithInvalidValues(t *testing.T) {
	t.Setenv("TEST_COUNT", "x")
	for line, want := range map[string]error{
		"--help": settings.ErrHelp, "-h": settings.ErrHelp, "migrate --lease=x --help": settings.ErrHelp,
		"--version": settings.ErrVersion, "migrate --version": settings.ErrVersion,
	} {
		_, err := program().Parse(&config{}, strings.Fields(line))
		assert.ErrorIs(t, err, want, line)
	}
	_, err := (settings.Program{}).Parse(&Shared{}, []string{"--version"})
	assert.True(t, err != nil && !errors.Is(err, settings.ErrVersion), "a program without a version", err)
}

func TestDefaults(t *testing.T) {
	t.Setenv("TEST_LEASE", "5s")
	c := config{Count: 8}
	want := usual()
	want.Count = 8
	err := settings.Defaults(&c)
	assert.True(t, err == nil && reflect.DeepEqual(c, want), c, err)
}

// A field of an unsupported type causes an error at the first start.
func TestInvalidSettingsStruct(t *testing.T) {
	for want, target := range map[string]any{
		"no pointer to a struct": config{},
		"Nameless has no name": &struct {
			Nameless string `env:"TEST_X"`
		}{},
		"cannot be read": &struct {
			Odd map[string]string `name:"odd"`
		}{},
		"two are named --twice": &struct {
			A string `name:"twice"`
			B string `name:"twice"`
		}{},
	} {
		_, err := program().Parse(target, nil)
		assert.True(t, err != nil && strings.Contains(err.Error(), want), err, "want", want)
	}
}
