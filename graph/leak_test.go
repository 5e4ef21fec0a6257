package graph_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// secrets are the texts that an account may not read anywhere, and why.
func (w *visibilityModel) secrets(as string) map[string]string {
	v := w.accounts[as]
	return w.secretsBeside(v, w.rows(v))
}

// secretsBeside are the texts that a viewer may not read anywhere who sees some rows, and why.
func (w *visibilityModel) secretsBeside(v *ent.User, rows map[string]map[string]bool) map[string]string {
	secret, open := map[string]string{}, map[string]bool{}
	put := func(kind, id, text string) {
		switch {
		case len(text) < 6:
		case rows[kind][id]:
			open[text] = true
		default:
			secret[text] = kind + " " + id
		}
	}
	for id, r := range w.contacts {
		for _, text := range []string{r.Email, r.Phone, r.Name} {
			put("Contact", id.String(), text)
		}
	}
	for id, r := range w.complaints {
		for _, text := range []string{r.Title, r.Address, r.Reference} {
			put("Complaint", id.String(), text)
		}
		for _, text := range []string{r.Description, r.RatingComment} {
			if v.Role == domain.RoleProvider && len(text) >= 6 {
				secret[text] = "hidden from providers"
				continue
			}
			put("Complaint", id.String(), text)
		}
		if r.SubmittedByID != nil && v.Role == domain.RoleProvider && !rows["User"][r.SubmittedByID.String()] {
			secret[r.SubmittedByID.String()] = "reporter"
		}
	}
	for id, r := range w.logs {
		put("StatusLog", id.String(), r.PublicNote)
		if !v.Role.Admin() {
			secret[r.InternalNote] = "internal note"
		}
	}
	for id, r := range w.revisions {
		for _, text := range []*string{r.DescriptionBefore, r.DescriptionAfter, r.AddressBefore, r.AddressAfter} {
			put("ComplaintRevision", id.String(), *text)
		}
	}
	for _, c := range w.complaints {
		if c.HandlerID != nil && !v.Role.Admin() {
			secret[c.HandlerID.String()] = "handler"
		}
	}
	for id, r := range w.comments {
		put("Comment", id.String(), r.Text)
	}
	for id, r := range w.tasks {
		for _, text := range []string{r.Instructions, r.EndNote} {
			put("Task", id.String(), text)
		}
	}
	for id, r := range w.updates {
		for _, text := range []string{r.Remarks, r.ReviewNote} {
			put("TaskUpdate", id.String(), text)
		}
	}
	for id, r := range w.late {
		put("LateEvidence", id.String(), r.Remarks)
	}
	for id, r := range w.media {
		for _, text := range []string{r.Sha256, r.FileName} {
			put("Media", id.String(), text)
		}
		if r.ReceivedSha256 != r.Sha256 {
			secret[r.ReceivedSha256] = "received_sha256"
		}
		secret[r.BlobKey] = "blob_key"
	}
	for id, r := range w.payments {
		for _, text := range []string{r.PaymentReference, r.InvoiceNumber, r.Remarks} {
			put("Payment", id.String(), text)
		}
	}
	for id, r := range w.providers {
		put("ServiceProvider", id.String(), r.Name)
	}
	for id, r := range w.notifications {
		put("Notification", id.String(), r.Message)
		if !v.Role.Admin() {
			secret[r.LastError] = "last error"
		}
	}
	for id, r := range w.users {
		put("User", id.String(), r.Name)
	}
	for id, r := range w.sessions {
		put("Session", id.String(), r.UserAgent)
	}
	for id, r := range w.groups {
		put("Group", id.String(), r.Name)
	}
	for _, z := range w.zones { // some complaints have a zone's name for their address
		open[z.Name] = true
	}
	for text := range open {
		delete(secret, text)
	}
	delete(secret, "")
	return secret
}

