// Package cursor says whether a cursor belongs to a list in an order.
package cursor

import (
	"bytes"
	"encoding/base64"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/graph/model"
)

// maxLength is the maximum length of a cursor, which may hold the longest name.
const maxLength = 2 << 10

// Fits reports whether a text is a cursor whose value can be compared with the column that
// the list is ordered by. A cursor of another order would select the wrong rows, and a value of
// another type would be an error of the database instead of the client.
func Fits(f *ast.Field, args map[string]any, text string) bool {
	value, ok := read(text)
	if !ok {
		return false
	}
	order := OrderOf(f, args)
	if len(order) == 0 {
		return value == nil
	}
	values, several := value.([]any)
	if !several {
		values = []any{value}
	}
	if len(values) != len(order) {
		return false
	}
	if len(values) == 1 { // a list of one has what a cursor would leave out
		empty := values[0] == nil || reflect.ValueOf(values[0]).IsZero()
		if several && !empty || !several && values[0] == nil {
			return false
		}
	}
	for i, k := range order {
		if !valueFits(strings.TrimSuffix(f.Definition.Type.Name(), "Connection"), k.Field, values[i]) {
			return false
		}
	}
	return true
}

// valueFits reports whether a value can be compared with what rows of a type are ordered by.
func valueFits(of, order string, value any) bool {
	column, known := ent.OrderColumnOf(of, order)
	if !known || value == nil {
		return known && column.Nullable
	}
	switch column.Kind {
	case entgql.OrderNumbers:
		n := reflect.ValueOf(value) // encoded in as few bytes as it needs
		return n.CanInt() || n.CanUint() && n.Uint() <= math.MaxInt64
	case entgql.OrderTimes:
		t, ok := value.(time.Time)
		return ok && t.UTC().Year() >= 1 && t.UTC().Year() <= 9999
	default:
		s, ok := value.(string)
		return ok && utf8.ValidString(s) && !strings.ContainsRune(s, 0) // as a database stores it
	}
}

// valueCodes are the first bytes of numbers, short strings and times in MessagePack.
var valueCodes = []byte{
	msgpcode.Nil, msgpcode.Int8, msgpcode.Int16, msgpcode.Int32, msgpcode.Int64, msgpcode.Uint8, msgpcode.Uint16,
	msgpcode.Uint32, msgpcode.Uint64, msgpcode.Str8, msgpcode.Str16, msgpcode.FixExt4, msgpcode.FixExt8, msgpcode.Ext8,
}

// read returns the value of a cursor, a list where there are several, nil if the list is ordered by the id. Ent decodes
// the cursor later, and may only be given what is valid here: for a cursor of seven bytes that announces a map of two
// billion entries it allocates the memory for all of them.
func read(text string) (value any, ok bool) {
	if len(text) > maxLength {
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
		case name == "v" && msgpcode.IsFixedArray(code):
			if value, ok = readValues(d); !ok {
				return nil, false
			}
		case name == "v" && isValue(code):
			if value, err = d.DecodeInterface(); err != nil {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return value, id != uuid.Nil && rest.Len() == 0
}

// isValue reports whether a number, a short string, a time or nothing begins with a byte.
func isValue(code byte) bool {
	return msgpcode.IsFixedNum(code) || msgpcode.IsFixedString(code) || slices.Contains(valueCodes, code)
}

// readValues reads the values of several columns.
func readValues(d *msgpack.Decoder) (values []any, ok bool) {
	n, err := d.DecodeArrayLen()
	if err != nil || n < 1 || n > entgql.MaxKeys {
		return nil, false
	}
	for range n {
		if code, err := d.PeekCode(); err != nil || !isValue(code) {
			return nil, false
		}
		v, err := d.DecodeInterface()
		if err != nil {
			return nil, false
		}
		values = append(values, v)
	}
	return values, true
}

// OrderOf returns the keys that a list is ordered by, none for the id.
func OrderOf(f *ast.Field, args map[string]any) (keys []model.OrderKey) {
	order, _ := args["orderBy"].([]any)
	for _, k := range order {
		k, _ := k.(map[string]any)
		field, _ := k["field"].(string)
		keys = append(keys, model.OrderKey{Field: field, Desc: k["direction"] == string(entgql.OrderDirectionDesc)})
	}
	if len(keys) == 0 && f.ObjectDefinition.Name == "Query" && (f.Name == "zones" || f.Name == "categories") {
		return []model.OrderKey{{Field: "NAME"}}
	}
	return keys
}
