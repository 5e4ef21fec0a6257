package model

import (
	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// anotherReporter is what a reporter reads instead of another reporter's name.
const anotherReporter = "Another reporter"

// ActorName returns the name of who performed an operation: the account's name, "Import" for an
// import, or "System" for the service itself. An account that is not told is a reporter whose name
// the viewer may not know (policy.HideReporters).
func ActorName(actor *ent.User, agent domain.Agent) string {
	switch {
	case actor != nil:
		return actor.Name
	case agent == domain.AgentImport:
		return "Import"
	case agent == domain.AgentAccount:
		return anotherReporter
	default:
		return "System"
	}
}
