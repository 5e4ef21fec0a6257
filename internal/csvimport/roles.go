package csvimport

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/redress/redress/internal/domain"
)

// Which roles a file gives. Roles with rights over other accounts (domain.Role.Admin) it gives only when the options
// allow them: who sent the file would otherwise choose the administrators.

// administrator is an account that was given a role with rights over others.
type administrator struct {
	line        int
	role        domain.Role
	email, name string
}

// allows reports whether the file may give a role.
func (o Options) allows(role domain.Role) bool {
	return !role.Admin() || slices.Contains(o.AllowRoles, role)
}

// role returns the role of an account: user, unless the row names one.
func (row *listRow) role() (domain.Role, *rejection) {
	text := row.texts[Role]
	if text == "" {
		return domain.RoleUser, nil
	}
	role := domain.Role(strings.ToUpper(strings.ReplaceAll(text, " ", "_")))
	if !slices.Contains(domain.Roles, role) {
		return "", &rejection{Role, shown(text) + " is none of user, solver, provider, admin, super_admin"}
	}
	return role, nil
}

// gave records that an account has the role of its row.
func (r *listRun) gave(line int, a *account) {
	if r.sum.Roles == nil {
		r.sum.Roles = map[domain.Role]int{}
	}
	r.sum.Roles[a.in.Role]++
	if a.in.Role.Admin() {
		r.administrators = append(r.administrators, administrator{line, a.in.Role, a.in.Email, a.in.Name})
	}
}

// checkRoles refuses a file of accounts that gives roles that are not allowed. Rows that are rejected or whose account is
// there already give none, so the rows are tried first; only files that name such a role pay for that.
func (r *listRun) checkRoles(ctx context.Context, kind List, rows []*listRow) error {
	named := slices.ContainsFunc(rows, func(row *listRow) bool {
		role, bad := row.role()
		return bad == nil && !r.allows(role)
	})
	if kind != Users || !named {
		return nil
	}
	trial := &listRun{
		Importer: r.Importer, Options: r.Options, report: &reportWriter{csv.NewWriter(io.Discard)}, sum: Summary{Warnings: map[Warning]int{}},
	}
	trial.DryRun = true
	take := trial.user()
	for _, row := range rows {
		if err := trial.take(ctx, row, take); err != nil {
			return err
		}
	}
	var gives, allow []string
	for _, role := range domain.Roles {
		var lines []int
		for _, a := range trial.administrators {
			if a.role == role {
				lines = append(lines, a.line)
			}
		}
		if len(lines) > 0 && !r.allows(role) {
			gives = append(gives, fmt.Sprintf("%s to %s", roleName(role), accountsIn(lines)))
		}
		if len(lines) > 0 || slices.Contains(r.AllowRoles, role) {
			allow = append(allow, roleName(role))
		}
	}
	if len(gives) == 0 {
		return nil
	}
	return fmt.Errorf("role: the file gives %s: nothing was imported; check these rows, then allow the roles with --allow-roles %s",
		strings.Join(gives, " and "), strings.Join(allow, ","))
}

// accountsIn returns how many accounts rows make, with the first of their lines.
func accountsIn(lines []int) string {
	const most = 5
	if len(lines) == 1 {
		return fmt.Sprintf("1 account (line %d)", lines[0])
	}
	var first []string
	for _, line := range lines[:min(len(lines), most)] {
		first = append(first, strconv.Itoa(line))
	}
	more := ""
	if len(lines) > most {
		more = fmt.Sprintf(" and %d more", len(lines)-most)
	}
	return fmt.Sprintf("%d accounts (lines %s%s)", len(lines), strings.Join(first, ", "), more)
}

// RoleCounts returns how many accounts were given which role, such as "12 user, 1 admin", or "" for none.
func (s Summary) RoleCounts() string {
	var counts []string
	for _, role := range domain.Roles {
		if n := s.Roles[role]; n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, roleName(role)))
		}
	}
	return strings.Join(counts, ", ")
}

// endReport adds to the report who was given a role with rights over others, and how many accounts which role.
func (r *listRun) endReport() error {
	for _, a := range r.administrators {
		if err := r.report.row(a.line, "role", Role, fmt.Sprintf("%s gets %s", a.email, roleName(a.role)), a.name); err != nil {
			return err
		}
	}
	if counts := r.sum.RoleCounts(); counts != "" {
		if err := r.report.all("roles", Role, counts); err != nil {
			return err
		}
	}
	return r.report.flush()
}

// roleName returns a role as files and the command line name it.
func roleName(role domain.Role) string { return strings.ToLower(string(role)) }
