package search

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/broadcasttext"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complainttext"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymenttext"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/tasktext"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/hint"
)

// maxTerm is how many characters may be searched for.
const maxTerm = 200

// maxListedIDs is up to how many complaints are looked up by their ids on PostgreSQL. Of more, a page
// is found sooner by scanning the list. A term of several words may mean five times as many:
// there a scan, and a total most of all, costs more than finding them does.
var maxListedIDs = 2_000

// Texts are the folded texts of a database.
type Texts struct {
	Client  *ent.Client
	Dialect string
}

// Complaints finds complaints with the term in their reference, title, description or
// address. The empty term finds all.
//
// PostgreSQL can't know beforehand whether a term is rare, and how to read a list depends on it.
// So the ids of the complaints found are read before the list, unless they are many.
func (t Texts) Complaints(ctx context.Context, term string) (predicate.Complaint, error) {
	return t.complaints(ctx, ofComplaints, complaint.FieldID, term)
}

// Tasks finds the tasks of complaints that Complaints finds, for viewers who see these.
func (t Texts) Tasks(ctx context.Context, term string) (predicate.WorkTask, error) {
	found, err := t.complaints(ctx, ofComplaints, worktask.FieldComplaintID, term)
	return found, err
}

// TasksAlone finds the tasks of complaints with the term in their reference, title or address, for viewers who see no more
// of these: a description is not read, since what that costs would tell what it says.
func (t Texts) TasksAlone(ctx context.Context, term string) (predicate.WorkTask, error) {
	found, err := t.complaints(ctx, ofTasks, worktask.FieldComplaintID, term)
	return found, err
}

var (
	ofComplaints = texts{complainttext.Table, complainttext.FieldID, complainttext.FieldComplaintID, complainttext.FieldBody}
	ofTasks      = texts{tasktext.Table, tasktext.FieldID, tasktext.FieldComplaintID, tasktext.FieldBody}
)

// complaints finds rows that refer to complaints in a column.
func (t Texts) complaints(ctx context.Context, in texts, column, term string) (func(*sql.Selector), error) {
	terms, err := folded(term)
	if err != nil {
		return nil, err
	}
	if terms[0] != "" && t.Dialect == dialect.Postgres {
		most := maxListedIDs
		if len(pieces(terms[0])) > 1 {
			most *= 5
		}
		found, err := t.find(ctx, in, terms, most+1)
		if err != nil {
			return nil, err
		}
		if found.len() <= most {
			return func(s *sql.Selector) { s.Where(found.among(s.C(column))) }, nil
		}
	}
	among := func(s *sql.Selector) { s.Where(in.with(s, column, terms)) }
	if indexed(terms[0]) {
		return hint.Pattern(among), nil
	}
	return among, nil
}

// Broadcasts finds broadcasts with the term in their title. The empty term finds all. They are so
// few that one plan serves all terms: the statement may be kept prepared.
func (t Texts) Broadcasts(term string) (predicate.Broadcast, error) {
	terms, err := folded(term)
	if err != nil {
		return nil, err
	}
	in := texts{broadcasttext.Table, broadcasttext.FieldID, broadcasttext.FieldBroadcastID, broadcasttext.FieldBody}
	return func(s *sql.Selector) { s.Where(in.with(s, broadcast.FieldID, terms)) }, nil
}

// Payments finds payments with the term in their reference or invoice number. The empty term finds all.
func (t Texts) Payments(term string) (predicate.Payment, error) {
	terms, err := folded(term)
	if err != nil {
		return nil, err
	}
	in := texts{paymenttext.Table, paymenttext.FieldID, paymenttext.FieldPaymentID, paymenttext.FieldBody}
	return hint.Pattern(func(s *sql.Selector) { s.Where(in.with(s, payment.FieldID, terms)) }), nil
}

// Shape returns what decides the text of the condition that Broadcasts returns: its form, and the values that it may
// compare with.
func Shape(term string) (form string, values []any) {
	var all []string
	for _, term := range forms(term) {
		switch {
		case term == "":
			all = append(all, "all")
		case !indexed(term):
			all, values = append(all, "compared"), append(values, term)
		case own(term) == term:
			all, values = append(all, "found"), append(values, containing(term), match(term))
		default:
			all, values = append(all, "found and compared"), append(values, containing(term), match(term), term)
		}
	}
	return strings.Join(all, " or "), values
}

// Check returns a validation fault for a term that can't be searched for.
func Check(term string) error {
	if strings.ContainsRune(term, 0) {
		return fault.Invalid(fault.Input("search", "invalid", "must not hold a NUL"))
	}
	if utf8.RuneCountInString(term) > maxTerm {
		return fault.Invalid(fault.Input("search", "too_long", "must be at most %d characters long", maxTerm))
	}
	return nil
}

func folded(term string) ([]string, error) { return forms(term), Check(term) }

