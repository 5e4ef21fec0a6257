package rest

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// route is one row of the table. A handler writes nothing when it answers an error.
type route struct {
	method string
	path   string
	roles  []domain.Role // whose the call is; none: the handler itself asks who calls, if at all
	handle func(*API, http.ResponseWriter, *http.Request) error
	doc    operation
}

// routes is the interface (docs/product.md, REST) in one table, and the places for other files.
func routes() []route {
	var (
		get, post = http.MethodGet, http.MethodPost
		user      = []domain.Role{domain.RoleUser}
		solver    = []domain.Role{domain.RoleSolver}
		admins    = []domain.Role{domain.RoleAdmin, domain.RoleSuperAdmin}
		writers   = []domain.Role{domain.RoleUser, domain.RoleAdmin, domain.RoleSuperAdmin}
		everybody = domain.Roles
	)
	return []route{
		{get, "/api/complaints/{id}/status-log/", user, read((*API).statusLog), statusLogDoc()},
		{get, "/api/admin/service-providers/{provider_id}/payments/", admins, read((*API).payments), paymentsDoc()},
		{get, "/api/admin/notifications/broadcasts/", admins, read((*API).broadcasts), broadcastsDoc()},
		{get, "/api/admin/notifications/broadcasts/{broadcast_id}/", admins, read((*API).broadcast), broadcastDoc()},
		{get, "/api/solver/tasks/{id}/updates/", solver, read((*API).updates), updatesDoc()},
		{post, "/api/solver/tasks/update/{update_id}/media/", solver, (*API).upload, uploadDoc()},

		{post, "/api/complaints/{id}/media/", writers, (*API).attachToComplaint, attachDoc("uploadComplaintMedia", "complaint", "By its reporter and by administrators, while it is open.")},
		{post, "/api/comments/{id}/media/", writers, (*API).attachToComment, attachDoc("uploadCommentMedia", "comment", "By its author, while the complaint is open; whoever sees the comment sees the file.")},

		{post, "/api/auth/login/", nil, (*API).login, loginDoc()},
		{post, "/api/auth/refresh/", nil, (*API).refresh, refreshDoc()},
		{post, "/api/auth/logout/", everybody, (*API).logout, logoutDoc()},

		{get, "/media/{id}", nil, serveMedia(blob.Original), mediaDoc()},
		{get, "/media/{id}/thumbnail", nil, serveMedia(blob.Thumbnail), thumbnailDoc()},
		{get, "/openapi.json", nil, (*API).openAPI, operation{}},
	}
}

// paths are the route's two spellings; neither redirects to the other.
func (rt route) paths() []string {
	bare := strings.TrimSuffix(rt.path, "/")
	if strings.HasSuffix(bare, ".json") {
		return []string{bare}
	}
	return []string{bare, bare + "/"}
}

// admit asks for a viewer of one of the roles, and marks that the facade is asking.
func admit(ctx context.Context, roles []domain.Role) (context.Context, error) {
	if roles == nil {
		return ctx, nil
	}
	v, err := auth.Require(ctx)
	if err != nil {
		return ctx, err
	}
	if !slices.Contains(roles, v.Role) {
		return ctx, fault.Denied()
	}
	own := *v
	own.Facade = true
	return auth.With(ctx, &own), nil
}

// read makes a handler of a function that answers what to say with 200.
func read(answer func(*API, *http.Request) (any, error)) func(*API, http.ResponseWriter, *http.Request) error {
	return func(a *API, w http.ResponseWriter, r *http.Request) error {
		body, err := answer(a, r)
		if err != nil {
			return err
		}
		return writeConditional(w, r, body)
	}
}
