// Package reference writes the API reference, a page for the browser, from the
// OpenAPI document. All text is there without script; script adds the forms that
// send requests. The page loads nothing from elsewhere and has nothing inline.
package reference
