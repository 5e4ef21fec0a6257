package entread

import (
	"slices"
	"testing"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
)

func TestIDsAreScanned(t *testing.T) {
	want := uuid.New()
	for name, value := range map[string]any{"text": []byte(want.String()), "string": want.String(), "bytes": want[:]} {
		var got id
		if err := got.Scan(value); err != nil || uuid.UUID(got) != want {
			t.Errorf("%s: %v, %v", name, uuid.UUID(got), err)
		}
		maybe := mayID{&sql.NullScanner{}, new(id)}
		if err := maybe.Scan(value); err != nil || !maybe.value.Valid || uuid.UUID(*maybe.id) != want {
			t.Errorf("%s that may be NULL: %v, %v", name, uuid.UUID(*maybe.id), err)
		}
		if err := maybe.Scan(nil); err != nil || maybe.value.Valid {
			t.Errorf("NULL after %s: %v, %v", name, maybe.value.Valid, err)
		}
	}
	if err := new(id).Scan([]byte("no UUID, but of the length of one....")); err == nil {
		t.Error("a text that is no UUID is scanned")
	}
}

func TestNamedLists(t *testing.T) {
	one, two := new(int), new(int)
	var lists *Named[int]
	if _, ok := lists.List("a"); ok {
		t.Error("there is a list where there is none")
	}
	lists = lists.Append("a").Append("b").Append("a", one).Append("a", two)
	if rows, ok := lists.List("a"); !ok || !slices.Equal(rows, []*int{one, two}) {
		t.Errorf("%v, %v", rows, ok)
	}
	if rows, ok := lists.List("b"); !ok || rows == nil || len(rows) > 0 {
		t.Errorf("an empty list is %v, %v", rows, ok)
	}
}
