// Package reader finds the language in which an account reads: the one that it has chosen among its
// preferences.
package reader

import (
	"context"
	"encoding/json"

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
	row, err := client.Preference.Query().Where(preference.UserID(account)).
		Only(auth.System(ctx, "write to people in their language"))
	if ent.IsNotFound(err) {
		return otherwise, nil
	}
	if err != nil {
		return otherwise, err
	}
	var p domain.ScreenPreferences
	if err := json.Unmarshal(row.Chosen, &p); err != nil {
		return otherwise, err
	}
	return Chosen(&p.Language, otherwise), nil
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
