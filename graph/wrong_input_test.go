package graph_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/server"
	. "github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// inputCase is a mutation with a valid input, into which the test puts one invalid value at a time.
type inputCase struct {
	mutation    string
	as          string   // linkHolder for whoever holds a link
	alsoAllowed []string // who else may ask, being told not_found where the row is somebody else's
	stranger    string   // of them, one whose row it is not; "" where they see all
	input       func(t *testing.T, s *Server) map[string]any

	without   map[string]string // inputs that exclude each other: which to leave out for which
	wantCodes map[string]string // input and kind of fault, and the code that stands for it instead
}

// linkHolder stands for whoever holds a link to a complaint.
const linkHolder = "holder of a link"

var (
	admins  = []string{Admin, SuperAdmin}
	users   = []string{User, User2}
	solvers = []string{Solver, Solver2}
)

// complaintInput adds the id of a complaint with a status to an input.
func complaintInput(status domain.ComplaintStatus, input map[string]any) func(*testing.T, *Server) map[string]any {
	return func(t *testing.T, s *Server) map[string]any {
		return merge(input, map[string]any{"id": complaintWithStatus(t, s, status), "expectedVersion": 1})
	}
}

// taskInput adds the id of a task in a state to an input.
func taskInput(state string, input map[string]any) func(*testing.T, *Server) map[string]any {
	return func(t *testing.T, s *Server) map[string]any {
		e := newTaskFixture(t, s)
		e.advanceTo(t, state)
		return merge(input, map[string]any{"id": e.task})
	}
}

// createRow creates an object with a mutation and returns its id.
func createRow(t *testing.T, s *Server, mutation, noun string, input map[string]any) any {
	t.Helper()
	return mustMutate(t, s, Admin, mutation, noun+" { id }", input).At(mutation, noun, "id")
}

func createdInput(mutation, noun string, input map[string]any) func(*testing.T, *Server) map[string]any {
	return func(t *testing.T, s *Server) map[string]any {
		return merge(input, map[string]any{"id": createRow(t, s, mutation, noun, map[string]any{"name": "Wrong " + uuid.NewString()})})
	}
}

// announcement is the input of a valid broadcast.
var announcement = map[string]any{"title": "Water off", "message": "From six to nine.", "targetType": "ROLE", "targetValue": "SOLVER"}

func scheduledInput(s *Server) map[string]any {
	return map[string]any{"scheduledAt": s.Clock.Now().Add(240 * time.Hour).UTC().Format(time.RFC3339), "timezone": "Europe/Rome"}
}

// broadcastIn is the input of a verb on a broadcast that stands somewhere.
func broadcastIn(status domain.BroadcastStatus, state domain.DeliveryState, input map[string]any) func(*testing.T, *Server) map[string]any {
	return func(t *testing.T, s *Server) map[string]any {
		id := schedule(t, s, scheduledInput(s))
		b := s.Store.Client().Broadcast.GetX(System(), uuid.MustParse(id))
		b.Update().SetStatus(status).SetDeliveryState(state).SetStartedAt(s.Clock.Now()).ExecX(System())
		c := b.QueryChannelCounters().OnlyX(System())
		c.Update().SetFailed(1).ExecX(System())
		return merge(input, map[string]any{"id": id, "expectedVersion": 1})
	}
}

// accountInput makes somebody for the administrators to change.
func accountInput(input map[string]any) func(*testing.T, *Server) map[string]any {
	return func(t *testing.T, s *Server) map[string]any {
		id := createRow(t, s, "createUser", "user", map[string]any{"name": "Wrong", "email": uuid.NewString() + "@example.com", "role": "SOLVER"})
		return merge(input, map[string]any{"id": id})
	}
}

// heldMailInput is the input of a verb on what is held since a restore that has just been noted.
func heldMailInput(t *testing.T, s *Server) map[string]any {
	t.Helper()
	return map[string]any{"since": noteRestore(t, s, nil).since}
}

func uploadInput(t *testing.T, s *Server) map[string]any {
	t.Helper()
	e := newTaskFixture(t, s)
	e.advanceTo(t, "IN_PROGRESS")
	made := e.mustDo(t, Solver, "postTaskUpdate", nil)
	e.attach(t, Solver, made.At("postTaskUpdate", "update", "uploadUrl").(string), 3, 201)
	a := s.MustExecute(t, Solver, `query($id: ID!) { task(id: $id) { updates(last: 1) { edges { node { media(first: 1) { edges { node { id } } } } } } } }`, map[string]any{"id": e.task})
	return map[string]any{"id": a.At("task", "updates", "edges", 0, "node", "media", "edges", 0, "node", "id")}
}

