package validate

import (
	"fmt"

	"github.com/docmill/docmill/engine/result"
)

// DocumentType makes the check TypeMatches: a document has the requested type.
func DocumentType(asked, found result.DocumentType) CheckResult {
	return CheckResult{Check: result.Check{
		Name: TypeMatches, Passed: asked == found, Detail: fmt.Sprintf("asked for %s, looks like %s", asked, found),
	}}
}

// Bank makes the check BankDetailsChanged for an account (ISO 13616). It passes if the vendor had the account before.
func Bank(account string, known bool) CheckResult {
	detail := account + " is not an account that this vendor had before"
	if known {
		detail = account + " is an account that this vendor had before"
	}
	return *newResult(BankDetailsChanged, known, detail, "iban")
}
