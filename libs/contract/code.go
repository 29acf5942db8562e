package contract

// Code is the stable public name of an error, the `code` member of every error body. Only the gateway maps codes to
// HTTP status.
type Code string

// Codes of refused requests.
const (
	CodeInvalidRequest        Code = "INVALID_REQUEST"
	CodeInvalidDocumentType   Code = "INVALID_DOCUMENT_TYPE"
	CodeInvalidSchema         Code = "INVALID_SCHEMA"
	CodeEmptyFile             Code = "EMPTY_FILE"
	CodeAuthMissing           Code = "AUTH_MISSING"
	CodeAuthInvalid           Code = "AUTH_INVALID"
	CodePlanRequired          Code = "PLAN_REQUIRED"
	CodeNotFound              Code = "NOT_FOUND"
	CodeMethodNotAllowed      Code = "METHOD_NOT_ALLOWED"
	CodePreconditionFailed    Code = "PRECONDITION_FAILED"
	CodeRequestTimeout        Code = "REQUEST_TIMEOUT"
	CodeIdempotencyInProgress Code = "IDEMPOTENCY_IN_PROGRESS"
	CodeInvalidState          Code = "INVALID_STATE"
	CodeLimitReached          Code = "LIMIT_REACHED"
	CodeIdempotencyKeyReused  Code = "IDEMPOTENCY_KEY_REUSED"
	CodeFileTooLarge          Code = "FILE_TOO_LARGE"
	CodeHeadersTooLarge       Code = "HEADERS_TOO_LARGE"
	CodeUnsupportedFormat     Code = "UNSUPPORTED_FORMAT"
	CodeUnsupportedMediaType  Code = "UNSUPPORTED_MEDIA_TYPE"
	CodeRateLimited           Code = "RATE_LIMITED"
	CodeQuotaExceeded         Code = "QUOTA_EXCEEDED"
	CodeInternalError         Code = "INTERNAL_ERROR"
	CodeWebhooksNotAvailable  Code = "WEBHOOKS_NOT_AVAILABLE"
	CodeServiceUnavailable    Code = "SERVICE_UNAVAILABLE"
)

// Codes of documents that ended `failed` (the `code` member of `failure`).
// CodeUnsupportedFormat and CodeInternalError belong to both lists.
const (
	CodeCorruptFile       Code = "CORRUPT_FILE"
	CodePasswordProtected Code = "PASSWORD_PROTECTED"
	CodeTooManyPages      Code = "TOO_MANY_PAGES"
	CodeTooComplex        Code = "TOO_COMPLEX"
	CodeNoTextFound       Code = "NO_TEXT_FOUND"
	CodeTimedOut          Code = "TIMED_OUT"
)

// IsFileFault reports whether the file is the reason for the failure c. Of the codes of failed documents, this is false
// only for CodeInternalError.
func (c Code) IsFileFault() bool {
	switch c {
	case CodeCorruptFile, CodeUnsupportedFormat, CodePasswordProtected, CodeTooManyPages,
		CodeTooComplex, CodeNoTextFound, CodeTimedOut:
		return true
	}
	return false
}
