package rest

import (
	"slices"
	"strings"
	"time"

	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/graph/model"
)

// stamp is an instant, RFC 3339 in UTC with milliseconds.
type stamp string

func at(t time.Time) stamp { return stamp(t.UTC().Format(model.TimeLayout)) }

func maybeAt(t *time.Time) *stamp {
	if t == nil {
		return nil
	}
	s := at(*t)
	return &s
}

// day is a calendar day, YYYY-MM-DD.
type day string

func maybeDay(d *string) *day { return (*day)(d) }

// enumerated is an enumeration of the domain.
type enumerated interface {
	~string
	Values() []string
}

// word is a value of an enumeration as the facade prints it: in lower case.
type word[T enumerated] string

func lower[T enumerated](v T) word[T] { return word[T](strings.ToLower(string(v))) }

// words lists what a word may be.
func (word[T]) words() []string {
	var none T
	values := none.Values()
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = strings.ToLower(v)
	}
	return all
}

// nameSelection is what a view reads of the account behind a name.
var nameSelection = model.Selection{Columns: []string{user.FieldName}}

// pagination tells where a numbered page stands in its list.
type pagination struct {
	Page        int  `json:"page" doc:"Number of this page, from 1."`
	Limit       int  `json:"limit" doc:"Rows on a full page, at most 100."`
	Total       int  `json:"total" doc:"Rows in the whole list."`
	TotalPages  int  `json:"total_pages" doc:"Pages in the whole list."`
	HasNext     bool `json:"has_next" doc:"Whether a page follows."`
	HasPrevious bool `json:"has_previous" doc:"Whether a page precedes."`
}

func viewPagination(p *model.Pagination) pagination {
	return pagination{
		Page: p.Page, Limit: p.Limit, Total: p.Total, TotalPages: p.TotalPages,
		HasNext: p.HasNext, HasPrevious: p.HasPrevious,
	}
}

// valueOf finds the value that a word stands for.
func valueOf[T enumerated](text string) (T, bool) {
	i := slices.Index(word[T]("").words(), text)
	var none T
	if i < 0 {
		return none, false
	}
	return T(none.Values()[i]), true
}
