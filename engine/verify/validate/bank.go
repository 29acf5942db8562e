package validate

// Bank makes the check BankDetailsChanged for an account (ISO 13616). It passes if the vendor had the account before.
func Bank(account string, known bool) Outcome {
	detail := account + " is not an account that this vendor had before"
	if known {
		detail = account + " is an account that this vendor had before"
	}
	return *outcome(BankDetailsChanged, known, detail, "iban")
}
