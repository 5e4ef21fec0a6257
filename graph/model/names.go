package model

import (
	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// ActorName returns the name of who performed an operation: the account's name, "Import" for an
// import, or "System" for the service itself.
func ActorName(actor *ent.User, agent domain.Agent) string {
	switch {
	case actor != nil:
		return actor.Name
	case agent == domain.AgentImport:
		return "Import"
	default:
		return "System"
	}
}
