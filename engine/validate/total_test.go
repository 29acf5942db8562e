package validate_test

import (
	"encoding/json"
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/validate"
)

func TestTotalOf(t *testing.T) {
	t.Parallel()
	const items = `"lineItems":[{"amount":"60.00"},{"description":"no amount"},{"amount":"x"},{"amount":"40.005"}]`
	for _, c := range []struct {
		data, list string
		basis      *result.Basis
		want       validate.Total
	}{
		{`{` + items + `,"subtotal":"100.00","total":"119.00"}`, "lineItems", nil,
			validate.Total{Sum: "100.005", Name: "subtotal", Stated: "100.000", Difference: "0.005", Equal: true}},
		{`{` + items + `,"subtotal":"90.00","total":"100.00"}`, "lineItems", nil,
			validate.Total{Sum: "100.005", Name: "total", Stated: "100.000", Difference: "0.005", Equal: true}},
		{`{` + items + `,"subtotal":"90.00","discountTotal":"10.00","total":"107.10"}`, "lineItems", nil,
			validate.Total{Sum: "100.005", PlusName: "discountTotal", Plus: "-10.000", Name: "subtotal", Stated: "90.000",
				Difference: "0.005", Equal: true}},
		{`{` + items + `,"total":"90.00"}`, "lineItems", nil,
			validate.Total{Sum: "100.005", Name: "total", Stated: "90.000", Difference: "10.005"}},
		{`{` + items + `}`, "lineItems", &result.Basis{Items: &result.Items{Apart: []int{3}}}, validate.Total{Sum: "60.00"}},
		{`{` + items + `,"subtotal":"110.00"}`, "lineItems", &result.Basis{Items: &result.Items{Plus: "10"}},
			validate.Total{Sum: "100.005", PlusName: "chargesAndAllowances", Plus: "10.000", Name: "subtotal",
				Stated: "110.000", Difference: "0.005", Equal: true}},
		{`{"taxes":[{"amount":"19.00"}],"taxTotal":"18.00"}`, "taxes", nil,
			validate.Total{Sum: "19.00", Name: "taxTotal", Stated: "18.00", Difference: "1.00"}},
		{`{"payments":[{"amount":"5"}],"total":"5.00"}`, "payments", nil,
			validate.Total{Sum: "5.00", Name: "total", Stated: "5.00", Difference: "0.00", Equal: true}},
		{`{"transactions":[{"amount":"-5.00"},{"amount":"2.50"}],"openingBalance":"10.00","closingBalance":"7.50"}`,
			"transactions", nil, validate.Total{Sum: "-2.50", PlusName: "openingBalance", Plus: "10.00",
				Name: "closingBalance", Stated: "7.50", Difference: "0.00", Equal: true}},
		{`{"transactions":[{"amount":"1.00"}],"closingBalance":"7.50"}`, "transactions", nil, validate.Total{Sum: "1.00"}},
		{`{"own":[{"amount":"1.00"}]}`, "own", nil, validate.Total{Sum: "1.00"}},
		{`{"lineItems":[{"amount":"1e900000000"}],"total":"1.00"}`, "lineItems", nil, validate.Total{}},
		{`{}`, "lineItems", nil, validate.Total{}},
	} {
		values, err := validate.Parse(json.RawMessage(c.data), c.basis)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := validate.TotalOf(values, c.list); got != c.want || ok != (c.want.Sum != "") {
			t.Errorf("%s of %s:\n got %+v\nwant %+v", c.list, c.data, got, c.want)
		}
	}
}
