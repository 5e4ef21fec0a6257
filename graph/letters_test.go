package graph_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// formal are inputs that programs read: a letter that nobody sees is an error in them, as any other is.
var formal = []string{"currency", "timezone", "timeZone", "language", "code", "reasonCode", "targetValue", "token", "proof"}

// TestHiddenLetters sends every text of every mutation with letters in it that nobody sees. The text is taken, and none of the letters
// is stored anywhere.
func TestHiddenLetters(t *testing.T) {
	const letters = "\ufeff\u200b\u00ad"
	withEverything(t, func(t *testing.T, s *Server) {
		sent := 0
		for _, m := range inputCases() {
			if strings.HasPrefix(m.mutation, "upload") || m.mutation == "setUpService" { // no file can be spelled here; the demo is set up
				continue
			}
			def := schema().Types[schema().Mutation.Fields.ForName(m.mutation).Arguments.ForName("input").Type.Name()]
			input := maps.Clone(m.input(t, s))
			for _, f := range def.Fields {
				was, given := input[f.Name].(string)
				if f.Type.Name() != "String" || f.Type.Elem != nil || f.Name == "idempotencyKey" || slices.Contains(secrets, f.Name) || slices.Contains(formal, f.Name) || !given {
					continue
				}
				input[f.Name] = letters + was[:1] + letters + was[1:] + letters
				sent++
			}
			if a := mutate(t, s, m.actor(t, s), m.mutation, "__typename", input); a.Code() != "" {
				t.Errorf("%s: %.300s", m.mutation, a.Raw)
			}
		}
		if sent < 40 {
			t.Errorf("%d texts were sent", sent)
		}
		for _, letter := range letters {
			if in := stored(t, s, string(letter)); len(in) > 0 {
				t.Errorf("%U is stored in %v", letter, in)
			}
		}
	})
}

// TestLettersThatStay holds that letters which have no shape of their own, but without which people can't write, stay as they are.
func TestLettersThatStay(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for name, text := range map[string]string{
			"Persian":            "می\u200cخواهم نامه\u200cای بنویسم",
			"Hindi":              "क्\u200dष और क्\u200cष",
			"a family":           "👨\u200d👩\u200d👧\u200d👦",
			"a heart":            "❤\ufe0f\u200d🔥",
			"a flag of tags":     "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
			"a new emoji":        "\U0001fae9\U0001fadf",
			"marks of direction": "רחוב 12\u200f (ליד COOP\u200e)",
			"an isolate":         "\u2067שלום\u2069 42",
			"an embedding":       "\u202a+49 30 1234\u202c",
			"a word joiner":      "a\u2060b",
			"blanks":             "10\u00a0m\u202f3",
		} {
			t.Run(name, func(t *testing.T) {
				a := mustMutate(t, s, User, "submitComplaint", "complaint { title description address }",
					map[string]any{"title": text, "description": text, "address": text})
				zone := mustMutate(t, s, Admin, "createZone", "zone { name }", map[string]any{"name": text})
				for where, got := range map[string]any{
					"title": a.At("submitComplaint", "complaint", "title"), "description": a.At("submitComplaint", "complaint", "description"),
					"address": a.At("submitComplaint", "complaint", "address"), "name": zone.At("createZone", "zone", "name"),
				} {
					if got != text {
						t.Errorf("the %s %+q came back as %+q", where, text, got)
					}
				}
			})
		}
	})
}

// TestBlanksAroundCountForNothing: a text that must say something is measured and stored without them.
func TestBlanksAroundCountForNothing(t *testing.T) {
	blanks := strings.Repeat(" ", desk.MaxComment)
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		complaint := func(title string) Result {
			return mutate(t, s, User, "submitComplaint", "complaint { id title }", map[string]any{"title": title, "description": "A lamp is out."})
		}
		id := complaint("Lamp").At("submitComplaint", "complaint", "id")
		comment := func(text string) Result {
			return mutate(t, s, User, "commentOnComplaint", "comment { id text }", map[string]any{"complaintId": id, "text": text})
		}
		said := comment("Still out").At("commentOnComplaint", "comment", "id")
		for field, send := range map[string]func(text string) Result{
			"title": complaint,
			"text":  comment,
			"reason": func(text string) Result {
				return mutate(t, s, Admin, "redactComment", "comment { id }", map[string]any{"id": said, "reason": text})
			},
		} {
			if a := send(blanks + "\u00a0\n"); invalidFields(a) != field {
				t.Errorf("nothing but blanks: %.300s", a.Raw)
			}
			a := send(blanks + "Out again\n")
			if a.Code() != "" || strings.Contains(a.Raw, `" `) || field != "reason" && !strings.Contains(a.Raw, `"Out again"`) {
				t.Errorf("the %s among blanks: %.300s", field, a.Raw)
			}
		}
		if reason := audited(t, s, "comment.redact", fmt.Sprint(said)); reason != "Out again" {
			t.Errorf("the reason is %q", reason)
		}
	})
}

