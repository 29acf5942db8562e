// Package reference renders the API reference, an HTML page, from the OpenAPI document, with samples of
// each call from small templates, and guides from Markdown. All text works without scripts; scripts add the
// forms that send requests. The pages load nothing from other hosts and contain no inline scripts or
// styles.
package reference
