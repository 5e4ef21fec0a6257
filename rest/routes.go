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

// route is a row of the routes table. A handler that returns an error has written nothing.
type route struct {
	method string
	path   string
	roles  []domain.Role // that may call it; none: the handler itself checks, if at all
	handle func(*API, http.ResponseWriter, *http.Request) error
	doc    operation
}

// routes returns the routes table (docs/product.md, REST): the six documented paths, the other uploads, sessions and files.
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
		{get, "/api/complaints/{id}/status-log/", user, getJSON((*API).statusLog), statusLogDoc()},
		{get, "/api/admin/service-providers/{provider_id}/payments/", admins, getJSON((*API).payments), paymentsDoc()},
		{get, "/api/admin/notifications/broadcasts/", admins, getJSON((*API).broadcasts), broadcastsDoc()},
		{get, "/api/admin/notifications/broadcasts/{broadcast_id}/", admins, getJSON((*API).broadcast), broadcastDoc()},
		{get, "/api/solver/tasks/{id}/updates/", solver, getJSON((*API).updates), updatesDoc()},
		{post, "/api/solver/tasks/update/{update_id}/media/", solver, (*API).upload, uploadDoc()},

		{
			post, "/api/complaints/{id}/media/", writers, (*API).attachToComplaint,
			attachDoc("uploadComplaintMedia", "complaint", "Only the reporter and administrators can, while the complaint is open."),
		},
		{post, "/api/solver/late-evidence/{id}/media/", solver, (*API).attachToLateEvidence, lateMediaDoc()},
		{
			post, "/api/comments/{id}/media/", writers, (*API).attachToComment,
			attachDoc("uploadCommentMedia", "comment", "Only the author can, while the complaint is open. Everybody who sees the comment sees the file."),
		},

		{post, "/api/auth/login/", nil, (*API).login, loginDoc()},
		{post, "/api/auth/password/", nil, (*API).changePassword, changePasswordDoc()},
		{post, "/api/auth/refresh/", nil, (*API).refresh, refreshDoc()},
		{post, "/api/auth/logout/", everybody, (*API).logout, logoutDoc()},

		{get, "/media/{id}", nil, serveMedia(blob.Original), mediaDoc()},
		{get, "/media/{id}/thumbnail", nil, serveMedia(blob.Thumbnail), thumbnailDoc(blob.Thumbnail, "")},
		{get, "/media/{id}/thumbnail/small", nil, serveMedia(blob.Small), thumbnailDoc(blob.Small, "Small")},
		{get, "/media/{id}/thumbnail/large", nil, serveMedia(blob.Large), thumbnailDoc(blob.Large, "Large")},
		{get, "/openapi.json", nil, (*API).openAPI, operation{}},
	}
}

// paths returns the path without and with its trailing slash; neither redirects to the other.
func (rt route) paths() []string {
	bare := strings.TrimSuffix(rt.path, "/")
	if strings.HasSuffix(bare, ".json") {
		return []string{bare}
	}
	return []string{bare, bare + "/"}
}

// authorize returns an error unless the viewer has one of the roles. No roles at all allow everybody.
func authorize(ctx context.Context, roles []domain.Role) error {
	if roles == nil {
		return nil
	}
	v, err := auth.Require(ctx)
	if err != nil {
		return err
	}
	if !slices.Contains(roles, v.Role) {
		return fault.Denied()
	}
	return nil
}

// getJSON returns a handler that responds with what a function returns.
func getJSON(get func(*API, *http.Request) (any, error)) func(*API, http.ResponseWriter, *http.Request) error {
	return func(a *API, w http.ResponseWriter, r *http.Request) error {
		var response conditional
		err := a.work(r.Context(), func() error {
			body, err := get(a, r)
			if err != nil {
				return err
			}
			response, err = newConditional(w.Header(), r, body)
			return err
		})
		if err != nil {
			return err
		}
		response.write(w, r, "private, no-cache")
		return nil
	}
}
