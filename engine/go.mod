module github.com/docmill/docmill/engine

go 1.26.0

require (
	github.com/shopspring/decimal v1.6.0
	github.com/tetratelabs/wazero v1.11.0
	golang.org/x/image v0.47.0
	golang.org/x/sys v0.49.0
	golang.org/x/text v0.43.0
)
