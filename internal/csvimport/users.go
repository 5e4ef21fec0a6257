package csvimport

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/group"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/csvcell"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// account is a row converted to an account.
type account struct {
	id       uuid.UUID
	in       identity.AccountInput
	key      string // the address, folded
	disabled bool
	groups   []uuid.UUID
}

// user imports the rows of accounts.
func (r *listRun) user() taker {
	made := takenRows{}
	return func(ctx context.Context, row *listRow) (outcome, *rejection, error) {
		box, ok := readMailbox(row.texts[Email])
		if !ok && row.texts[broken] == "" {
			bad := refused(auth.NoAddress())
			bad.reason = shown(row.texts[Email]) + ": " + bad.reason
			return 0, bad, nil
		}
		if row.texts[Name] == "" {
			local, _, _ := strings.Cut(box.address, "@")
			row.texts[Name] = cmp.Or(box.name, local)
		}
		if bad := row.check(domain.KindUser); bad != nil {
			return 0, bad, nil
		}
		a, bad := row.account(box)
		if bad != nil {
			return 0, bad, nil
		}
		known, err := r.knownAccount(ctx, row.id, a.key)
		if err != nil {
			return 0, nil, err
		}
		if known || made.has(a.key, row.id) {
			return there, nil, nil
		}
		if bad, err := r.belongs(ctx, row, a); bad != nil || err != nil {
			return 0, bad, err
		}
		if why := csvcell.Lost(a.in.Phone); why != "" && row.id == nil {
			if err := r.warn(row, Phone, "%s is left out: %s", shown(a.in.Phone), why); err != nil {
				return 0, nil, err
			}
			a.in.Phone = ""
		}
		checked, err := identity.Check(a.in)
		if err != nil {
			return 0, refused(err), nil
		}
		if !r.DryRun {
			if taken, err := r.insertAccount(ctx, row, a, checked); taken || err != nil {
				return there, nil, err
			}
		}
		made.add(a.key, row.id)
		r.gave(row.line, a)
		return taken, nil, nil
	}
}

// account returns what the row alone says of an account with an address.
func (row *listRow) account(box mailbox) (*account, *rejection) {
	a := &account{
		id: row.newID(domain.KindUser), key: box.key,
		in: identity.AccountInput{Name: row.texts[Name], Email: box.address, Phone: row.texts[Phone]},
	}
	role, bad := row.role()
	if bad != nil {
		return nil, bad
	}
	a.in.Role = role
	switch text := row.texts[State]; strings.ToLower(text) {
	case "", "active":
	case "disabled":
		a.disabled = true
	default:
		return nil, &rejection{State, fmt.Sprintf("%s is neither active nor disabled", shown(text))}
	}
	return a, nil
}

