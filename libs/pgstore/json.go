package pgstore

import (
	"encoding/json"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"
)

// readJSONAsIs has columns of JSON copied into a json.RawMessage as they are. The database
// has checked what is in them; to decode it would parse it twice for the same bytes.
func readJSONAsIs(types *pgtype.Map) {
	types.RegisterType(&pgtype.Type{Name: "json", OID: pgtype.JSONOID, Codec: &pgtype.JSONCodec{
		Marshal: json.Marshal,
		Unmarshal: func(data []byte, v any) error {
			if raw, ok := v.(*json.RawMessage); ok {
				*raw = slices.Clone(data) // the bytes are the connection's
				return nil
			}
			return json.Unmarshal(data, v)
		},
	}})
}
