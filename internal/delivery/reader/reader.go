// Package reader finds the language and the time zone in which an account reads: those that it has chosen among its
// preferences.
package reader

import (
	"context"
	"encoding/json"
	"time"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/preference"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// Column returns the language that accounts have chosen, null for none, as a column of a statement that
// reads accounts. It is given the column of their ids.
func Column(account string) sql.Querier {
	return sql.ExprFunc(func(b *sql.Builder) {
		b.WriteString("(SELECT ")
		if chosen := preference.FieldChosen; b.Dialect() == dialect.SQLite { // where it is a blob
			b.WriteString("json_extract(CAST(").Ident(chosen).WriteString(" AS TEXT), '$.language')")
		} else {
			b.Ident(chosen).WriteString("->>'language'")
		}
		b.WriteString(" FROM ").Ident(preference.Table).WriteString(" WHERE ")
		b.Ident(sql.Table(preference.Table).C(preference.FieldUserID)).WriteString(" = ").Ident(account).WriteString(")")
	})
}

// Language returns the language in which an account reads: the one that it has chosen, if the service speaks
// it, else another one.
func Language(ctx context.Context, client *ent.Client, account uuid.UUID, otherwise i18n.Language) (i18n.Language, error) {
	p, err := chosenBy(ctx, client, account)
	return Chosen(&p.Language, otherwise), err
}

// TimeZone returns the time zone in which an account reads times: the one that it has chosen, else another one.
func TimeZone(ctx context.Context, client *ent.Client, account uuid.UUID, otherwise *time.Location) (*time.Location, error) {
	p, err := chosenBy(ctx, client, account)
	if err != nil || p.TimeZone == "" {
		return otherwise, err
	}
	zone, err := time.LoadLocation(p.TimeZone)
	if err != nil { // this machine does not know it
		return otherwise, nil //nolint:nilerr // the organization's will do
	}
	return zone, nil
}

// chosenBy returns the preferences of an account, empty if it has chosen none.
func chosenBy(ctx context.Context, client *ent.Client, account uuid.UUID) (p domain.ScreenPreferences, err error) {
	row, err := client.Preference.Query().Where(preference.UserID(account)).
		Only(auth.System(ctx, "write to people as they read"))
	if ent.IsNotFound(err) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(row.Chosen, &p)
}

// Chosen returns a language that was chosen, if the service speaks it, else another one.
func Chosen(tag *string, otherwise i18n.Language) i18n.Language {
	if tag != nil {
		if l, ok := i18n.Match(*tag); ok {
			return l
		}
	}
	return otherwise
}