// TestOldTextsStayEditable holds that a row with texts that would be refused today can be changed beside them, by clients that send
// whole rows, too.
func TestOldTextsStayEditable(t *testing.T) {
	const old = "gpj.\u202eoto\u202c"
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		in := func(id any, input map[string]any) map[string]any { return merge(input, map[string]any{"id": id}) }
		parse := func(id any) uuid.UUID { return uuid.MustParse(fmt.Sprint(id)) }
		client := s.Store.Client()
		row := func(t *testing.T, mutation, noun string) any {
			return createRow(t, s, mutation, noun, map[string]any{"name": "Old " + uuid.NewString()})
		}
		write := func(t *testing.T, change interface{ Exec(context.Context) error }) {
			t.Helper()
			if err := change.Exec(System()); err != nil {
				t.Fatal(err)
			}
		}
		account := func(t *testing.T) any { return accountInput(nil)(t, s)["id"] }
		// Each sets the texts as versions before this rule stored them.
		for name, c := range map[string]struct {
			mutation string
			as       string
			input    func(t *testing.T) map[string]any
		}{
			"a complaint": {"updateComplaint", User, func(t *testing.T) map[string]any {
				id := complaintWithStatus(t, s, domain.ComplaintSubmitted)
				write(t, client.Complaint.UpdateOneID(parse(id)).SetTitle(old).SetDescription(old).SetAddress(old))
				return in(id, map[string]any{"title": old, "description": old, "address": old, "latitude": 1.25, "longitude": 2.25})
			}},
			"a category": {"updateCategory", Admin, func(t *testing.T) map[string]any {
				id := row(t, "createCategory", "category")
				write(t, client.Category.UpdateOneID(parse(id)).SetName(old))
				return in(id, map[string]any{"name": old, "slaHours": 7})
			}},
			"a zone": {"updateZone", Admin, func(t *testing.T) map[string]any {
				id := row(t, "createZone", "zone")
				write(t, client.Zone.UpdateOneID(parse(id)).SetName(old))
				return in(id, map[string]any{"name": old})
			}},
			"a group": {"updateGroup", Admin, func(t *testing.T) map[string]any {
				id := row(t, "createGroup", "group")
				write(t, client.Group.UpdateOneID(parse(id)).SetName(old).SetDescription(old))
				return in(id, map[string]any{"name": old, "description": old})
			}},
			"a service provider": {"updateServiceProvider", Admin, func(t *testing.T) map[string]any {
				id := row(t, "createServiceProvider", "serviceProvider")
				write(t, client.ServiceProvider.UpdateOneID(parse(id)).SetName(old))
				return in(id, map[string]any{"name": old, "active": false})
			}},
			"an account": {"updateUser", Admin, func(t *testing.T) map[string]any {
				id := account(t)
				write(t, client.User.UpdateOneID(parse(id)).SetName(old))
				c, err := client.Contact.Query().Where(contact.UserID(parse(id))).Only(System())
				if err != nil {
					t.Fatal(err)
				}
				write(t, c.Update().SetPhone(old))
				return in(id, map[string]any{"name": old, "phone": old, "email": uuid.NewString() + "@example.com"})
			}},
			"a broadcast": {"editBroadcast", Admin, func(t *testing.T) map[string]any {
				id := schedule(t, s, scheduledInput(s))
				write(t, client.Broadcast.UpdateOneID(parse(id)).SetTitle(old).SetMessage(old))
				return in(id, merge(announcement, map[string]any{"title": old, "message": old, "targetValue": "USER"}))
			}},
			"a saved view": {"updateSavedView", User, func(t *testing.T) map[string]any {
				id := savedView(t, s, User, map[string]any{"list": "COMPLAINTS", "name": "Open"})
				write(t, client.SavedView.UpdateOneID(parse(id)).SetName(old))
				return in(id, map[string]any{"name": old, "filter": map[string]any{"status": "CLOSED"}})
			}},
		} {
			t.Run(name, func(t *testing.T) {
				input := c.input(t)
				if a := mutate(t, s, c.as, c.mutation, "__typename", input); a.Code() != "" {
					t.Errorf("%.300s", a.Raw)
				}
				for _, field := range []string{"title", "name"} {
					if _, has := input[field]; !has {
						continue
					}
					input[field] = old + " again"
					if a := mutate(t, s, c.as, c.mutation, "__typename", input); invalidFields(a) != field {
						t.Errorf("another one: %.300s", a.Raw)
					}
				}
				if len(stored(t, s, old)) == 0 {
					t.Error("the old text is gone")
				}
			})
		}
	})
}
