package dashboard

// What tests look at from outside.
var (
	BrowserName = browserName
	ByteSize    = byteSize
	ChartOf     = chartOf
	LocalHost   = localHost
	LocalPath   = localPath
	Number      = number
	Plural      = plural
	Relative    = relative
	RoundUp     = roundUp
	Share       = share
)