// checkNoSecrets fails the test if a result contains what the account may not read.
func checkNoSecrets(t *testing.T, as, query string, a Result, secrets map[string]string, addresses []string, admin bool) {
	t.Helper()
	walkValues(a.Data, "", func(field string, v any) {
		text, ok := v.(string)
		if !ok {
			return
		}
		if why, found := secrets[text]; found {
			t.Errorf("%s reads %s in %s: %q\n%s", name(as), why, field, text, query)
		}
		if !admin && slices.Contains([]string{"internalNote", "reasonCode", "lastError"}, field) && text != "" {
			t.Errorf("%s reads %s: %q\n%s", name(as), field, text, query)
		}
	})
	for _, address := range addresses {
		if strings.Contains(a.Raw, address) {
			t.Errorf("%s reads %s\n%s", name(as), address, query)
		}
	}
}

// selection writes every scalar of a type, and every edge of it for so many levels more.
func selection(def *ast.Definition, levels int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s ", cmp.Or(strings.Join(scalars(def), " "), "__typename"))
	for _, f := range def.Fields {
		switch target := schema().Types[f.Type.Name()]; {
		case strings.HasPrefix(f.Name, "__") || target.Kind != ast.Object || f.Name == "timeline", f.Name == "links", f.Name == "inputs": // of one complaint only; what the schema tells
		case isConnection(f) && levels > 0:
			fmt.Fprintf(&b, "%s(first: 5) { totalCount edges { node { %s } } } ", f.Name, selection(schema().Types[nodeType(f)], levels-1))
		case !isConnection(f) && (levels > 0 || !isNode(target)):
			fmt.Fprintf(&b, "%s { %s } ", f.Name, selection(target, levels-1))
		}
	}
	return b.String()
}

// selections writes selection(def, 1) in as many parts as a document may have fields for.
func selections(def *ast.Definition) []string {
	const most = 200 // the document has some more
	if all := selection(def, 1); len(strings.Fields(all)) < most {
		return []string{all}
	}
	var parts []string
	for half := range slices.Chunk(def.Fields, (len(def.Fields)+1)/2) {
		part := *def
		part.Fields = half
		parts = append(parts, selections(&part)...)
	}
	return parts
}

func isNode(def *ast.Definition) bool { return slices.Contains(def.Interfaces, "Node") }

// edges are the fields of a type that lead to other rows.
func edges(def *ast.Definition) (out []*ast.FieldDefinition) {
	for _, f := range def.Fields {
		if isConnection(f) || isNode(schema().Types[f.Type.Name()]) {
			out = append(out, f)
		}
	}
	return out
}

