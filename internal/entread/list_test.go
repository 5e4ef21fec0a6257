package entread

import (
	"fmt"
	"testing"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
)

// TestLists: rows that a database wrote as a list are scanned as its own would be.
func TestLists(t *testing.T) {
	of := uuid.MustParse("01a22599-12d9-74ae-81f5-0f353a86660b")
	for list, want := range map[string]string{
		`[["` + of.String() + `", "a \"b\"\u001f", 9223372036854775807], ["` + of.String() + `", "", -1]]`: `[` + of.String() + ` a "b"` + "\x1f" + ` 9223372036854775807] [` + of.String() + `  -1] `,
		`[["` + of.String() + `", "a", 1], [null, null, null]]`:                                            `[` + of.String() + ` a 1] [` + uuid.Nil.String() + `  0] `,
		`[["` + of.String() + `", "a"]]`:                                                                   `error`,
		`[["` + of.String() + `", 1, 9223372036854775808]]`:                                                `error`,
		`[["` + of.String() + `", [1], 1]]`:                                                                `error`,
		`[]`:                                                                                               ``,
		`[["x", "", 1]]`:                                                                                   `error`,
		`[["` + of.String() + `", "", 1.5]]`:                                                               `error`,
		`[[`:                                                                                               `error`,
	} {
		var got string
		var id uuid.UUID
		var text sql.NullString
		var n sql.NullInt64
		err := ScanList(&sql.NullString{String: list, Valid: true}, []any{&id, &text, &n}, func() error {
			got += fmt.Sprintf("[%v %s %d] ", id, text.String, n.Int64)
			return nil
		})
		if (err != nil) != (want == "error") || err == nil && got != want {
			t.Errorf("%s: %q, %v; want %q", list, got, err, want)
		}
	}
	if err := ScanList(&sql.NullString{}, nil, func() error { return fmt.Errorf("a row of none") }); err != nil {
		t.Error(err)
	}
}
