package server

import (
	"net/http"
	"strings"

	"github.com/redress/redress/internal/i18n"
)

// language puts the language that the client asks for with Accept-Language into the request's context. What
// the account of a valid token has chosen takes its place there (auth.With).
func language(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if l, ok := i18n.Match(strings.Join(r.Header.Values("Accept-Language"), ",")); ok {
			r = r.WithContext(i18n.With(r.Context(), l))
		}
		next.ServeHTTP(w, r)
	})
}
