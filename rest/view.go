package rest

import (
	"slices"
	"strings"
	"time"

	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/graph/model"
)

// timestamp is a time as REST prints it: RFC 3339 in UTC with milliseconds.
type timestamp string

func timestampOf(t time.Time) timestamp { return timestamp(t.UTC().Format(model.TimeLayout)) }

func timestampOrNil(t *time.Time) *timestamp {
	if t == nil {
		return nil
	}
	s := timestampOf(*t)
	return &s
}

// date is a calendar day, YYYY-MM-DD.
type date string

func dateOrNil(d *string) *date { return (*date)(d) }

// enumeration is an enumerated type of package domain.
type enumeration interface {
	~string
	Values() []string
}

// enum is a value of an enumeration as REST prints it: in lower case.
type enum[T enumeration] string

func enumOf[T enumeration](v T) enum[T] { return enum[T](strings.ToLower(string(v))) }

// values returns all values of the enumeration.
func (enum[T]) values() []string {
	var none T
	values := none.Values()
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = strings.ToLower(v)
	}
	return all
}

// nameSelection is what a view reads of an account of which it prints the name.
var nameSelection = model.Selection{Columns: []string{user.FieldName}}

// pagination is the position of a numbered page in its list.
type pagination struct {
	Page        int64 `json:"page" bounds:"1,9223372036854775807" doc:"Number of this page, starting at 1."`
	Limit       int   `json:"limit" bounds:"1,100" doc:"Rows on a full page."`
	Total       int   `json:"total" doc:"Rows in the whole list."`
	TotalPages  int   `json:"total_pages" doc:"Pages in the whole list."`
	HasNext     bool  `json:"has_next" doc:"Whether there is a next page."`
	HasPrevious bool  `json:"has_previous" doc:"Whether there is a previous page."`
}

func viewPagination(p *model.Pagination) pagination {
	return pagination{
		Page: int64(p.Page), Limit: p.Limit, Total: p.Total, TotalPages: p.TotalPages,
		HasNext: p.HasNext, HasPrevious: p.HasPrevious,
	}
}

// parseEnum returns the value of an enumeration from its text in lower case.
func parseEnum[T enumeration](text string) (T, bool) {
	i := slices.Index(enum[T]("").values(), text)
	var none T
	if i < 0 {
		return none, false
	}
	return T(none.Values()[i]), true
}
