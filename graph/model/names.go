package model

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// anotherReporter is what a reporter reads instead of another reporter's name.
var anotherReporter = i18n.T("Another reporter")

// Who acts without an account.
var imported, system, reporter = i18n.T("Import"), i18n.T("System"), i18n.T("Reporter")

// AuthorAgent returns on whose behalf something was written or uploaded: by a link, else by an account, else by an import.
// Whoever holds a link is not told of accounts (policy.HideAuthors), and takes what is not theirs for the organization's.
func AuthorAgent(ctx context.Context, account *uuid.UUID, byLink bool) domain.Agent {
	switch {
	case byLink:
		return domain.AgentLink
	case account != nil, auth.From(ctx).HasLink():
		return domain.AgentAccount
	default:
		return domain.AgentImport
	}
}

// ActorName returns the name of who performed an operation: the account's name, "Import" for an
// import, "Reporter" for whoever holds a link, or "System" for the service itself. An account that is not told is a reporter whose name
// the viewer may not know (policy.HideReporters).
func ActorName(ctx context.Context, actor *ent.User, agent domain.Agent) string {
	switch {
	case actor != nil:
		return actor.Name
	case agent == domain.AgentLink:
		return reporter.In(i18n.From(ctx))
	case agent == domain.AgentImport:
		return imported.In(i18n.From(ctx))
	case agent == domain.AgentAccount:
		return anotherReporter.In(i18n.From(ctx))
	default:
		return system.In(i18n.From(ctx))
	}
}
