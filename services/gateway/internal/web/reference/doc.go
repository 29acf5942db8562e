// Package reference writes the API reference, a page for the browser, from the
// OpenAPI document, with samples of each call by small templates, and guides from
// Markdown. All text is there without script; script adds the forms that send
// requests. The pages load nothing from elsewhere and have nothing inline.
package reference
