package dashboard

// What tests of documents look at from outside.
var (
	PathTitle = pathTitle
	StateOf   = stateOf
	SummaryOf = summaryOf
)

// Streams and Selection are streams and selection.
type (
	Streams   = streams
	Selection = selection
)

// MaxStreams is maxStreams.
const MaxStreams = maxStreams

func (s *streams) Take(account string) bool { return s.take(account) }
func (s *streams) Give(account string)      { s.give(account) }
