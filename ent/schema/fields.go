package schema

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
)

// hidden keeps a field out of the graph altogether: no output, no filter, no order.
var hidden = entgql.Skip(entgql.SkipAll)

// outputOnly keeps a field out of filters and orders, which do not ask who may see it.
var outputOnly = entgql.Skip(entgql.SkipWhereInput, entgql.SkipOrderField)

// orderOnly keeps a field out of output and filters: lists can be ordered by it, under a name.
func orderOnly(name string) entgql.Annotation {
	return entgql.Skip(entgql.SkipType, entgql.SkipWhereInput).Merge(entgql.OrderField(name)).(entgql.Annotation)
}

// id is the key of every row: a UUIDv7 that carries its kind.
func id(kind domain.Kind) ent.Field {
	return field.UUID("id", uuid.UUID{}).
		Default(func() uuid.UUID { return domain.NewID(kind) }).
		Annotations(Default{Expr: fmt.Sprintf("func() uuid.UUID { return domain.NewID(%d) }", kind)}).
		Immutable().
		Comment("Identifier: a UUIDv7.")
}

// createdAt has no default: all rows of a transaction have the same time, which its owner sets.
func createdAt(comment string, more ...schema.Annotation) ent.Field {
	return field.Time("created_at").Immutable().
		SchemaType(timestamps).
		Annotations(append(more, entgql.OrderField("CREATED_AT"))...).
		Comment(comment)
}

var (
	// timestamps keeps microseconds with the zone on PostgreSQL.
	timestamps = map[string]string{dialect.Postgres: "timestamptz"}

	idType = uuid.UUID{}
)

// ref is a required reference that never changes.
func ref(name, comment string) ent.Field {
	return field.UUID(name, uuid.UUID{}).Immutable().
		Annotations(entgql.MapsTo(graphName(name))).
		Comment(comment)
}

// mayRef is a reference that may be absent and may change.
func mayRef(name, comment string) ent.Field {
	return field.UUID(name, uuid.UUID{}).Optional().Nillable().
		Annotations(entgql.MapsTo(graphName(name))).
		Comment(comment)
}

// mayTime is an instant that may be absent.
func mayTime(name, comment string) ent.Field {
	return field.Time(name).Optional().Nillable().
		SchemaType(timestamps).
		Comment(comment)
}

// mayTimeShown is an instant that may be absent, by which nothing is selected or ordered.
func mayTimeShown(name, comment string) ent.Field {
	return field.Time(name).Optional().Nillable().
		SchemaType(timestamps).
		Annotations(outputOnly).
		Comment(comment)
}

// mayTimeOrdered is an instant that may be absent, by which lists can be ordered.
func mayTimeOrdered(name, comment string) ent.Field {
	return field.Time(name).Optional().Nillable().
		SchemaType(timestamps).
		Annotations(entgql.OrderField(strings.ToUpper(name))).
		Comment(comment)
}

// text is free text; absent is the empty string.
func text(name string, limit int, comment string) ent.Field {
	return field.Text(name).Default("").MaxLen(limit).Comment(comment)
}

// graphName converts a column's name to the graph's: zone_id to zoneId.
func graphName(column string) string {
	words := strings.Split(column, "_")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// chainHash links a row of a chain to the row before it. Only internal/ledger sets it.
func chainHash() ent.Field {
	return field.Bytes("hash").Immutable().MaxLen(sha256.Size).Annotations(hidden).
		Comment("Keyed hash of the row, its position and the hash before it.")
}

// table sets the name of the table.
func table(name string) schema.Annotation {
	return entsql.Annotation{Table: name}
}

// keep forbids deleting a row that others reference: nothing is ever deleted by cascade.
var keep = entsql.OnDelete(entsql.NoAction)

// Preload lists fields of the graph that are computed. The edge that one is computed from is preloaded
// with the page, so a list costs one more statement instead of one for each row; and where all fields of a
// selection tell of which columns they are made, no others are read.
type Preload struct{ Fields []PreloadedField }

// PreloadedField is a field of the graph, the columns of its own row that it is computed from, the edge,
// if any, the columns it needs of the edge's row beside the id, and the edges it needs of that row.
type PreloadedField struct {
	Field   string
	Own     []string // nil: all columns
	Edge    string
	Columns []string
	With    []string
}

// Name implements ent's annotation.
func (Preload) Name() string { return "Preload" }

// searchText is what searches compare with of a table that is read as a whole.
func searchText(what string) ent.Field {
	return field.Text("search_text").Default("").Annotations(hidden).Sensitive().Comment(what)
}
