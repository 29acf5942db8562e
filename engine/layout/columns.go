package layout

func columnOf(name string) Column {
	switch name {
	case "position":
		return ColumnPosition
	case "code":
		return ColumnCode
	case "description":
		return ColumnDescription
	case "date":
		return ColumnDate
	case "quantity":
		return ColumnQuantity
	case "unit":
		return ColumnUnit
	case "unitPrice":
		return ColumnUnitPrice
	case "priceBase":
		return ColumnPriceBase
	}
	return moneyColumn(name)
}

func moneyColumn(name string) Column {
	switch name {
	case "discount":
		return ColumnDiscount
	case "taxRate":
		return ColumnTaxRate
	case "taxAmount":
		return ColumnTaxAmount
	case "amount":
		return ColumnAmount
	case "gross":
		return ColumnGross
	case "balance":
		return ColumnBalance
	case "debit":
		return ColumnDebit
	case "credit":
		return ColumnCredit
	}
	return ColumnOther
}
