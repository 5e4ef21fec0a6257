package csvimport

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/group"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/csvcell"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/store/batch"
)

// account is a row converted to an account.
type account struct {
	id       uuid.UUID
	name     string
	email    string
	key      string // the address, folded
	phone    string
	role     domain.Role
	state    domain.AccountState
	zone     *uuid.UUID
	provider *uuid.UUID
	groups   []uuid.UUID
}

// user imports the rows of accounts.
func (r *listRun) user() taker {
	seen := map[string]bool{}
	return func(ctx context.Context, row *listRow) (outcome, *rejection, error) {
		box, ok := readMailbox(row.texts[Email])
		if !ok && row.texts[broken] == "" {
			return 0, &rejection{Email, shown(row.texts[Email]) + " is no e-mail address"}, nil
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
		if known || seen[a.key] {
			return there, nil, nil
		}
		if bad, err := r.belongs(ctx, row, a); bad != nil || err != nil {
			return 0, bad, err
		}
		if why := csvcell.Lost(a.phone); why != "" && row.id == nil {
			if err := r.warn(row, Phone, "%s is left out: %s", shown(a.phone), why); err != nil {
				return 0, nil, err
			}
			a.phone = ""
		}
		seen[a.key] = true
		if !r.DryRun {
			if err := r.inTx(ctx, func(tx *ent.Tx) error { return r.insertAccount(ctx, tx, row, a) }); err != nil {
				return 0, nil, fmt.Errorf("add %s: %w", a.email, err)
			}
		}
		r.gave(row.line, a)
		return taken, nil, nil
	}
}

// account returns what the row alone says of an account with an address.
func (row *listRow) account(box mailbox) (*account, *rejection) {
	a := &account{
		id: row.newID(domain.KindUser), name: row.texts[Name], email: box.address, key: box.key, phone: row.texts[Phone],
		state: domain.AccountActive,
	}
	if utf8.RuneCountInString(a.phone) > domain.MaxPhone {
		return nil, &rejection{Phone, fmt.Sprintf("is longer than %d characters", domain.MaxPhone)}
	}
	role, bad := row.role()
	if bad != nil {
		return nil, bad
	}
	a.role = role
	switch text := row.texts[State]; strings.ToLower(text) {
	case "", "active":
	case "disabled":
		a.state = domain.AccountDisabled
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
	id, err := find(row.texts[ZoneID], domain.KindZone, row.texts[Zone],
		func(id uuid.UUID) error { return existence(r.Client.Zone.Get(ctx, id)) },
		func(name string) (uuid.UUID, error) {
			return r.Client.Zone.Query().Where(zone.Name(name)).OnlyID(ctx)
		})
	if err != nil {
		return nil, err
	}
	if a.zone = id; id == nil && row.texts[ZoneID]+row.texts[Zone] != "" {
		if err := r.warn(row, Zone, "%s is left out: there is not exactly one such zone; import zones first",
			shown(cmp.Or(row.texts[Zone], row.texts[ZoneID]))); err != nil {
			return nil, err
		}
	}
	a.provider, err = find(row.texts[ProviderID], domain.KindServiceProvider, row.texts[Provider],
		func(id uuid.UUID) error { return existence(r.Client.ServiceProvider.Get(ctx, id)) },
		func(name string) (uuid.UUID, error) {
			return r.Client.ServiceProvider.Query().Where(serviceprovider.Name(name)).OnlyID(ctx)
		})
	if err != nil {
		return nil, err
	}
	switch given := row.texts[ProviderID]+row.texts[Provider] != ""; {
	case given && a.provider == nil:
		return &rejection{Provider, fmt.Sprintf("%s is not there: import service providers first", shown(cmp.Or(row.texts[Provider], row.texts[ProviderID])))}, nil
	case given && !a.role.OfProvider():
		return &rejection{Provider, "only solvers and provider accounts belong to a service provider"}, nil
	case !given && a.role == domain.RoleProvider:
		return &rejection{Provider, "a provider account needs its service provider"}, nil
	}
	return nil, r.groupsOf(ctx, row, a)
}

// find returns the id that is there, else that of the name, else nil.
func find(id string, kind domain.Kind, name string, withID func(uuid.UUID) error, withName func(string) (uuid.UUID, error)) (*uuid.UUID, error) {
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
		found, err := find(id, domain.KindGroup, name,
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

// insertAccount writes an account without a password, and who made it.
func (r *listRun) insertAccount(ctx context.Context, tx *ent.Tx, row *listRow, a *account) error {
	if !r.allows(a.role) { // checkRoles saw an account for the row, whose address has been changed since
		return fmt.Errorf("role: line %d gives %s, which --allow-roles does not name", row.line, roleName(a.role))
	}
	now := r.createdAt(row)
	create := tx.User.Create().SetID(a.id).SetName(a.name).SetRole(a.role).SetState(a.state).
		SetNillableZoneID(a.zone).SetNillableProviderID(a.provider).SetCreatedAt(now)
	if a.state == domain.AccountDisabled {
		create.SetDisabledAt(r.truncatedNow())
	}
	if err := create.Exec(ctx); err != nil {
		return err
	}
	text, digits := search.OfContact(a.name, a.email, a.phone)
	err := tx.Contact.Create().SetUserID(a.id).SetEmail(a.email).SetEmailKey(a.key).SetPhone(a.phone).SetCreatedAt(now).
		SetSearchText(text).SetPhoneDigits(digits).Exec(ctx)
	if err != nil {
		return err
	}
	err = tx.Membership.MapCreateBulk(a.groups, func(c *ent.MembershipCreate, i int) { c.SetUserID(a.id).SetGroupID(a.groups[i]) }).Exec(ctx)
	if err != nil {
		return err
	}
	after, err := json.Marshal(map[string]any{"role": a.role, "state": a.state, "zone_id": a.zone, "provider_id": a.provider, "group_ids": a.groups})
	if err != nil {
		return fmt.Errorf("encode the audit entry: %w", err)
	}
	return r.Ledger.Audit(ctx, batch.Of(tx), &ent.AuditEntry{
		Agent: domain.AgentImport, Action: "user.create", SubjectType: "User", SubjectID: &a.id, After: after, CreatedAt: r.truncatedNow(),
	})
}
