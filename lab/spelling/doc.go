// Package spelling counts how often a language's letters have which accent, by the surrounding letters, in word lists
// and texts from Debian, for the engine's package accent. It keeps only these counts.
package spelling
