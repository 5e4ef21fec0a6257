package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestImportRoles holds that an import of accounts names the roles that it gives, and gives admin and super_admin only where
// --allow-roles names them: else it stops before it writes, in a dry run too.
func TestImportRoles(t *testing.T) {
	t.Parallel()
	const (
		head   = "email,name,role,provider\n"
		plain  = "ann@example.org,Ann,,\nbob@example.org,Bob,solver,\n"
		admins = "cay@example.org,Cay,admin,\ndan@example.org,Dan,ADMIN,\n"
		super  = "eve@example.org,Eve,super admin,\n"
	)
	type step struct {
		file   string
		args   string
		says   []string // of the output and the error
		report string   // what the report holds below its header; "" where there is none
		bad    bool
		have   string // the accounts afterwards, with their roles
	}
	const (
		twoAdmins = "role: the file gives admin to 2 accounts (lines 4, 5): nothing was imported; check these rows, then allow the roles with --allow-roles admin"
		noneTwice = ",roles,role,\"1 user, 1 solver\",\n"
		all       = "4,role,role,cay@example.org gets admin,Cay\n5,role,role,dan@example.org gets admin,Dan\n6,role,role,eve@example.org gets super_admin,Eve\n" +
			",roles,role,\"1 user, 1 solver, 2 admin, 1 super_admin\",\n"
	)
	var many strings.Builder
	for n := range 7 {
		fmt.Fprintf(&many, "m%d@example.org,M,admin,\n", n)
	}
	for name, steps := range map[string][]step{
		"Plain roles": {
			{plain, "--dry-run", []string{"2 to be imported", "Roles: 1 user, 1 solver\n"}, noneTwice, false, ""},
			{plain, "", []string{"2 imported", "Roles: 1 user, 1 solver\n"}, noneTwice, false, "ann user, bob solver"},
			{plain, "", []string{"2 already imported"}, "", false, "ann user, bob solver"},
		},
		"Not allowed": {
			{plain + admins, "--dry-run", []string{twoAdmins}, "", true, ""},
			{plain + admins, "", []string{twoAdmins}, "", true, ""},
			{
				plain + admins, "--allow-roles admin",
				[]string{"4 imported", "Roles: 1 user, 1 solver, 2 admin\n"},
				"4,role,role,cay@example.org gets admin,Cay\n5,role,role,dan@example.org gets admin,Dan\n,roles,role,\"1 user, 1 solver, 2 admin\",\n", false, "ann user, bob solver, cay admin, dan admin",
			},
		},
		"All allowed": {
			{plain + admins + super, "--allow-roles admin,super_admin --dry-run", []string{"5 to be imported", "Roles: 1 user, 1 solver, 2 admin, 1 super_admin\n"}, all, false, ""},
			{
				plain + admins + super, "--allow-roles super_admin --allow-roles user,admin",
				[]string{"5 imported", "Roles: 1 user, 1 solver, 2 admin, 1 super_admin\n"},
				all, false,
				"ann user, bob solver, cay admin, dan admin, eve super_admin",
			},
		},
		"Only one of them allowed": {
			{plain + admins + super, "--allow-roles admin --dry-run", []string{"gives super_admin to 1 account (line 6): nothing", "--allow-roles admin,super_admin"}, "", true, ""},
			{plain + admins + super, "--allow-roles admin", []string{"gives super_admin to 1 account (line 6): nothing", "--allow-roles admin,super_admin"}, "", true, ""},
			{super + admins, "--allow-roles super_admin", []string{"gives admin to 2 accounts (lines 3, 4): nothing", "--allow-roles admin,super_admin"}, "", true, ""},
			{plain + admins + super, "", []string{"gives admin to 2 accounts (lines 4, 5) and super_admin to 1 account (line 6): nothing", "--allow-roles admin,super_admin"}, "", true, ""},
		},
		"Many rows": {
			{plain + many.String(), "", []string{"gives admin to 7 accounts (lines 4, 5, 6, 7, 8 and 2 more): nothing"}, "", true, ""},
		},
		"Unknown role in the flag": {
			{plain, "--allow-roles admin,boss", []string{"--allow-roles", `must be one of user, solver, provider, admin, super_admin, not "boss"`}, "", true, ""},
			{plain, "--allow-roles=", []string{"--allow-roles", "must be one of"}, "", true, ""},
			{plain, "--allow-roles admin,", []string{"--allow-roles", "must be one of"}, "", true, ""},
		},
		"No rows": {{"", "--allow-roles admin", []string{"the file has no rows after its header"}, "", true, ""}},
		"Roles that nobody is given": { // rejected, or there already
			{
				"ann@example.org,Ann,,\nANN@example.org,Ann,admin,\nbob@example.org,Bob,admin,Nobody\n", "",
				[]string{"1 imported", "1 already imported", "1 rejected", "Roles: 1 user\n"},
				"4,rejected,provider,only solvers and provider accounts belong to a service provider,Bob\n,roles,role,1 user,\n", false, "ann user",
			},
		},
		// An import that was killed goes on by the same rule: what is there already is given nothing.
		"Went on": {
			{plain + "cay@example.org,Cay,admin,\n", "--allow-roles admin", []string{"3 imported"}, "4,role,role,cay@example.org gets admin,Cay\n,roles,role,\"1 user, 1 solver, 1 admin\",\n", false, "ann user, bob solver, cay admin"},
			{plain + "cay@example.org,Cay,super_admin,\n", "", []string{"3 already imported"}, "", false, "ann user, bob solver, cay admin"},
			{plain + admins + "fay@example.org,Fay,,\n", "", []string{"gives admin to 1 account (line 5): nothing"}, "", true, "ann user, bob solver, cay admin"},
			{
				plain + admins + "fay@example.org,Fay,,\n", "--allow-roles admin",
				[]string{"2 imported", "3 already imported", "Roles: 1 user, 1 admin\n"},
				"5,role,role,dan@example.org gets admin,Dan\n,roles,role,\"1 user, 1 admin\",\n", false, "ann user, bob solver, cay admin, dan admin, fay user",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			forEachDatabase(t, func(t *testing.T, h installation) {
				h.mustRun(t, "", "migrate")
				for n, s := range steps {
					file, report := filepath.Join(h.dir, "users.csv"), filepath.Join(h.dir, fmt.Sprintf("%d.csv", n))
					if err := os.WriteFile(file, []byte(head+s.file), 0o600); err != nil {
						t.Fatal(err)
					}
					code, said := h.does(t, append([]string{"import", "users", file, "--report", report}, strings.Fields(s.args)...)...)
					if (code != 0) != s.bad {
						t.Errorf("%d: exit code %d: %s", n, code, said)
					}
					for _, want := range s.says {
						if !strings.Contains(said, want) {
							t.Errorf("%d: says\n%s\nwithout %q", n, said, want)
						}
					}
					listed, _ := os.ReadFile(report) // none where the file was refused
					if _, rows, _ := strings.Cut(string(listed), "\n"); rows != s.report {
						t.Errorf("%d: the report has\n%s\nwant\n%s", n, rows, s.report)
					}
					if have := accountRoles(t, h); have != s.have {
						t.Errorf("%d: there are %s, want %s", n, have, s.have)
					}
				}
			})
		})
	}
}

// accountRoles returns the first parts of the addresses of all accounts with their roles.
func accountRoles(t *testing.T, h installation) string {
	t.Helper()
	var accounts []string
	for line := range strings.Lines(h.mustRun(t, "", "user", "list")) {
		if cells := strings.Fields(line); strings.Contains(cells[0], "@") {
			local, _, _ := strings.Cut(cells[0], "@")
			accounts = append(accounts, local+" "+cells[1])
		}
	}
	slices.Sort(accounts)
	return strings.Join(accounts, ", ")
}
