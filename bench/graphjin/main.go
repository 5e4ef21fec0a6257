// Command graphjin serves, with GraphJin, what it can of the operations that the bench measures: the status
// log, pages of payments and broadcasts, and the nested query, in documents of its own (queries), since
// it reads tables and names them as the database does. They are its allow list, so that it compiles each
// once for each role. Token and session are checked as everywhere; a role's rights are its configuration.
// It does less than the others: amounts stay in minor units, agents have no names, a payment does not say
// which other one reverses it (a table within itself is a recursion, which costs a millisecond more), and a
// foreign complaint's log is empty instead of not found.
package main

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"net/http"
	"strings"
	"time"

	"github.com/dosco/graphjin/core/v3"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver of GraphJin's own service

	"github.com/redress/redress/bench/contender"
)

func main() { contender.Main(newHandler) }

//go:embed queries
var queries embed.FS

// allowed is the allow list, which is read only.
type allowed struct{}

// Get implements GraphJin's interface of files.
func (allowed) Get(name string) ([]byte, error) {
	return queries.ReadFile(strings.TrimPrefix(name, "/"))
}

// Put implements GraphJin's interface of files.
func (allowed) Put(name string, _ []byte) error {
	return &fs.PathError{Op: "put", Path: name, Err: fs.ErrPermission}
}

// Exists implements GraphJin's interface of files.
func (a allowed) Exists(name string) (bool, error) {
	if _, err := a.Get(name); !errors.Is(err, fs.ErrNotExist) {
		return err == nil, err
	}
	return false, nil
}

// config has the rights: reporters read the logs of their own complaints, administrators everything, and
// there is no other role.
func config() *core.Config {
	blocked := &core.Query{Block: true}
	return &core.Config{
		Production: true, DefaultBlock: true, DefaultLimit: 1000, FS: allowed{},
		Roles: []core.Role{
			{Name: "USER", Tables: []core.RoleTable{
				{Name: "status_logs", Query: &core.Query{Filters: []string{`{ complaint: { submitted_by_id: { eq: $user_id } } }`}}},
				{Name: "complaints", Query: blocked},
				{Name: "broadcasts", Query: blocked},
				{Name: "payments", Query: blocked},
				{Name: "payment_days", Query: blocked},
			}},
			{Name: "ADMIN"},
			{Name: "SUPER_ADMIN"},
		},
	}
}

func newHandler(ctx context.Context, with contender.Settings) (http.Handler, error) {
	db, err := sql.Open("pgx", with.Database)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(contender.Conns)
	db.SetMaxIdleConns(contender.Conns)
	if err := db.PingContext(ctx); err != nil {
		return nil, err
	}
	// The driver prepares statements by their texts, GraphJin's too.
	auth, err := contender.NewAuthenticator(with.Key, func(ctx context.Context, account, session string, now time.Time) (role string, err error) {
		err = db.QueryRowContext(ctx, contender.RoleOf, account, session, now).Scan(&role)
		return role, err
	})
	if err != nil {
		return nil, err
	}
	graph, err := core.NewGraphJin(config(), db)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /query/{name}", func(w http.ResponseWriter, r *http.Request) {
		by, err := auth.Admit(r)
		var in struct{ Variables json.RawMessage }
		if err == nil && json.NewDecoder(r.Body).Decode(&in) != nil {
			err = contender.Refusal(http.StatusBadRequest)
		}
		var found *core.Result
		if err == nil {
			ctx := context.WithValue(context.WithValue(r.Context(), core.UserIDKey, by.Account.String()), core.UserRoleKey, by.Role)
			found, err = graph.GraphQLByName(ctx, r.PathValue("name"), in.Variables, nil)
		}
		if refused := contender.Refusal(http.StatusInternalServerError); err != nil {
			if !errors.As(err, &refused) {
				log.Print(err)
			}
			http.Error(w, refused.Error(), int(refused))
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"data":%s}`, found.Data) //nolint:gosec // it is JSON
	})
	return mux, nil
}
