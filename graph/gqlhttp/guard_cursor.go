package gqlhttp

import (
	"bytes"
	"encoding/base64"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// maxCursor is the maximum length of a cursor, which may hold the longest name.
const maxCursor = 2 << 10

// cursorFits reports whether a text is a cursor whose value can be compared with the column that
// the list is ordered by. A cursor of another order would select the wrong rows, and a value of
// another type would be an error of the database instead of the client.
func cursorFits(f *ast.Field, args map[string]any, text string) bool {
	value, ok := readCursor(text)
	if !ok {
		return false
	}
	switch order := orderField(f, args); {
	case order == "":
		return value == nil
	case order == "NAME", order == "PAYMENT_DATE":
		s, ok := value.(string)
		return ok && textProblem(s) == ""
	case order == "AMOUNT_MINOR":
		n := reflect.ValueOf(value) // encoded in as few bytes as it needs
		return n.IsValid() && (n.CanInt() || n.CanUint() && n.Uint() <= math.MaxInt64)
	case strings.HasSuffix(order, "_AT"):
		t, ok := value.(time.Time)
		return ok && t.UTC().Year() >= 1 && t.UTC().Year() <= 9999
	default:
		return false
	}
}

// valueCodes are the first bytes of numbers, short strings and times in MessagePack.
var valueCodes = []byte{
	msgpcode.Nil, msgpcode.Int8, msgpcode.Int16, msgpcode.Int32, msgpcode.Int64, msgpcode.Uint8, msgpcode.Uint16,
	msgpcode.Uint32, msgpcode.Uint64, msgpcode.Str8, msgpcode.Str16, msgpcode.FixExt4, msgpcode.FixExt8, msgpcode.Ext8,
}

// readCursor returns the value of a cursor, nil if the list is ordered by the id. Ent decodes the
// cursor later, and may only be given what is valid here: for a cursor of seven bytes that
// announces a map of two billion entries it allocates the memory for all of them.
func readCursor(text string) (value any, ok bool) {
	if len(text) > maxCursor {
		return nil, false
	}
	raw, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return nil, false
	}
	rest := bytes.NewReader(raw)
	d := msgpack.NewDecoder(rest)
	fields, err := d.DecodeMapLen()
	if err != nil || fields < 1 || fields > 2 {
		return nil, false
	}
	var id uuid.UUID
	for range fields {
		name, err := d.DecodeString()
		if err != nil {
			return nil, false
		}
		code, err := d.PeekCode()
		switch {
		case err != nil:
			return nil, false
		case name == "i" && code == msgpcode.Bin8:
			if b, err := d.DecodeBytes(); err != nil || id.UnmarshalBinary(b) != nil {
				return nil, false
			}
		case name == "v" && (msgpcode.IsFixedNum(code) || msgpcode.IsFixedString(code) || slices.Contains(valueCodes, code)):
			if value, err = d.DecodeInterface(); err != nil {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return value, id != uuid.Nil && rest.Len() == 0
}

// orderField returns the field that a list is ordered by, "" for the id.
func orderField(f *ast.Field, args map[string]any) string {
	order, _ := args["orderBy"].(map[string]any)
	if field, ok := order["field"].(string); ok {
		return field
	}
	if f.ObjectDefinition.Name == "Query" && (f.Name == "zones" || f.Name == "categories") {
		return "NAME"
	}
	return ""
}
