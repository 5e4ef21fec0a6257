// Package auth says who asks: viewers, access tokens, passwords and the middleware
// that turns a Bearer token into a viewer. What a viewer may see is decided in policy.
package auth