func inputCases() []inputCase {
	type in = map[string]any
	everybody := Everyone[1:]
	credentials := map[string]string{"email text": "AUTHENTICATION_REQUIRED", "email turned": "AUTHENTICATION_REQUIRED", "password text": "AUTHENTICATION_REQUIRED", "email empty": "AUTHENTICATION_REQUIRED", "password empty": "AUTHENTICATION_REQUIRED"}
	upload := func(of string) func(*testing.T, *Server) map[string]any {
		return given(in{of: uuid.NewString(), "file": "a file"})
	}
	noFile := map[string]string{} // the file is refused ahead of what only the desk knows
	for _, of := range []string{"updateId unknown", "complaintId unknown", "commentId unknown", "lateEvidenceId unknown", "idempotencyKey text"} {
		noFile[of] = "VALIDATION_ERROR"
	}
	return []inputCase{
		{mutation: "submitComplaint", as: Admin, alsoAllowed: append(admins, users...), input: func(_ *testing.T, s *Server) map[string]any {
			return in{"title": "Lamp", "latitude": 1, "longitude": 2, "contact": in{"name": "Ann", "email": "ann@example.com", "phone": "1"}}
		}, without: map[string]string{"reporterId": "contact"}},
		{mutation: "commentOnComplaint", as: User, alsoAllowed: append(admins, users...), stranger: User2, input: func(t *testing.T, s *Server) map[string]any {
			return in{"complaintId": complaintWithStatus(t, s, domain.ComplaintSubmitted), "text": "Seen."}
		}},
		{mutation: "triageComplaint", as: Admin, alsoAllowed: admins, input: complaintInput(domain.ComplaintSubmitted, in{"priority": "HIGH"})},
		{mutation: "scheduleBroadcast", as: Admin, alsoAllowed: admins, input: func(_ *testing.T, s *Server) map[string]any { return merge(announcement, scheduledInput(s)) }},
		{mutation: "editBroadcast", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return merge(announcement, in{"id": schedule(t, s, scheduledInput(s)), "expectedVersion": 1})
		}},
		{mutation: "rescheduleBroadcast", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return merge(scheduledInput(s), in{"id": schedule(t, s, scheduledInput(s)), "expectedVersion": 1, "note": "Later."})
		}},
		{mutation: "cancelBroadcast", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"id": schedule(t, s, scheduledInput(s)), "expectedVersion": 1, "reason": "Not needed."}
		}},
		{mutation: "releaseBroadcast", as: Admin, alsoAllowed: admins, input: broadcastIn(domain.BroadcastScheduled, domain.DeliveryHeld, nil)},
		{mutation: "stopBroadcast", as: Admin, alsoAllowed: admins, input: broadcastIn(domain.BroadcastSent, domain.DeliveryInProgress, in{"reason": "A mistake."})},
		{mutation: "retryFailed", as: Admin, alsoAllowed: admins, input: broadcastIn(domain.BroadcastSent, domain.DeliveryPartial, nil)},
		{mutation: "sendTestBroadcast", as: Admin, alsoAllowed: admins, input: given(in{"title": "Water off", "message": "From six to nine."})},
		{mutation: "markNotificationRead", as: User, alsoAllowed: everybody, stranger: "", input: func(t *testing.T, s *Server) map[string]any {
			a := s.MustExecute(t, User, `{ notifications(last: 1) { edges { node { id } } } }`, nil)
			return in{"id": a.At("notifications", "edges", 0, "node", "id")}
		}},
		{mutation: "markNotificationUnread", as: User, alsoAllowed: everybody, stranger: "", input: func(t *testing.T, s *Server) map[string]any {
			a := s.MustExecute(t, User, `{ notifications(last: 1) { edges { node { id } } } }`, nil)
			return in{"id": a.At("notifications", "edges", 0, "node", "id")}
		}},
		{mutation: "markAllNotificationsRead", as: User, alsoAllowed: everybody, input: given(in{"until": "2026-11-21T08:30:00Z"})},
		{mutation: "setNotificationPreferences", as: User, alsoAllowed: everybody, input: given(in{"emailOwn": true})},
		{mutation: "setNotificationLevel", as: User, alsoAllowed: everybody, stranger: User2, input: func(t *testing.T, s *Server) map[string]any {
			return in{"complaintId": complaintWithStatus(t, s, domain.ComplaintSubmitted), "level": "MUTED"}
		}},
		{mutation: "setCaller", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			id, _ := callers{Server: s}.calls(t, "carla@callers.example")
			return in{"complaintId": id, "contact": in{"name": "Ann", "email": "ann@example.com", "phone": "1"}}
		}},
		{mutation: "issueLink", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"complaintId": complaintWithStatus(t, s, domain.ComplaintSubmitted)}
		}},
		{mutation: "issueLinkCode", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"complaintId": complaintWithStatus(t, s, domain.ComplaintSubmitted)}
		}},
		{mutation: "redeemLinkCode", as: Anonymous, alsoAllowed: Everyone, input: func(t *testing.T, s *Server) map[string]any {
			id, reference := submitted(t, s, Admin, map[string]any{"title": "The bench is broken", "source": "PHONE"})
			code := mustMutate(t, s, Admin, "issueLinkCode", "code", map[string]any{"complaintId": id}).At("issueLinkCode", "code")
			return in{"reference": reference, "code": code}
		}},
		{mutation: "submitGuestReport", as: Anonymous, alsoAllowed: []string{Anonymous}, input: func(t *testing.T, s *Server) map[string]any {
			letGuests(t, s, true)
			return guestReport(t, s, in{"latitude": 44.05, "longitude": 8.21, "contact": in{"name": "Gunda", "email": "gunda@callers.example", "phone": "1"}})
		}},
		{mutation: "setEmailUpdates", as: linkHolder, input: given(in{"enabled": false})},
		{mutation: "sendNewLink", as: Admin, alsoAllowed: append(slices.Clone(admins), users...), stranger: User2, input: func(t *testing.T, s *Server) map[string]any {
			return in{"complaintId": complaintWithStatus(t, s, domain.ComplaintSubmitted)}
		}},
		{mutation: "retryEmailAddress", as: Admin, alsoAllowed: admins, stranger: "", input: func(t *testing.T, s *Server) map[string]any {
			a := s.MustExecute(t, User, `{ viewer { contact { id } } }`, nil)
			return in{"contactId": a.At("viewer", "contact", "id")}
		}},
		{mutation: "releaseHeldMail", as: Admin, alsoAllowed: admins, input: heldMailInput},
		{mutation: "dropHeldMail", as: Admin, alsoAllowed: admins, input: heldMailInput},
		{mutation: "updatePreferences", as: User, alsoAllowed: everybody, input: given(in{"theme": "DARK", "language": "de"})},
		{mutation: "createSavedView", as: User, alsoAllowed: everybody, input: given(in{"list": "COMPLAINTS", "name": "Open", "filter": in{"status": "SUBMITTED"}})},
		{mutation: "updateSavedView", as: User, alsoAllowed: everybody, stranger: User2, input: func(t *testing.T, s *Server) map[string]any {
			return in{"id": savedView(t, s, User, in{"list": "COMPLAINTS", "name": "Open"}), "expectedVersion": 1, "name": "Mine", "filter": in{"status": "CLOSED"}}
		}},
		{mutation: "deleteSavedView", as: User, alsoAllowed: everybody, stranger: User2, input: func(t *testing.T, s *Server) map[string]any {
			return in{"id": savedView(t, s, User, in{"list": "COMPLAINTS", "name": "Open"}), "expectedVersion": 1}
		}},
		{mutation: "restoreSavedView", as: User, alsoAllowed: everybody, stranger: User2, input: func(t *testing.T, s *Server) map[string]any {
			id := savedView(t, s, User, in{"list": "COMPLAINTS", "name": "Open"})
			mustMutate(t, s, User, "deleteSavedView", "savedView { id }", in{"id": id})
			return in{"id": id, "expectedVersion": 2}
		}},
		{mutation: "updateSettings", as: SuperAdmin, alsoAllowed: []string{SuperAdmin}, input: given(in{"closeAfterDays": 21})},
		{mutation: "setNotificationDefaults", as: SuperAdmin, alsoAllowed: []string{SuperAdmin}, input: given(in{
			"role": "USER", "choices": []in{{"event": "NEW_COMMENT", "channel": "EMAIL", "on": false}},
		})},
		{mutation: "setMailTexts", as: SuperAdmin, alsoAllowed: []string{SuperAdmin}, input: given(in{
			"event": "NEW_TASK", "texts": []in{{"language": "en", "part": "NEXT", "text": "Please begin soon."}},
		})},
		// While a code is in use holdComplaint takes no other: it is retired before that is tried.
		{mutation: "setReasonCode", as: Admin, alsoAllowed: admins, input: given(in{
			"action": "HOLD", "code": "part", "labels": []in{{"language": "en", "text": "Waits for a part"}},
		})},
		{mutation: "retireReasonCode", as: Admin, alsoAllowed: admins, input: given(in{"action": "HOLD", "code": "part"})},
		{mutation: "assignComplaint", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return merge(complaintInput(domain.ComplaintSubmitted, nil)(t, s), in{"solverId": accountID(t, s, Solver)})
		}},
		{mutation: "holdComplaint", as: Admin, alsoAllowed: admins, input: complaintInput(domain.ComplaintSubmitted, in{"reasonCode": "rain"})},
		{mutation: "resumeComplaint", as: Admin, alsoAllowed: admins, input: complaintInput(domain.ComplaintOnHold, nil)},
		{mutation: "resolveComplaint", as: Admin, alsoAllowed: admins, input: complaintInput(domain.ComplaintSubmitted, in{"publicNote": "Done."})},
		{mutation: "rejectComplaint", as: Admin, alsoAllowed: admins, input: complaintInput(domain.ComplaintSubmitted, in{"publicNote": "No.", "reasonCode": "not_ours"})},
		{mutation: "mergeComplaint", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return merge(complaintInput(domain.ComplaintSubmitted, nil)(t, s), in{"intoId": s.Samples.Complaint, "reasonCode": "duplicate"})
		}},
		{mutation: "unmergeComplaint", as: Admin, alsoAllowed: admins, input: complaintInput(domain.ComplaintMerged, in{"reasonCode": "not_the_same"})},
		{mutation: "updateComplaint", as: User, alsoAllowed: append(admins, users...), stranger: User2, input: complaintInput(domain.ComplaintSubmitted, in{"title": "Two lamps", "latitude": 1.5, "longitude": 2.5})},
		{mutation: "claimComplaint", as: Admin, alsoAllowed: admins, input: complaintInput(domain.ComplaintSubmitted, nil)},
		{mutation: "unclaimComplaint", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			id := complaintWithStatus(t, s, domain.ComplaintSubmitted)
			mustMutate(t, s, Admin, "claimComplaint", "complaint { id }", in{"id": id})
			return in{"id": id, "expectedVersion": 2}
		}},
		{mutation: "redactComplaintRevision", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"id": revised(t, s, complaintWithStatus(t, s, domain.ComplaintSubmitted), "Two lamps"), "reason": "A name."}
		}},
		{mutation: "withdrawComplaint", as: User, alsoAllowed: users, stranger: User2, input: complaintInput(domain.ComplaintSubmitted, nil)},
		{mutation: "rateComplaint", as: User, alsoAllowed: users, stranger: User2, input: complaintInput(domain.ComplaintResolved, in{"rating": 2})},
		{mutation: "closeComplaint", as: Admin, alsoAllowed: admins, input: complaintInput(domain.ComplaintResolved, nil)},
		{mutation: "reopenComplaint", as: User, alsoAllowed: append(admins, users...), stranger: User2, input: complaintInput(domain.ComplaintResolved, in{"reasonCode": "not_fixed"})},
		{mutation: "triageComplaints", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"items": []in{item(complaintWithStatus(t, s, domain.ComplaintSubmitted))}, "priority": "HIGH"}
		}},
		{mutation: "assignComplaints", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"items": []in{item(complaintWithStatus(t, s, domain.ComplaintSubmitted))}, "solverId": accountID(t, s, Solver)}
		}},
		{mutation: "rejectComplaints", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"items": []in{item(complaintWithStatus(t, s, domain.ComplaintSubmitted))}, "publicNote": "No.", "reasonCode": "not_ours"}
		}},
		{mutation: "holdComplaints", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"items": []in{item(complaintWithStatus(t, s, domain.ComplaintSubmitted))}, "reasonCode": "waiting_for_parts"}
		}},
		{mutation: "resumeComplaints", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"items": []in{item(complaintWithStatus(t, s, domain.ComplaintOnHold))}}
		}},
		{mutation: "resolveComplaints", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"items": []in{item(complaintWithStatus(t, s, domain.ComplaintSubmitted))}, "publicNote": "Done."}
		}},
		{mutation: "closeComplaints", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"items": []in{item(complaintWithStatus(t, s, domain.ComplaintResolved))}}
		}},
		{mutation: "mergeComplaints", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"items": []in{item(complaintWithStatus(t, s, domain.ComplaintSubmitted))}, "intoId": s.Samples.Complaint, "reasonCode": "duplicate"}
		}},
		{mutation: "reviewCompletions", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"items": []in{{"id": taskInput("COMPLETION_SUBMITTED", nil)(t, s)["id"]}}, "approved": false, "note": "Again."}
		}},

		{mutation: "acceptTask", as: Solver, alsoAllowed: solvers, stranger: Solver2, input: taskInput("ASSIGNED", nil)},
		{mutation: "declineTask", as: Solver, alsoAllowed: solvers, stranger: Solver2, input: taskInput("ASSIGNED", in{"reasonCode": "too_far"})},
		{mutation: "startTask", as: Solver, alsoAllowed: solvers, stranger: Solver2, input: taskInput("ACCEPTED", nil)},
		{mutation: "returnTask", as: Solver, alsoAllowed: solvers, stranger: Solver2, input: taskInput("ACCEPTED", in{"reasonCode": "other"})},
		{mutation: "postTaskUpdate", as: Solver, alsoAllowed: solvers, stranger: Solver2, input: taskInput("IN_PROGRESS", in{"remarks": "Half."})},
		{mutation: "submitCompletion", as: Solver, alsoAllowed: solvers, stranger: Solver2, input: taskInput("IN_PROGRESS", nil)},
		{mutation: "reviewCompletion", as: Admin, alsoAllowed: admins, input: taskInput("COMPLETION_SUBMITTED", in{"approved": true})},
		{mutation: "reviewCompletion", as: Admin, alsoAllowed: admins, input: taskInput("COMPLETION_SUBMITTED", in{"approved": false, "note": "Again."})},
		{mutation: "reassignTask", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return merge(taskInput("ACCEPTED", nil)(t, s), in{"solverId": accountID(t, s, Solver2)})
		}},
		{mutation: "cancelTask", as: Admin, alsoAllowed: admins, input: taskInput("ACCEPTED", in{"reasonCode": "not_needed"})},

		{mutation: "uploadTaskUpdateMedia", as: Solver, alsoAllowed: everybody, input: upload("updateId"), wantCodes: noFile},
		{mutation: "uploadLateEvidenceMedia", as: Solver, alsoAllowed: everybody, input: upload("lateEvidenceId"), wantCodes: noFile},
		{mutation: "uploadComplaintMedia", as: User, alsoAllowed: everybody, input: upload("complaintId"), wantCodes: noFile},
		{mutation: "uploadCommentMedia", as: User, alsoAllowed: everybody, input: upload("commentId"), wantCodes: noFile},
		{mutation: "deleteMedia", as: Solver, alsoAllowed: slices.DeleteFunc(slices.Clone(everybody), func(as string) bool { return as == Provider }), stranger: Solver2, input: uploadInput},
		{mutation: "setMediaVisibility", as: Solver, alsoAllowed: slices.DeleteFunc(slices.Clone(everybody), func(as string) bool { return as == Provider }), stranger: Solver2, input: func(t *testing.T, s *Server) map[string]any {
			return merge(uploadInput(t, s), in{"visibility": "PUBLIC"})
		}},
		{mutation: "removeMedia", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return merge(uploadInput(t, s), in{"reason": "Not of this place."})
		}},
		{mutation: "submitLateEvidence", as: Solver, alsoAllowed: solvers, stranger: Solver2, input: func(t *testing.T, s *Server) map[string]any {
			now := s.Clock.Now().UTC().Format(time.RFC3339)
			return taskInput("CANCELLED", in{"type": "COMPLETION", "remarks": "Done.", "clientId": uuid.NewString(), "occurredAt": now})(t, s)
		}},
		{mutation: "redactLateEvidence", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			e := newTaskFixture(t, s)
			e.advanceTo(t, "CANCELLED")
			sent := e.mustDo(t, Solver, "submitLateEvidence", in{"remarks": "A name."})
			return in{"id": sent.At("submitLateEvidence", "lateEvidence", "id"), "reason": "A name."}
		}},
		{mutation: "redactComment", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			made := s.MustExecute(t, Admin, `mutation($id: ID!) { commentOnComplaint(input: {complaintId: $id, text: "Wrong."}) { comment { id } } }`,
				map[string]any{"id": newTaskFixture(t, s).complaint})
			return in{"id": made.At("commentOnComplaint", "comment", "id"), "reason": "A name."}
		}},

		{mutation: "recordPayment", as: Admin, alsoAllowed: admins, input: func(_ *testing.T, s *Server) map[string]any {
			return merge(newSettlement(s, "WRONG"), in{"periodFrom": "2026-01-01", "periodTo": "2026-01-31"})
		}},
		{mutation: "reversePayment", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return in{"id": createRow(t, s, "recordPayment", "payment", newSettlement(s, "WRONG-2")), "reason": "Twice."}
		}},
		{mutation: "createServiceProvider", as: Admin, alsoAllowed: admins, input: given(in{"name": "Wrong Ltd"})},
		{mutation: "updateServiceProvider", as: Admin, alsoAllowed: admins, input: createdInput("createServiceProvider", "serviceProvider", in{"active": false})},

		{mutation: "createUser", as: Admin, alsoAllowed: admins, input: given(in{"name": "Wrong", "email": "wrong@example.com", "role": "SOLVER"})},
		{mutation: "updateUser", as: Admin, alsoAllowed: admins, input: accountInput(in{"name": "Wronged"})},
		{mutation: "updateOwnProfile", as: User2, alsoAllowed: everybody, input: given(in{"name": "Wronged"})},
		{mutation: "changeUserRole", as: Admin, alsoAllowed: admins, input: accountInput(in{"role": "USER"})},
		{mutation: "disableUser", as: Admin, alsoAllowed: admins, input: accountInput(nil)},
		{mutation: "enableUser", as: Admin, alsoAllowed: admins, input: accountInput(nil)},
		{mutation: "resetUserPassword", as: Admin, alsoAllowed: admins, input: accountInput(nil)},
		{mutation: "createGroup", as: Admin, alsoAllowed: admins, input: given(in{"name": "Wrong"})},
		{mutation: "updateGroup", as: Admin, alsoAllowed: admins, input: createdInput("createGroup", "group", in{"description": "Wrong."})},
		{mutation: "addGroupMembers", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return merge(createdInput("createGroup", "group", nil)(t, s), in{"userIds": []string{accountID(t, s, User)}})
		}},
		{mutation: "removeGroupMembers", as: Admin, alsoAllowed: admins, input: func(t *testing.T, s *Server) map[string]any {
			return merge(createdInput("createGroup", "group", nil)(t, s), in{"userIds": []string{accountID(t, s, User)}})
		}},
		{mutation: "createZone", as: Admin, alsoAllowed: admins, input: given(in{"name": "Wrong"})},
		{mutation: "updateZone", as: Admin, alsoAllowed: admins, input: createdInput("createZone", "zone", in{"name": "Wronged"})},
		{mutation: "moveZone", as: Admin, alsoAllowed: admins, input: createdInput("createZone", "zone", nil)},
		{mutation: "createCategory", as: Admin, alsoAllowed: admins, input: given(in{"name": "Wrong"})},
		{mutation: "updateCategory", as: Admin, alsoAllowed: admins, input: createdInput("createCategory", "category", in{"slaHours": 3})},
		{mutation: "moveCategory", as: Admin, alsoAllowed: admins, input: createdInput("createCategory", "category", nil)},

		{mutation: "login", as: Anonymous, alsoAllowed: Everyone, input: given(in{"email": User2, "password": demo.Password}), wantCodes: credentials},
		{mutation: "refresh", as: Anonymous, alsoAllowed: Everyone, input: func(t *testing.T, s *Server) map[string]any {
			a := s.MustExecute(t, Anonymous, `mutation { login(input: {email: "user2@example.com", password: "redress-demo"}) { refreshToken } }`, nil)
			return in{"refreshToken": a.At("login", "refreshToken")}
		}, wantCodes: map[string]string{"refreshToken text": "INVALID_TOKEN", "refreshToken empty": "INVALID_TOKEN"}},
		{mutation: "registerUser", as: Anonymous, alsoAllowed: Everyone, input: given(in{"name": "Wrong", "email": "wrong2@example.com", "password": "a long password"})},
		{
			mutation: "setUpService", as: Anonymous, alsoAllowed: Everyone,
			input: func(_ *testing.T, s *Server) map[string]any {
				return in{
					"token": s.Service.Settings.SetupToken(), "name": "Wrong", "email": "wrong3@example.com", "password": "a long password",
					"organization": "Wrong", "language": "en", "timeZone": "UTC",
				}
			},
			wantCodes: map[string]string{"token text": "PERMISSION_DENIED", "token empty": "PERMISSION_DENIED"},
		},
		{mutation: "revokeSession", as: Solver2, alsoAllowed: everybody, stranger: User, input: func(t *testing.T, s *Server) map[string]any {
			return in{"id": s.MustExecute(t, Solver2, `{ viewer { sessions(first: 1) { edges { node { id } } } } }`, nil).At("viewer", "sessions", "edges", 0, "node", "id")}
		}},
		{mutation: "revokeAllSessions", as: User2, alsoAllowed: everybody, input: given(in{}), wantCodes: map[string]string{"userId unknown": "PERMISSION_DENIED"}},
		{mutation: "changeOwnPassword", as: Provider, alsoAllowed: everybody, input: given(in{"currentPassword": demo.Password, "newPassword": "another long password"})},
		{
			mutation: "changePassword", as: Anonymous, alsoAllowed: Everyone, input: given(in{"email": Solver2, "currentPassword": demo.Password, "newPassword": "another long password"}),
			wantCodes: map[string]string{
				"email text": "AUTHENTICATION_REQUIRED", "email turned": "AUTHENTICATION_REQUIRED", "email empty": "AUTHENTICATION_REQUIRED",
				"currentPassword text": "AUTHENTICATION_REQUIRED", "currentPassword empty": "AUTHENTICATION_REQUIRED",
			},
		},
	}
}

