package pdfium

// pdfium.wasm comes unchanged from the module github.com/klippa-app/go-pdfium;
// see NOTICE and docs/pdfium.md. glyphs.wasm is glyphs.wat, assembled by wat2wasm of the
// WebAssembly Binary Toolkit 1.0.36 (`npm install -g wabt@1.0.36`).
//
//go:generate sh -c "cp \"$(go mod download -json github.com/klippa-app/go-pdfium@v1.19.2 | sed -n 's/.*\"Dir\": \"\\(.*\\)\".*/\\1/p')/webassembly/pdfium.wasm\" pdfium.wasm && chmod 644 pdfium.wasm"
//go:generate wat2wasm glyphs.wat -o glyphs.wasm
//go:generate sh -c "sha256sum glyphs.wat glyphs.wasm > glyphs.sum"
