// Package spelling counts how often a language's letters have which accent by what stands around
// them, in word lists and texts that Debian has, for package accent of the engine. Nothing but
// these figures is kept of them.
package spelling
