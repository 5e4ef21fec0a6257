package main

import (
	"errors"

	"github.com/graph-gophers/graphql-go"

	"github.com/redress/redress/bench/store"
)

var errInput = errors.New("it is no input here")

// instant is the scalar Time.
type instant store.Stamp

// ImplementsGraphQLType implements the library's interface of scalars.
func (instant) ImplementsGraphQLType(name string) bool { return name == "Time" }

// UnmarshalGraphQL implements the library's interface of scalars.
func (instant) UnmarshalGraphQL(any) error { return errInput }

// MarshalJSON implements json.Marshaler.
func (t instant) MarshalJSON() ([]byte, error) { return store.Stamp(t).MarshalJSON() }

// text is the scalars Date and Decimal.
type text string

// ImplementsGraphQLType implements the library's interface of scalars.
func (text) ImplementsGraphQLType(name string) bool { return name == "Date" || name == "Decimal" }

// UnmarshalGraphQL implements the library's interface of scalars.
func (text) UnmarshalGraphQL(any) error { return errInput }

// connection is a list with edges.
type connection[T any] struct{ Edges []edge[T] }

type edge[T any] struct{ Node T }

func (c *connection[T]) add(row T) { c.Edges = append(c.Edges, edge[T]{row}) }

type user struct {
	ID   graphql.ID
	Name string
}

// someone returns an account that may be absent.
func someone(id, name *string) *user {
	switch {
	case name == nil:
		return nil
	case id == nil:
		return &user{Name: *name}
	}
	return &user{graphql.ID(*id), *name}
}

type pagination struct {
	Page, Limit, Total, TotalPages int32
	HasNext, HasPrevious           bool
}

func paginationOf(p store.Pages) pagination {
	return pagination{int32(p.Page), store.PageSize, int32(p.Total), int32(p.Pages()), p.Page < p.Pages(), p.Page > 1}
}

type paymentPage struct {
	Provider   *user
	Payments   []*payment
	Summary    summary
	Pagination pagination
}

type summary struct {
	Count  int32
	Totals []total
}

type total struct {
	Currency            string
	Paid, Reversed, Net text
}

type payment struct {
	ID                                       graphql.ID
	Type, Status                             string
	Amount                                   text
	Currency                                 string
	PaymentDate                              text
	PaymentMethod                            string
	PaymentReference, InvoiceNumber, Remarks string
	PeriodFrom, PeriodTo                     *text
	TaskIDs                                  []graphql.ID
	RecordedBy                               *user
	ReversesID                               *graphql.ID
	ReversedBy                               *payment
	CreatedAt                                instant
}

type broadcastPage struct {
	Broadcasts []*broadcast
	Pagination pagination
}

type broadcast struct {
	ID                                     graphql.ID
	Title, Status, TargetType, TargetValue string
	RecipientCount                         int32
	ScheduledAt                            instant
	SentAt, CancelledAt                    *instant
	CreatedBy                              *user
	CreatedAt, UpdatedAt                   instant
}

type complaint struct {
	ID                       graphql.ID
	Reference, Title, Status string
	Priority                 string
	DueAt                    *instant
	CreatedAt                instant
	Version                  int32
	SubmittedBy              *user
	statusLog                connection[*statusLog]
	Tasks                    connection[*task]
}

// StatusLog resolves the field of this name, whose argument the root resolver has read.
func (c *complaint) StatusLog(struct{ Last *int32 }) connection[*statusLog] { return c.statusLog }

type statusLog struct {
	ID                            graphql.ID
	Status, ActorName, PublicNote string
	CreatedAt                     instant
}

func statusLogOf(r store.Log) *statusLog {
	return &statusLog{graphql.ID(r.ID), r.Status, r.ActorName, r.PublicNote, instant(r.CreatedAt)}
}

type task struct {
	ID          graphql.ID
	Status      string
	ComplaintID graphql.ID
	Complaint   *complaint
	Solver      *user
	updates     connection[*update]
}

// Updates resolves the field of this name, whose argument the root resolver has read.
func (t *task) Updates(struct{ Last *int32 }) connection[*update] { return t.updates }

type update struct {
	ID                    graphql.ID
	Type, Remarks         string
	PercentageCompleted   *int32
	Status                string
	ReviewedBy            *user
	ReviewedAt            *instant
	ReviewNote            string
	Author                *user
	OccurredAt, CreatedAt instant
	Media                 connection[*media]
}

type media struct {
	ID                    graphql.ID
	MediaType, URL        string
	ThumbnailURL          *string
	FileName, ContentType string
	SizeBytes             int32
	SHA256                string
	Width, Height         *int32
	DurationSeconds       *float64
	UploadedBy            *user
	CreatedAt             instant
}
