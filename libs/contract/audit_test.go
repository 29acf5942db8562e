package contract_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
)

// The target of a report has the kind that belongs to its action.
func TestAuditTargets(t *testing.T) {
	t.Parallel()
	document, layout := contract.PrefixDocument+anID, contract.PrefixLayout+anID
	for _, action := range contract.AuditReportActions() {
		wanted := document
		switch action {
		case contract.AuditLayoutEnabled, contract.AuditLayoutDisabled, contract.AuditLayoutForgotten:
			wanted = layout
		case contract.AuditDocumentTypeCreated, contract.AuditDocumentTypeChanged, contract.AuditDocumentTypeDeleted:
			wanted = "acme_payslip"
		default:
		}
		for _, target := range []string{document, layout, "", anID, "acme_payslip"} {
			err := contract.AuditReport{
				ID: contract.PrefixAudit + anID, AccountID: contract.PrefixAccount + anID, At: contract.TimeOf(time.Now()),
				Action: action, Actor: contract.PrefixKey + anID, Target: target,
			}.Validate()
			valid := target == wanted || target == "" && action == contract.AuditReviewRulesSet
			assert.Equal(t, err == nil, valid, action, "of", target, err)
		}
	}
}
