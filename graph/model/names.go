package model

import (
	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// ActorName answers the name under which a deed is shown, in the graph and over REST: the
// account's, else "Import" for what an import did and "System" for what the service did.
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