// knownAccount reports whether there is an account with the id or with the address.
func (r *listRun) knownAccount(ctx context.Context, id *uuid.UUID, key string) (bool, error) {
	n, err := r.Client.Contact.Query().Where(contact.EmailKey(key), contact.UserIDNotNil()).Count(ctx)
	if err != nil || n > 0 || id == nil {
		return n > 0, err
	}
	err = existence(r.Client.User.Get(ctx, *id))
	if ent.IsNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

// belongs finds the zone, the service provider and the groups of an account, by id or else by name. A service
// provider must be there: who is paid for an account's work is not left open.
func (r *listRun) belongs(ctx context.Context, row *listRow, a *account) (*rejection, error) {
	id, err := r.refer(row.texts[ZoneID], domain.KindZone, row.texts[Zone],
		func(id uuid.UUID) error { return existence(r.Client.Zone.Get(ctx, id)) },
		func(name string) (uuid.UUID, error) {
			return r.Client.Zone.Query().Where(zone.Name(name)).OnlyID(ctx)
		})
	if err != nil {
		return nil, err
	}
	if a.in.Zone = id; id == nil && row.texts[ZoneID]+row.texts[Zone] != "" {
		if err := r.warn(row, Zone, "%s is left out: there is not exactly one such zone; import zones first",
			shown(cmp.Or(row.texts[Zone], row.texts[ZoneID]))); err != nil {
			return nil, err
		}
	}
	given := cmp.Or(row.texts[Provider], row.texts[ProviderID])
	if given != "" {
		if err := identity.CheckRole(a.in.Role, &uuid.Nil); err != nil { // before whether it is there
			return refused(err), nil
		}
	}
	a.in.Provider, err = r.refer(row.texts[ProviderID], domain.KindServiceProvider, row.texts[Provider],
		func(id uuid.UUID) error { return existence(r.Client.ServiceProvider.Get(ctx, id)) },
		func(name string) (uuid.UUID, error) {
			return r.Client.ServiceProvider.Query().Where(serviceprovider.Name(name)).OnlyID(ctx)
		})
	if err != nil {
		return nil, err
	}
	if given != "" && a.in.Provider == nil {
		return &rejection{Provider, fmt.Sprintf("%s: there is no such service provider; import service providers first", shown(given))}, nil
	}
	return nil, r.groupsOf(ctx, row, a)
}

// reference is what a row names another one by.
type reference struct {
	kind     domain.Kind
	id, name string
}

// refer returns the id that is there, else that of the name, else nil. What was found is remembered: rows of the catalog stay.
func (r *listRun) refer(id string, kind domain.Kind, name string, withID func(uuid.UUID) error, withName func(string) (uuid.UUID, error)) (*uuid.UUID, error) {
	by := reference{kind, id, name}
	if known, ok := r.found[by]; ok {
		return &known, nil
	}
	found, err := lookUp(id, kind, name, withID, withName)
	if err == nil && found != nil {
		if r.found == nil {
			r.found = map[reference]uuid.UUID{}
		}
		r.found[by] = *found
	}
	return found, err
}

func lookUp(id string, kind domain.Kind, name string, withID func(uuid.UUID) error, withName func(string) (uuid.UUID, error)) (*uuid.UUID, error) {
	if known, err := domain.ParseID(id); err == nil && domain.KindOf(known) == kind {
		err := withID(known)
		if err == nil || !ent.IsNotFound(err) {
			return &known, err
		}
	}
	if name == "" {
		return nil, nil
	}
	found, err := withName(name)
	if ent.IsNotFound(err) || ent.IsNotSingular(err) {
		return nil, nil
	}
	return &found, err
}

// groupsOf finds the groups: the names are separated by semicolons, the ids by blanks, both in the same order. Names that are more
// than the ids have semicolons of their own, so only the ids say which groups they are.
func (r *listRun) groupsOf(ctx context.Context, row *listRow, a *account) error {
	ids := strings.Fields(row.texts[GroupIDs])
	var names []string
	if text := row.texts[GroupNames]; text != "" {
		names = strings.Split(text, ";")
	}
	if len(ids) > 0 && len(names) > len(ids) {
		names = nil
	}
	for i := range max(len(ids), len(names)) {
		var id, name string
		if i < len(ids) {
			id = ids[i]
		}
		if i < len(names) {
			name = strings.TrimSpace(names[i])
		}
		found, err := r.refer(id, domain.KindGroup, name,
			func(id uuid.UUID) error { return existence(r.Client.Group.Get(ctx, id)) },
			func(name string) (uuid.UUID, error) {
				return r.Client.Group.Query().Where(group.Name(name)).OnlyID(ctx)
			})
		if err != nil {
			return err
		}
		if found == nil && id+name != "" {
			if err := r.warn(row, GroupNames, "%s is left out: there is no such group; import groups first", shown(cmp.Or(name, id))); err != nil {
				return err
			}
		} else if found != nil && !slices.Contains(a.groups, *found) {
			a.groups = append(a.groups, *found)
		}
	}
	return nil
}

// insertAccount writes an account without a password, and who made it. It reports whether the address was taken meanwhile.
func (r *listRun) insertAccount(ctx context.Context, row *listRow, a *account, checked identity.Checked) (taken bool, err error) {
	if !r.allows(a.in.Role) { // checkRoles saw an account for the row, whose address has been changed since
		return false, fmt.Errorf("role: line %d gives %s, which --allow-roles does not name", row.line, roleName(a.in.Role))
	}
	err = r.runner().Do(ctx, func(t *tx.Tx) error {
		_, err := identity.Insert(ctx, t, identity.NewAccount{
			Checked: checked, ID: a.id, Disabled: a.disabled, Groups: a.groups, Found: true, CreatedAt: r.createdAt(row),
		})
		return err
	})
	if fault.Is(err, fault.Conflict) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("add %s: %w", a.in.Email, err)
	}
	return false, nil
}