// invalidValue is something that an input can't be.
type invalidValue struct {
	kind  string
	value any
	code  string
	field string // the input at fault; "" where the row is
}

// secrets are inputs that are compared as they are, or by their digest, and are never shown.
var secrets = []string{"password", "currentPassword", "newPassword", "refreshToken"}

// invalidValues are what can be wrong with an input of a type.
func invalidValues(path string, f *ast.FieldDefinition) []invalidValue {
	const invalid = "VALIDATION_ERROR"
	typ := f.Type.Name()
	nul, long := "a\x00b", strings.Repeat("é", 10_001)
	add := func(all []invalidValue, kind string, values ...any) []invalidValue {
		for _, v := range values {
			all = append(all, invalidValue{kind, v, invalid, path})
		}
		return all
	}
	var all []invalidValue
	if f.Type.NonNull {
		all = add(all, "null", nil)
	}
	if f.Type.Elem != nil {
		switch {
		case typ == "ID" && path == "taskIds":
			return append(all, invalidValue{"unknown", []any{domain.NewID(domain.KindTask)}, invalid, path + ".0"}, invalidValue{"malformed", []any{"x"}, invalid, path + ".0"})
		case typ == "ID":
			all = append(all, invalidValue{"malformed", []any{"x"}, invalid, path + ".0"})
		}
		return all
	}
	switch def := schema().Types[typ]; {
	case path == "idempotencyKey":
		all = add(all, "text", "", "a b", strings.Repeat("k", 256), long)
		all = add(all, "nul", nul)
	case path == "expectedVersion":
		all = append(all, invalidValue{"stale", 77, "CONFLICT", path})
		all = add(all, "malformed", "x", 1.5)
	case typ == "ID":
		all = add(all, "malformed", "", "x", strings.Repeat("0", 32), "{"+uuid.NewString()+"}", "urn:uuid:"+uuid.NewString(), nul, long, 1.5)
		unknown := domain.NewID(domain.KindAuditEntry)
		switch path {
		case "clientId":
		case "id", "complaintId", "updateId", "commentId", "contactId":
			all = append(all, invalidValue{"unknown", unknown, "NOT_FOUND", ""})
		default:
			all = append(all, invalidValue{"unknown", unknown, invalid, path})
		}
	case typ == "String":
		all = add(all, "long", long)
		if path == "email" || slices.Contains(secrets, path) {
			all = add(all, "text", strings.Repeat("é", 6_000)) // as long as any text may be
		}
		all = add(all, "nul", nul)
		all = add(all, "malformed", 1, true, []any{"a", "b"})
		if f.Type.NonNull && f.DefaultValue == nil {
			all = add(all, "empty", "")
		}
		if slices.Contains(secrets, path) || path == "token" {
			break
		}
		all = add(all, "turned", "gpj.\u202eoto\u202c", "\u202da")
		if f.Type.NonNull && f.DefaultValue == nil { // nobody sees any of them
			all = add(all, "empty", "\u200b", " \ufeff\u00ad ", "\u200e\u200d\ufe0f", "\u3164\u2800\u2060")
		}
	case typ == "Int":
		all = add(all, "malformed", "x", 1.5)
		all = add(all, "range", -1, 1<<31, int64(1)<<62)
	case typ == "Float":
		all = add(all, "range", 1e300, -1e300)
		all = add(all, "malformed", "x")
	case typ == "Boolean":
		all = add(all, "malformed", "yes", 2)
	case typ == "Time":
		all = add(all, "malformed", "yesterday", "2026-02-30T00:00:00Z", "2026-01-01", 5, nul)
		all = add(all, "range", "9999-12-31T23:59:59-12:00", "0000-01-01T00:00:00+12:00")
	case typ == "Date":
		all = add(all, "malformed", "yesterday", "2026-02-30", "2026-1-1", "2026-01-01T00:00:00Z", nul)
	case typ == "MinorUnits":
		all = add(all, "malformed", "x", "1.5", "1e3", "9223372036854775808", 1.5)
		all = add(all, "range", "0", "-1", "9223372036854775807")
	case def.Kind == ast.Enum:
		all = add(all, "malformed", "NONSENSE", strings.ToLower(def.EnumValues[0].Name), "", 1)
	case typ == "MediaFile":
		all = add(all, "malformed", "x", 1, map[string]any{"a": 1})
	}
	return all
}

