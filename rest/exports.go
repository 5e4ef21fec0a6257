package rest

import (
	"net/http"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/export"
	"github.com/redress/redress/internal/fault"
)

// exportRoutes are those of the exports, which serve themselves, for the document.
func exportRoutes() []route {
	routes := make([]route, len(export.All))
	for i, e := range export.All {
		routes[i] = route{method: http.MethodGet, path: e.Path, doc: exportDoc(e)}
	}
	return routes
}

func exportDoc(e *export.Export) operation {
	words := strings.ReplaceAll(strings.ToLower(string(e.Kind)), "_", " ")
	params := make([]param, 0, len(e.Params()))
	for _, p := range e.Params() {
		if p.InPath {
			params = append(params, param{"path", p.Name, p.Text, schemaOf[uuid.UUID]()})
			continue
		}
		params = append(params, query(p.Name, p.Text, schemaOf[string]()))
	}
	return operation{
		id: "export" + strings.ReplaceAll(title(words), " ", ""), tag: "Files", summary: "The " + words + " as a CSV file",
		text: "All rows that the same question finds in the graph, for whoever may ask it there: with a Bearer token, or by the " +
			"link that the query `exportLink(of: " + string(e.Kind) + ")` signs for five minutes. A parameter that is not known is " +
			"refused. The columns: " + strings.Join(e.Columns(), ", ") + ".\n\nA file that can't be finished ends with a broken " +
			"connection. Of the downloads at a time an account has a few (429), and so has the service (503).",
		graph: e.Root(), graphText: "query `" + e.Root() + "`",
		params: params, link: true, untagged: true,
		answers: []answer{{
			status: http.StatusOK, text: "The file. Its first row names the columns.", types: []string{"text/csv"},
			headers: []string{"Content-Disposition"},
		}},
		refuses: []fault.Code{fault.PermissionDenied, fault.RateLimited},
	}
}

// title writes each word with a capital.
func title(words string) string {
	all := strings.Fields(words)
	for i, word := range all {
		all[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(all, " ")
}
