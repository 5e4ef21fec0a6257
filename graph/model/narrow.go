package model

import "context"

type submittedByViewerKey struct{}

// SubmittedByViewer returns a context in which the resolver of complaintStatusLog finds only
// complaints that the viewer submitted, for callers in Go. What the viewer may not see stays hidden.
func SubmittedByViewer(ctx context.Context) context.Context {
	return context.WithValue(ctx, submittedByViewerKey{}, true)
}

// OnlySubmittedByViewer reports whether the caller asked for it with SubmittedByViewer.
func OnlySubmittedByViewer(ctx context.Context) bool {
	only, _ := ctx.Value(submittedByViewerKey{}).(bool)
	return only
}