// withEverything is ForEachDatabase with servers on which no mutation is switched off: people register themselves, and e-mails go out with links.
func withEverything(t *testing.T, test func(t *testing.T, s *Server)) {
	t.Helper()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		m := StartMail(t)
		test(t, StartWithOptions(t, name, func(o *server.Options) {
			m.Options(t)(o)
			o.Settings.Registration = true
		}))
	})
}

// Every mutation, every input of it, everything that can be wrong with that: it names the
// input, says which kind of fault it is and changes nothing. Neither does who may not ask.
func TestEveryWrongInput(t *testing.T) {
	table := inputCases()
	for _, f := range schema().Mutation.Fields {
		if len(f.Arguments) > 0 && !slices.ContainsFunc(table, func(m inputCase) bool { return m.mutation == f.Name }) {
			t.Errorf("the mutation %s has no row here", f.Name)
		}
	}
	withEverything(t, func(t *testing.T, s *Server) {
		for _, as := range Everyone {
			s.Token(t, as)
		}
		tried := 0
		for _, m := range table {
			tried += m.run(t, s)
		}
		t.Logf("%d wrong inputs", tried)
		if tried < 1_000 {
			t.Error("those are too few to be all")
		}
	})
}

// firstRow makes what a bulk verb says of its first row the whole answer.
func firstRow(a Result, mutation string) Result {
	refused, _ := a.At(mutation, "results", 0, "error").(map[string]any)
	if refused == nil {
		return a
	}
	a.Errors = slices.Grow(a.Errors, 1)[:1]
	a.Errors[0].Extensions = refused
	return a
}

