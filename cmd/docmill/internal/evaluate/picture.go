package evaluate

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
)

// pictureWidth of pages in reports, in pixels: small print stays legible.
const pictureWidth = 900

// picturer stores a picture and returns its URL for the report.
type picturer func(name string, img *image.RGBA) (template.URL, error)

func embedded(_ string, img *image.RGBA) (template.URL, error) {
	b, err := compress(img)
	if err != nil {
		return "", err
	}
	return template.URL("data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(b)), nil
}

// besides writes pictures to the subfolder pages.
func besides(folder string) picturer {
	return func(name string, img *image.RGBA) (template.URL, error) {
		b, err := compress(img)
		if err != nil {
			return "", err
		}
		return template.URL("pages/" + name), os.WriteFile(filepath.Join(folder, "pages", name), b, 0o600)
	}
}

func compress(img *image.RGBA) ([]byte, error) {
	const quality = 60
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
