// Package auth authenticates: viewers, access tokens, refresh tokens, passwords, signed links,
// the key file, and the middleware that turns a Bearer token into a viewer. What a viewer may see is decided in policy.
package auth
