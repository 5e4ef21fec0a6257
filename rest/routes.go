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
	callers
	handle func(*API, http.ResponseWriter, *http.Request) error
	doc    operation
}

// callers are who may call a route.
type callers struct {
	roles []domain.Role // of accounts; none: the handler itself checks, if at all
	links bool          // whether whoever holds a link to a complaint may too
}

// routes returns the routes table (docs/product.md, REST): the six documented paths, the other uploads, sessions and files.
func routes() []route {
	var (
		get, post = http.MethodGet, http.MethodPost
		user      = callers{roles: []domain.Role{domain.RoleUser}}
		solver    = callers{roles: []domain.Role{domain.RoleSolver}}
		admins    = callers{roles: []domain.Role{domain.RoleAdmin, domain.RoleSuperAdmin}}
		writers   = callers{roles: []domain.Role{domain.RoleUser, domain.RoleAdmin, domain.RoleSuperAdmin}, links: true}
		signedIn  = callers{roles: domain.Roles}
		anybody   callers
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

		{post, "/api/auth/login/", anybody, (*API).login, loginDoc()},
		{post, "/api/auth/password/", anybody, (*API).changePassword, changePasswordDoc()},
		{post, "/api/auth/refresh/", anybody, (*API).refresh, refreshDoc()},
		{post, "/api/auth/logout/", signedIn, (*API).logout, logoutDoc()},

		{get, "/media/{id}", anybody, serveMedia(blob.Original), mediaDoc()},
		{get, "/media/{id}/thumbnail", anybody, serveMedia(blob.Thumbnail), thumbnailDoc(blob.Thumbnail, "")},
		{get, "/media/{id}/thumbnail/small", anybody, serveMedia(blob.Small), thumbnailDoc(blob.Small, "Small")},
		{get, "/media/{id}/thumbnail/large", anybody, serveMedia(blob.Large), thumbnailDoc(blob.Large, "Large")},
		{get, "/openapi.json", anybody, (*API).openAPI, operation{}},
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

// authorize returns an error unless the viewer is one of the callers.
func (c callers) authorize(ctx context.Context) error {
	if c.roles == nil {
		return nil
	}
	v, err := auth.RequireViewer(ctx)
	if err != nil {
		return err
	}
	if !slices.Contains(c.roles, v.Role) && (!c.links || !v.HasLink()) {
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