// TestNothingHiddenLeaksByAnyPath walks from each row that an account may see over each of its
// edges, and from each list over two edges to all that hang on the third, with every field
// selected: no answer may hold a word of what the account may not see, and none may fail.
func TestNothingHiddenLeaksByAnyPath(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Store.Client().Category.Update().SetShownNearby(true).ExecX(System())
		w := newVisibilityModel(t, s)
		for _, as := range Everyone[1:] {
			t.Run(name(as), func(t *testing.T) {
				v := w.accounts[as]
				secrets := w.secrets(as)
				var addresses []string
				for _, c := range w.contacts {
					if !v.Role.Admin() && !is(c.UserID, v.ID) {
						for _, text := range []string{c.Email, c.Phone} {
							if text != "" {
								addresses = append(addresses, text)
							}
						}
					}
				}
				if len(addresses)+len(secrets) == 0 {
					t.Fatal("nothing to hide")
				}
				asked := 0
				ask := func(query string, variables map[string]any) {
					asked++
					checkNoSecrets(t, as, query, s.MustExecute(t, as, query, variables), secrets, addresses, v.Role.Admin())
				}
				for kind, rows := range w.rows(v) {
					own, foreign := splitVisible(rows)
					for _, part := range selections(schema().Types[kind]) {
						query := fmt.Sprintf(`query($ids: [ID!]!) { nodes(ids: $ids) { ... on %s { %s } } }`, kind, part)
						for batch := range slices.Chunk(slices.Concat(own, foreign), 50) {
							ask(query, map[string]any{"ids": batch})
						}
					}
				}
				for _, root := range roots {
					if v.Role.Admin() || !slices.Contains(root.roles, v.Role) || root.query != "" || root.kind == "Zone" || root.kind == "Category" {
						continue
					}
					for _, query := range paths(schema().Query.Fields.ForName(root.name), 3) {
						ask(query, nil)
					}
				}
				if v.Role == domain.RoleUser || v.Role == domain.RoleSolver || v.Role.Admin() {
					world := `bounds: {south: -90, west: -180, north: 90, east: 180}, zoom: 3`
					for _, part := range selections(schema().Types["Complaint"]) {
						ask(fmt.Sprintf(`{ complaintMap(%s) { count clusters { count } complaints { %s } } }`, world, part), nil)
						ask(fmt.Sprintf(`{ complaintMap(%s, where: {status: SUBMITTED}) { complaints { %s } } }`, world, part), nil)
					}
				}
				nearby := 0
				for _, c := range w.complaints {
					if c.Latitude != nil && nearby < 10 {
						nearby++
						ask(fmt.Sprintf(`{ nearbyComplaints(latitude: %v, longitude: %v) { %s complaint { %s } } }`, *c.Latitude, *c.Longitude,
							strings.Join(scalars(schema().Types["NearbyComplaint"]), " "), selection(schema().Types["Complaint"], 0)), nil)
					}
				}
				for _, text := range []string{"a", "e", "lamp", "example", "CMP-"} {
					ask(fmt.Sprintf(`{ find(text: %q, limit: 20) { complaints { %s } users { %s } serviceProviders { %s } broadcasts { %s } } }`, text, selection(schema().Types["Complaint"], 0),
						selection(schema().Types["User"], 0), selection(schema().Types["ServiceProvider"], 0), selection(schema().Types["Broadcast"], 0)), nil)
				}
				for i, id := range own(w.rows(v)["Complaint"]) {
					if i < 20 && (v.Role == domain.RoleUser || v.Role == domain.RoleSolver || v.Role.Admin()) {
						ask(fmt.Sprintf(`query($id: ID!) { complaint(id: $id) { timeline(first: 100) { entries { kind at step statusLog { %s } comment { %s } task { %s } taskUpdate { %s } media { %s } revision { %s } lateEvidence { %s } } } } }`,
							selection(schema().Types["StatusLog"], 0), selection(schema().Types["Comment"], 0), selection(schema().Types["Task"], 0),
							selection(schema().Types["TaskUpdate"], 0), selection(schema().Types["Media"], 0), selection(schema().Types["ComplaintRevision"], 0), selection(schema().Types["LateEvidence"], 0)), map[string]any{"id": id})
					}
				}
				t.Logf("%d queries, %d secrets, %d addresses", asked, len(secrets), len(addresses))
			})
		}
	})
}

// own returns the rows that an account may see.
func own(rows map[string]bool) []string {
	seen, _ := splitVisible(rows)
	return seen
}

// paths writes a query for each way from a root over so many edges, with all fields of what
// is met last.
func paths(f *ast.FieldDefinition, levels int) []string {
	var out []string
	var walk func(def *ast.Definition, levels int, wrap func(string) string)
	walk = func(def *ast.Definition, levels int, wrap func(string) string) {
		out = append(out, wrap(strings.Join(scalars(def), " ")))
		if levels == 0 {
			return
		}
		for _, e := range edges(def) {
			walk(target(e), levels-1, func(inner string) string { return wrap(fieldQuery(e, "first: 4", inner)) })
		}
	}
	if strings.HasSuffix(f.Type.Name(), "Page") {
		rows := strings.TrimSuffix(f.Name, "Page") + "s"
		walk(target(schema().Types[f.Type.Name()].Fields.ForName(rows)), levels-1, func(inner string) string {
			return fmt.Sprintf("{ %s { %s { %s } } }", f.Name, rows, inner)
		})
		return out
	}
	walk(target(f), levels, func(inner string) string { return "{ " + fieldQuery(f, "first: 12", inner) + " }" })
	return out
}

func target(f *ast.FieldDefinition) *ast.Definition {
	if isConnection(f) {
		return schema().Types[nodeType(f)]
	}
	return schema().Types[f.Type.Name()]
}

func fieldQuery(f *ast.FieldDefinition, args, inner string) string {
	if isConnection(f) {
		return fmt.Sprintf("%s(%s) { edges { node { %s } } }", f.Name, args, inner)
	}
	return fmt.Sprintf("%s { %s }", f.Name, inner)
}