// actor returns whom a mutation is sent as.
func (m inputCase) actor(t *testing.T, s *Server) string {
	t.Helper()
	if m.as == linkHolder {
		return linkTo(t, s, complaintWithStatus(t, s, domain.ComplaintSubmitted).String())
	}
	return m.as
}

func (m inputCase) run(t *testing.T, s *Server) (tried int) {
	t.Helper()
	m.as = m.actor(t, s)
	base := m.input(t, s)
	before := tableContents(t, s)
	ask := func(as string, input map[string]any) Result {
		tried++
		if slices.Contains([]string{"login", "refresh", "registerUser", "changePassword", "changeOwnPassword"}, m.mutation) {
			s.Clock.Advance(time.Minute) // which are counted
		}
		if !strings.HasSuffix(m.mutation, "Complaints") && m.mutation != "reviewCompletions" {
			return mutate(t, s, as, m.mutation, "__typename", input)
		}
		return firstRow(mutate(t, s, as, m.mutation, "results { error { code fields { field } } }", input), m.mutation)
	}
	for _, as := range Everyone {
		want := ""
		switch {
		case as == m.stranger && as != Anonymous:
			want = "NOT_FOUND"
		case as == Anonymous && !slices.Contains(m.alsoAllowed, as):
			want = "AUTHENTICATION_REQUIRED"
		case !slices.Contains(m.alsoAllowed, as):
			want = "PERMISSION_DENIED"
		default:
			continue
		}
		if a := ask(as, base); a.Code() != want {
			t.Errorf("%s as %q: %s, want %s", m.mutation, as, a.Raw, want)
		}
	}
	def := schema().Types[schema().Mutation.Fields.ForName(m.mutation).Arguments.ForName("input").Type.Name()]
	try := func(path string, input map[string]any, w invalidValue) {
		if code := m.wantCodes[path+" "+w.kind]; code != "" {
			w.code, w.field = code, ""
		}
		a := ask(m.as, input)
		named := invalidFields(a)
		if a.Code() != w.code || w.field != "" && !slices.Contains(strings.Fields(named), w.field) {
			t.Errorf("%s, %s is %.40q: %s naming %q, want %s naming %q\n%.300s", m.mutation, path, fmt.Sprint(w.value), a.Code(), named, w.code, w.field, a.Raw)
		}
	}
	for _, f := range def.Fields {
		for _, w := range invalidValues(f.Name, f) {
			input := maps.Clone(base)
			delete(input, m.without[f.Name])
			input[f.Name] = w.value
			try(f.Name, input, w)
		}
		if inner := schema().Types[f.Type.Name()]; inner.Kind == ast.InputObject && f.Type.Elem == nil {
			for _, g := range inner.Fields {
				for _, w := range invalidValues(f.Name+"."+g.Name, g) {
					object := maps.Clone(base[f.Name].(map[string]any))
					object[g.Name] = w.value
					input := maps.Clone(base)
					input[f.Name] = object
					try(f.Name+"."+g.Name, input, w)
				}
			}
		}
	}
	for _, unknown := range []string{"status", "ownerId", "createdAt", "version"} {
		input := maps.Clone(base)
		input[unknown] = "CLOSED"
		try(unknown, input, invalidValue{"unknown", "CLOSED", "VALIDATION_ERROR", unknown})
	}
	after := tableContents(t, s)
	if slices.Contains([]string{"login", "refresh", "changePassword", "changeOwnPassword"}, m.mutation) {
		for _, table := range []string{"audit_entries", "chain_heads"} { // wrong guesses are audited
			delete(before, table)
			delete(after, table)
		}
	}
	if changed := changedTables(before, after); changed != nil {
		t.Errorf("%s: what was refused changed %v", m.mutation, changed)
	}
	if strings.HasPrefix(m.mutation, "upload") || m.mutation == "reviewCompletion" || m.mutation == "setUpService" {
		return tried // no file can be spelled here; an approval needs one; the demo is set up already
	}
	if a := ask(m.as, base); a.Code() != "" {
		t.Errorf("%s: the right input is refused: %s", m.mutation, a.Raw)
	}
	return tried
}

