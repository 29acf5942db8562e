package schema_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/engine/schema"
)

// clientData are the client's constants and structs of the document types.
func clientData() map[schema.DocumentType]any {
	return map[schema.DocumentType]any{
		client.TypeAuto: struct{}{}, client.TypeInvoice: client.Invoice{}, client.TypeCreditNote: client.Invoice{},
		client.TypeReceipt: client.Receipt{}, client.TypePurchaseOrder: client.PurchaseOrder{},
		client.TypeBankStatement: client.BankStatement{}, client.TypeDeliveryNote: client.DeliveryNote{},
		client.TypeGeneric: client.Generic{},
	}
}

func TestClientFields(t *testing.T) {
	t.Parallel()
	data := clientData()
	rows := map[reflect.Type]map[string]bool{} // members of lists that share a struct
	for _, typ := range schema.All() {
		v, ok := data[typ.Name]
		if !ok {
			t.Errorf("client/doctype.go: no constant and struct of the type %q; once there, name them in this test", typ.Name)
			continue
		}
		delete(data, typ.Name)
		structure := reflect.TypeOf(v)
		members := jsonMembers(structure)
		for _, f := range typ.Fields {
			member, ok := members[f.Name]
			if !ok {
				t.Errorf("client/doctype.go: %s lacks a member for %q", structure.Name(), f.Name)
				continue
			}
			delete(members, f.Name)
			compareMember(t, structure.Name(), f, member, rows)
		}
		for _, name := range slices.Sorted(maps.Keys(members)) {
			t.Errorf("client/doctype.go: %s has a member for %q, which %s does not have in engine/schema",
				structure.Name(), name, typ.Name)
		}
	}
	for typ := range data {
		t.Errorf("client/doctype.go: the type %q is not in engine/schema", typ)
	}
	for row, used := range rows {
		for name := range jsonMembers(row) {
			if !used[name] {
				t.Errorf("client/doctype.go: %s has a member for %q, which no list has in engine/schema", row.Name(), name)
			}
		}
	}
}

func compareMember(
	t *testing.T, structure string, f schema.Field, member reflect.Type, rows map[reflect.Type]map[string]bool,
) {
	t.Helper()
	want := reflect.String
	switch f.Notation() {
	case schema.NotationArray:
		if want = reflect.Slice; f.Form == schema.FormBox {
			want = reflect.Array
		}
	case schema.NotationInteger:
		want = reflect.Int
	default:
	}
	if member.Kind() != want {
		t.Errorf("client/doctype.go: %s has a %s for %q, which is a %s", structure, member, f.Name, want)
		return
	}
	if f.Members == nil {
		return
	}
	row := member.Elem()
	if rows[row] == nil {
		rows[row] = map[string]bool{}
	}
	members := jsonMembers(row)
	for _, m := range f.Members {
		rows[row][m.Name] = true
		if inner, ok := members[m.Name]; !ok {
			t.Errorf("client/doctype.go: %s lacks a member for %q of %s", row.Name(), m.Name, f.Name)
		} else {
			compareMember(t, row.Name(), m, inner, rows)
		}
	}
}

// jsonMembers returns the types of a struct's members by their JSON names.
func jsonMembers(structure reflect.Type) map[string]reflect.Type {
	members := map[string]reflect.Type{}
	for i := range structure.NumField() {
		name, _, _ := strings.Cut(structure.Field(i).Tag.Get("json"), ",")
		members[name] = structure.Field(i).Type
	}
	return members
}
