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
		`[]`:                                 ``,
		`[["x", "", 1]]`:                     `error`,
		`[["` + of.String() + `", "", 1.5]]`: `error`,
		`[[`:                                 `error`,
	} {
		var got string
		err := EachInList(&sql.NullString{String: list, Valid: true}, func(scan func(into []any) error) error {
			var id uuid.UUID
			var text sql.NullString
			var n sql.NullInt64
			err := scan([]any{&id, &text, &n})
			got += fmt.Sprintf("[%v %s %d] ", id, text.String, n.Int64)
			return err
		})
		if (err != nil) != (want == "error") || err == nil && got != want {
			t.Errorf("%s: %q, %v; want %q", list, got, err, want)
		}
	}
	if err := EachInList(&sql.NullString{}, func(func([]any) error) error { return fmt.Errorf("a row of none") }); err != nil {
		t.Error(err)
	}
}
