package policy_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// TestSubjectIsInTheKey: what a rule may look at decides which cached statement is sent, or is a value of it.
func TestSubjectIsInTheKey(t *testing.T) {
	var subject policy.Subject
	form, values := subject.Key()
	of := reflect.ValueOf(&subject).Elem()
	for i := range of.NumField() {
		subject = policy.Subject{}
		switch field := of.Field(i); field.Kind() {
		case reflect.String:
			field.SetString("X")
		default:
			field.Set(reflect.ValueOf(domain.NewID(domain.KindUser)))
		}
		if f, v := subject.Key(); f == form && slices.Equal(v, values) {
			t.Errorf("the key is the same with another %s", of.Type().Field(i).Name)
		}
	}
}

// TestRulesHaveOneStatement: the conditions of a rule have one text for all viewers of a role. Ids are no more than values
// of it, and so is that there is none.
func TestRulesHaveOneStatement(t *testing.T) {
	forms := map[string]func(context.Context) context.Context{
		"":              func(ctx context.Context) context.Context { return ctx },
		"OwnStatusLogs": policy.OwnStatusLogs,
		"NearbyFacts":   policy.NearbyFacts,
	}
	viewers := map[string]auth.Viewer{
		"one":     {ID: domain.NewID(domain.KindUser), ProviderID: domain.NewID(domain.KindServiceProvider)},
		"another": {ID: domain.NewID(domain.KindUser), ProviderID: domain.NewID(domain.KindServiceProvider)},
		"neither": {},
	}
	for _, database := range []string{dialect.SQLite, dialect.Postgres} {
		sent := &statements{name: database}
		for name, client := range clients(t, ent.NewClient(ent.Driver(sent))) {
			for _, role := range append([]domain.Role{"", "UNHEARD_OF"}, domain.Roles...) {
				for form, narrow := range forms {
					texts := map[string][]string{}
					for who, v := range viewers {
						v.Role = role
						sent.texts = nil
						if _, err := count(narrow(auth.With(t.Context(), &v)), client); !errors.Is(err, errSent) {
							t.Fatalf("%s: %v", name, err)
						}
						texts[sent.texts[0]] = append(texts[sent.texts[0]], who)
					}
					if len(texts) != 1 {
						t.Errorf("%s for %q, %s on %s: %d statements: %v", name, role, form, database, len(texts), texts)
					}
				}
			}
		}
	}
}

// statements is a driver that remembers texts and sends nothing.
type statements struct {
	dialect.Driver

	name  string
	texts []string
}

var errSent = errors.New("nothing is sent")

func (s *statements) Dialect() string { return s.name }

func (s *statements) Query(_ context.Context, text string, _, _ any) error {
	s.texts = append(s.texts, text)
	return errSent
}