// find returns which complaints hold one of some terms, so many of them at most. They come as one row: how
// many rows a request read is shown to its caller, and most of these may be hidden from them.
func (t Texts) find(ctx context.Context, in texts, terms []string, most int) (list, error) {
	var rows []struct {
		IDs *string `sql:"ids"`
	}
	err := t.Client.ComplaintText.Query().Modify(func(s *sql.Selector) {
		found := sql.Dialect(dialect.Postgres).Select(in.owner).From(sql.Table(in.table)).
			Where(lookUp(in.body, terms)).Limit(most).As("found")
		s.Select(sql.As("array_agg("+found.C(in.owner)+")::text", "ids")).From(found)
	}).Scan(auth.System(ctx, "which complaints a search means"), &rows)
	if err != nil || len(rows) == 0 || rows[0].IDs == nil {
		return "{}", err
	}
	return list(*rows[0].IDs), nil
}

// list is an array of ids as PostgreSQL writes it.
type list string

func (l list) len() int { return (len(l) - 1) / len(",01a1ec5f-4d61-7c2e-ba97-bd918195f204") }

// among returns the condition that an id is one of the list's. The inner SELECT hides from the
// planner how many there are: it looks each of them up.
func (l list) among(id string) *sql.Predicate {
	return sql.P(func(b *sql.Builder) {
		b.Ident(id).WriteString(" IN (SELECT unnest((SELECT ").Arg(string(l)).WriteString("::uuid[])))")
	})
}

// lookUp returns the condition by which PostgreSQL's index finds the few texts that hold one of some
// terms. A condition for each piece is faster than one for the whole: the index joins the lists
// of conditions from the shortest on, those within a condition it reads to their ends.
func lookUp(body string, terms []string) *sql.Predicate {
	return oneOf(terms, func(b *sql.Builder, term string) {
		if !indexed(term) {
			compare(b, dialect.Postgres, body, term)
			return
		}
		some := pieces(term)
		for i, piece := range some {
			if i > 0 {
				b.WriteString(" AND ")
			}
			b.Ident(body).WriteString(" LIKE ").Arg(containing(piece))
		}
		if some[0] != term {
			b.WriteString(" AND ")
			compare(b, dialect.Postgres, body, term)
		}
	})
}

// oneOf returns the condition that one of some terms is found.
func oneOf(terms []string, find func(b *sql.Builder, term string)) *sql.Predicate {
	return sql.P(func(b *sql.Builder) {
		for i, term := range terms {
			if i > 0 {
				b.WriteString(" OR ")
			}
			if len(terms) > 1 {
				b.WriteString("(")
			}
			find(b, term)
			if len(terms) > 1 {
				b.WriteString(")")
			}
		}
	})
}

// compare writes the condition that a text holds a term, whatever an index knows of it.
func compare(b *sql.Builder, of, body, term string) {
	position := "instr("
	if of == dialect.Postgres {
		position = "strpos("
	}
	b.WriteString(position).Ident(body).WriteString(", ").Arg(term).WriteString(") > 0")
}

// texts is a table of folded texts.
type texts struct{ table, id, owner, body string }

// Index is the name of the index of a table of texts, which a search on SQLite names.
func Index(table string) string { return strings.TrimSuffix(table, "s") + "_index" }

// with returns the condition that a row's text holds one of some folded terms.
func (t texts) with(s *sql.Selector, id string, terms []string) *sql.Predicate {
	if terms[0] == "" {
		return sql.Not(sql.False())
	}
	held := oneOf(terms, func(b *sql.Builder, term string) {
		switch {
		case !indexed(term):
			compare(b, s.Dialect(), t.body, term)
		case s.Dialect() == dialect.Postgres:
			b.Ident(t.body).WriteString(" LIKE ").Arg(containing(term))
		default:
			b.Ident(t.id).WriteString(" IN (SELECT rowid FROM ").Ident(Index(t.table)).WriteString(" WHERE ").Ident(Index(t.table)).
				WriteString(" MATCH ").Arg(match(term)).WriteString(")")
			if own(term) != term {
				b.WriteString(" AND ")
				compare(b, s.Dialect(), t.body, term)
			}
		}
	})
	return sql.P(func(b *sql.Builder) {
		b.Ident(s.C(id)).WriteString(" IN (SELECT ").Ident(t.owner).WriteString(" FROM ").Ident(t.table).WriteString(" WHERE ").Join(held).WriteString(")")
	})
}

// match returns the piece of a folded term that SQLite's index is asked for.
func match(term string) string { return `"` + strings.ReplaceAll(own(term), `"`, `""`) + `"` }

// Indexed reports whether the index is asked for a term, in each form that it may stand in. For others all texts are read.
func Indexed(term string) bool {
	return !slices.ContainsFunc(forms(term), func(form string) bool { return form != "" && !indexed(form) })
}

// indexed reports whether the index knows anything of a folded term: it needs three characters, and
// PostgreSQL's a letter or a digit among them. For others the texts are read.
func indexed(term string) bool {
	return utf8.RuneCountInString(term) >= 3 && strings.ContainsFunc(term, isWordRune)
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// containing is the pattern of what holds a text.
func containing(text string) string { return "%" + literal.Replace(text) + "%" }

// literal takes their meaning from the letters of a pattern.
var literal = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)