// What decides whose a thing is, where it stands and when it happened is no input, but for
// what docs/product.md, Data, leaves to people.
func TestNoMutationTakesWhatTheServiceDecides(t *testing.T) {
	decided := regexp.MustCompile(`(?i)(^id$|status|state|role|owner|author|actor|account|user|reporter|solver|agent|version|reference|source|type|flag|visib|review|approv|active|By(Id)?$|At$|Time|Date|Id$|Ids$)`)
	allowed := map[string]string{
		// Which row, and what was seen of it.
		"id": "", "complaintId": "", "updateId": "", "commentId": "", "lateEvidenceId": "", "expectedVersion": "",
		// What it points at.
		"categoryId": "", "zoneId": "", "parentId": "", "providerId": "", "intoId": "", "taskIds": "RecordPaymentInput",
		// What administrators decide about others.
		"reporterId": "SubmitComplaintInput", "solverId": "AssignComplaintInput AssignComplaintsInput ReassignTaskInput",
		"contactId": "RetryEmailAddressInput", "userId": "RevokeAllSessionsInput", "userIds": "AddGroupMembersInput RemoveGroupMembersInput",
		"role": "CreateUserInput ChangeUserRoleInput SetNotificationDefaultsInput", "active": "UpdateServiceProviderInput", "approved": "ReviewCompletionInput ReviewCompletionsInput",
		// What administrators decide about broadcasts.
		"targetType": "ScheduleBroadcastInput EditBroadcastInput", "timezone": "ScheduleBroadcastInput RescheduleBroadcastInput",
		"scheduledAt": "ScheduleBroadcastInput RescheduleBroadcastInput",
		// How times are shown, for all and for oneself.
		"timeZone": "UpdateSettingsInput UpdatePreferencesInput SetUpServiceInput",
		// In which order a list is shown.
		"orderBy": "CreateSavedViewInput UpdateSavedViewInput",
		// What people say about a thing of their own.
		"source": "SubmitComplaintInput", "visibility": "CommentOnComplaintInput SetMediaVisibilityInput", "reference": "RecordPaymentInput RedeemLinkCodeInput",
		// docs/product.md, Data: an update's clientId and occurredAt, due dates, payment dates.
		"clientId":    "PostTaskUpdateInput SubmitCompletionInput SubmitLateEvidenceInput",
		"occurredAt":  "PostTaskUpdateInput SubmitCompletionInput AcceptTaskInput StartTaskInput SubmitLateEvidenceInput",
		"type":        "SubmitLateEvidenceInput", // which of two mutations was refused
		"dueAt":       "TriageComplaintInput TriageComplaintsInput AssignComplaintInput AssignComplaintsInput ReassignTaskInput",
		"noDueAt":     "TriageComplaintInput TriageComplaintsInput",
		"paymentDate": "RecordPaymentInput",
		// Administrators say which of them looks after what.
		"handlerId": "ClaimComplaintInput",
		// Administrators say what people may hear of what others reported.
		"shownNearby": "CreateCategoryInput UpdateCategoryInput",
	}
	met := map[string]bool{}
	var walk func(def *ast.Definition)
	walk = func(def *ast.Definition) {
		for _, f := range def.Fields {
			if inner := schema().Types[f.Type.Name()]; inner.Kind == ast.InputObject {
				walk(inner)
			}
			if !decided.MatchString(f.Name) {
				continue
			}
			inputs, known := allowed[f.Name]
			if !known || inputs != "" && !slices.Contains(strings.Fields(inputs), def.Name) {
				t.Errorf("%s takes %s: say here why people decide that", def.Name, f.Name)
			}
			met[f.Name+" "+def.Name] = true
			met[f.Name+" "] = true
		}
	}
	for _, f := range schema().Mutation.Fields {
		for _, a := range f.Arguments {
			if def := schema().Types[a.Type.Name()]; def.Kind == ast.InputObject {
				walk(def)
			} else {
				t.Errorf("%s takes %s beside its input", f.Name, a.Name)
			}
		}
	}
	for name, inputs := range allowed {
		for _, in := range append(strings.Fields(inputs), "") {
			if !met[name+" "+in] {
				t.Errorf("nothing takes %s %s any more", in, name)
			}
		}
	}
}
