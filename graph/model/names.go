package model

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// anotherReporter is what a reporter reads instead of another reporter's name.
var anotherReporter = i18n.T("Another reporter")

// Who acts without an account.
var imported, system = i18n.T("Import"), i18n.T("System")

// ActorName returns the name of who performed an operation: the account's name, "Import" for an
// import, or "System" for the service itself. An account that is not told is a reporter whose name
// the viewer may not know (policy.HideReporters).
func ActorName(ctx context.Context, actor *ent.User, agent domain.Agent) string {
	switch {
	case actor != nil:
		return actor.Name
	case agent == domain.AgentImport:
		return imported.In(i18n.From(ctx))
	case agent == domain.AgentAccount:
		return anotherReporter.In(i18n.From(ctx))
	default:
		return system.In(i18n.From(ctx))
	}
}
