module github.com/docmill/docmill/lab

go 1.26.0

require (
	github.com/boombuler/barcode v1.1.0
	github.com/docmill/docmill/engine v0.0.0
	github.com/docmill/docmill/libs v0.0.0
	github.com/makiuchi-d/gozxing v0.1.1
	github.com/shopspring/decimal v1.6.0
	golang.org/x/image v0.47.0
	golang.org/x/text v0.43.0
)

require (
	github.com/richardlehane/mscfb v1.0.7 // indirect
	github.com/richardlehane/msoleps v1.0.6 // indirect
	github.com/tetratelabs/wazero v1.11.0 // indirect
	github.com/tiendc/go-deepcopy v1.7.2 // indirect
	github.com/xuri/efp v0.0.1 // indirect
	github.com/xuri/excelize/v2 v2.11.0 // indirect
	github.com/xuri/nfp v0.0.2-0.20250530014748-2ddeb826f9a9 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/net v0.61.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/xerrors v0.0.0-20200804184101-5ec99f83aff1 // indirect
)

replace github.com/docmill/docmill/engine => ../engine

replace github.com/docmill/docmill/libs => ../libs

replace github.com/docmill/docmill/libs/embedded => ../libs/embedded
