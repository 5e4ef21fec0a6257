package rest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/export"
	"github.com/redress/redress/internal/fault"
)

// exportRoutes returns the routes of the exports, which package export serves, for the document.
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
	order := "the newest first"
	switch has := func(name string) bool {
		return slices.ContainsFunc(params, func(p param) bool { return p.name == name })
	}; {
	case has("orderBy"):
		order = "in the order of `orderBy`, rows that are equal in it by id, and without it the newest first"
	case has("groupBy"):
		order = "in the order in which the query returns them"
	}
	return operation{
		id: "export" + strings.ReplaceAll(titleCase(words), " ", ""), tag: "Files", summary: "The " + words + " as a CSV file",
		text: "Returns all rows that the same query finds in GraphQL, with the same rights. It needs a Bearer token, or the link " +
			"that the query `exportLink(of: " + string(e.Kind) + ")` signs for " + duration(auth.LinkLifetime) + ". An unknown parameter " +
			"is an error. Columns: " + strings.Join(e.Columns(), ", ") + ". Rows come " + order + ".\n\nA file that can't be completed ends with a broken " +
			fmt.Sprintf("connection. An account can download %d files at a time (429 beyond that), an instance of the service serves %d (503).",
				export.MaxPerAccount, export.MaxPerInstance),
		graph: e.Root(), graphText: "query `" + e.Root() + "`",
		params: params, signedLink: true, withoutETag: true,
		responses: []response{{
			status: http.StatusOK, text: "The file. Its first row holds the names of the columns.", types: []string{"text/csv"},
			sample:  strings.Join(e.Columns(), ",") + "\r\n",
			headers: []string{"Content-Disposition"},
		}},
		faults: []fault.Code{fault.PermissionDenied, fault.RateLimited},
	}
}

// titleCase capitalizes each word.
func titleCase(words string) string {
	all := strings.Fields(words)
	for i, word := range all {
		all[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(all, " ")
}
