package identity

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/preference"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

// columnName is the name of a list or of a column, as clients choose it.
var columnName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,60}$`)

const columnForm = "must be 1 to 60 letters, digits, dots, hyphens and underscores"

// PreferencesInput is what changes in how screens look; nil stays, and what is empty returns to its
// default. Lists that Columns does not name stay.
type PreferencesInput struct {
	Language, TimeZone, StartView *string
	Theme                         *domain.Theme
	Density                       *domain.Density
	Columns                       []domain.ListColumns
}

// ScreenPreferences returns how the viewer wants screens to look.
func (r *Room) ScreenPreferences(ctx context.Context) (domain.ScreenPreferences, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return domain.ScreenPreferences{}, err
	}
	p, _, err := readPreferences(ctx, r.Client.Preference.Query().Where(preference.UserID(v.ID)))
	return p, err
}

// readPreferences returns the preferences that a query finds and their row, nil if there is none.
func readPreferences(ctx context.Context, q *ent.PreferenceQuery) (p domain.ScreenPreferences, row *ent.Preference, err error) {
	row, err = q.Only(auth.System(ctx, "how an account wants screens to look"))
	if err == nil {
		err = json.Unmarshal(row.Chosen, &p)
	}
	if ent.IsNotFound(err) {
		row, err = nil, nil
	}
	p.Theme, p.Density = cmp.Or(p.Theme, domain.ThemeSystem), cmp.Or(p.Density, domain.DensityComfortable)
	return p, row, err
}

// UpdateScreenPreferences changes how the viewer wants screens to look. Everybody who is signed in.
// It is no business of the audit.
func (r *Room) UpdateScreenPreferences(ctx context.Context, in PreferencesInput) (domain.ScreenPreferences, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return domain.ScreenPreferences{}, err
	}
	if err := in.check(); err != nil {
		return domain.ScreenPreferences{}, err
	}
	sys := auth.System(ctx, "how an account wants screens to look")
	return tx.In(ctx, r.Runner, func(t *tx.Tx) (p domain.ScreenPreferences, err error) {
		// Of two at once the second adds to what the first chose.
		if _, err := t.User.Query().Where(user.ID(v.ID), dbtx.ForUpdate).Select(user.FieldID).Only(sys); err != nil {
			return p, tx.Missing(err, "account")
		}
		p, row, err := readPreferences(ctx, t.Preference.Query().Where(preference.UserID(v.ID)))
		if err != nil {
			return p, err
		}
		if err := in.apply(&p); err != nil {
			return p, err
		}
		chosen, err := json.Marshal(p)
		if err != nil {
			return p, err
		}
		if row == nil {
			return p, t.Preference.Create().SetUserID(v.ID).SetChosen(chosen).SetUpdatedAt(t.Now).Exec(sys)
		}
		return p, t.Preference.UpdateOne(row).SetChosen(chosen).SetUpdatedAt(t.Now).Exec(sys)
	})
}

// check tidies the input, or returns all that is wrong with it.
func (in *PreferencesInput) check() error {
	if in.Language == nil && in.TimeZone == nil && in.StartView == nil && in.Theme == nil && in.Density == nil && in.Columns == nil {
		return tx.NothingToChange()
	}
	var errs tx.FieldErrors
	for _, text := range []*string{in.Language, in.TimeZone, in.StartView} {
		if text != nil {
			*text = strings.TrimSpace(domain.Visible(*text))
		}
	}
	if in.Language != nil && *in.Language != "" {
		errs.Language("language", *in.Language)
	}
	if in.TimeZone != nil {
		errs.TimeZone("timeZone", *in.TimeZone)
	}
	if in.StartView != nil {
		errs.Merge(tx.CheckLine("startView", in.StartView, 0, domain.MaxStartView))
	}
	if len(in.Columns) > domain.MaxPreferredLists {
		errs.Add("columns", "too_many", "must be at most %d", domain.MaxPreferredLists)
		return errs.Fault()
	}
	for i, l := range in.Columns {
		checkColumns(&errs, fmt.Sprintf("columns.%d.", i), l)
		if slices.ContainsFunc(in.Columns[:i], func(o domain.ListColumns) bool { return o.List == l.List }) {
			errs.Add(fmt.Sprintf("columns.%d.list", i), "duplicate", "is given twice")
		}
	}
	return errs.Fault()
}

func checkColumns(w *tx.FieldErrors, at string, l domain.ListColumns) {
	if !columnName.MatchString(l.List) {
		w.Add(at+"list", "invalid", columnForm)
	}
	checkColumnNames(w, at, l.Columns)
}

// checkColumnNames notes what is wrong with the names of columns.
func checkColumnNames(w *tx.FieldErrors, at string, names []string) {
	if len(names) > domain.MaxColumns {
		w.Add(at+"columns", "too_many", "must be at most %d", domain.MaxColumns)
		return
	}
	for i, name := range names {
		field := fmt.Sprintf("%scolumns.%d", at, i)
		if !columnName.MatchString(name) {
			w.Add(field, "invalid", columnForm)
		} else if slices.Contains(names[:i], name) {
			w.Add(field, "duplicate", "is given twice")
		}
	}
}

// apply puts the input into the preferences, unless there would be too many lists.
func (in PreferencesInput) apply(p *domain.ScreenPreferences) error {
	set(&p.Language, in.Language)
	set(&p.TimeZone, in.TimeZone)
	set(&p.StartView, in.StartView)
	set(&p.Theme, in.Theme)
	set(&p.Density, in.Density)
	for _, l := range in.Columns {
		p.Columns = slices.DeleteFunc(p.Columns, func(o domain.ListColumns) bool { return o.List == l.List })
		if len(l.Columns) > 0 {
			p.Columns = append(p.Columns, l)
		}
	}
	if len(p.Columns) > domain.MaxPreferredLists {
		var errs tx.FieldErrors
		errs.Add("columns", "too_many", "must be of at most %d lists in all", domain.MaxPreferredLists)
		return errs.Fault()
	}
	return nil
}

// set puts a value into a variable unless it is nil.
func set[T any](to, value *T) {
	if value != nil {
		*to = *value
	}
}
