// Package bench measures a running service under load.
package bench

// Command is `docmill bench`. Tags are kong's.
type Command struct {
	Run     runCommand     `cmd:"" default:"withargs" help:"Measure a running service. The word run can be left out."`
	Compare compareCommand `cmd:"" help:"Compare two reports (JSON)."`
}
