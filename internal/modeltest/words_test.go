package modeltest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/internal/domain"
)

// TestModelLeavesNothingOut: the model is written apart from the service, and knows each status and each verb of it.
func TestModelLeavesNothingOut(t *testing.T) {
	same(t, "statuses of a complaint", anyStatus, domain.ComplaintStatuses)
	same(t, "statuses of a live task", live, domain.LiveTaskStatuses)
	walked := map[domain.Action]string{
		domain.ActionEdit:    "updateComplaint",
		domain.ActionComment: "", // which changes no status
	}
	for _, action := range domain.ComplaintActions {
		verb, other := walked[action]
		if !other {
			verb = strings.ToLower(string(action)) + "Complaint"
		}
		if _, known := complaintTransitions[verb]; verb != "" && !known {
			t.Errorf("%s is no verb of the model: the walk never does it", verb)
		}
	}
}

func same[T ~string](t *testing.T, what, model string, service []T) {
	t.Helper()
	words := strings.Fields(model)
	for _, word := range service {
		if !slices.Contains(words, string(word)) {
			t.Errorf("%s: the model lacks %s", what, word)
		}
	}
	if len(words) != len(service) {
		t.Errorf("%s: the model has %d, the service %d", what, len(words), len(service))
	}
}
