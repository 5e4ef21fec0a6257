package graph_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/paymentclaim"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
)

// completed makes a task of a provider that was done.
func completed(t *testing.T, s *testenv.Server, provider uuid.UUID) uuid.UUID {
	t.Helper()
	now := s.Clock.Now()
	task, err := s.Store.Client().WorkTask.Create().
		SetComplaintID(s.Samples.Complaint).SetSolverID(accountUUID(t, s, testenv.Solver)).SetProviderID(provider).
		SetStatus(domain.TaskCompleted).SetEndedAt(now).SetCreatedAt(now).SetUpdatedAt(now).Save(testenv.System())
	if err != nil {
		t.Fatal(err)
	}
	return task.ID
}

func newSettlement(s *testenv.Server, reference string, tasks ...uuid.UUID) map[string]any {
	return map[string]any{
		"providerId": s.Samples.Provider, "amountMinor": "123456", "currency": "EUR",
		"paymentDate": s.Clock.Now().UTC().Format("2006-01-02"), "method": "BANK_TRANSFER",
		"reference": reference, "invoiceNumber": "INV 7", "taskIds": append([]uuid.UUID{}, tasks...), "remarks": "For the lamps.",
	}
}

const settled = `payment { id type status amount taskIds recordedBy { name } availableActions { action enabled disabledReason requiredInput } }`

// Recording, what both APIs show of it, reversing, and that reference and task are free again.
func TestLedgerFromRecordToReversal(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		task := completed(t, s, s.Samples.Provider)
		a := mustMutate(t, s, testenv.Admin, "recordPayment", settled, newSettlement(s, " T-1 ", task))
		id := a.At("recordPayment", "payment", "id").(string)
		for path, want := range map[string]any{"status": "PAID", "amount": "1234.56", "type": "SETTLEMENT"} {
			if got := a.At("recordPayment", "payment", path); got != want {
				t.Errorf("%s is %v, want %v", path, got, want)
			}
		}
		if got := a.At("recordPayment", "payment", "availableActions", 0, "enabled"); got != true {
			t.Errorf("can't be reversed: %s", a.Raw)
		}
		if a := mutate(t, s, testenv.Admin, "recordPayment", settled, newSettlement(s, "T-1")); a.Code() != "DUPLICATE_REFERENCE" || invalidFields(a) != "reference" {
			t.Errorf("the same reference: %s", a.Raw)
		}
		if a := mutate(t, s, testenv.Admin, "recordPayment", settled, newSettlement(s, "T-2", completed(t, s, s.Samples.Provider), task)); a.Code() != "CONFLICT" || invalidFields(a) != "taskIds.1" {
			t.Errorf("the same task: %s", a.Raw)
		}
		company := mustMutate(t, s, testenv.Admin, "createServiceProvider", "serviceProvider { id }", map[string]any{"name": "Elsewhere"}).At("createServiceProvider", "serviceProvider", "id")
		other := newSettlement(s, "T-1", task)
		other["providerId"] = company
		if a := mutate(t, s, testenv.Admin, "recordPayment", settled, other); invalidFields(a) != "taskIds.0" {
			t.Errorf("another provider's task: %s", a.Raw)
		}

		a = mustMutate(t, s, testenv.Admin, "reversePayment", `reversal { id type amount status paymentReference paymentDate remarks reverses { id } availableActions { enabled disabledReason } } settlement { id status reversedBy { id } availableActions { enabled } }`,
			map[string]any{"id": id, "reason": "Paid twice."})
		reversal := a.At("reversePayment", "reversal", "id").(string)
		for path, want := range map[string]any{
			"type": "REVERSAL", "amount": "-1234.56", "status": "PAID", "paymentReference": "T-1", "remarks": "Paid twice.",
			"paymentDate": s.Clock.Now().UTC().Format("2006-01-02"),
		} {
			if got := a.At("reversePayment", "reversal", path); got != want {
				t.Errorf("the reversal's %s is %v, want %v", path, got, want)
			}
		}
		if a.At("reversePayment", "settlement", "status") != "REVERSED" || a.At("reversePayment", "settlement", "availableActions", 0, "enabled") != false ||
			a.At("reversePayment", "reversal", "availableActions", 0, "enabled") != false {
			t.Errorf("after the reversal: %s", a.Raw)
		}
		for _, again := range []string{id, reversal} {
			if a := mutate(t, s, testenv.Admin, "reversePayment", "reversal { id }", map[string]any{"id": again, "reason": "Once more."}); a.Code() != "INVALID_TRANSITION" {
				t.Errorf("reversed again: %s", a.Raw)
			}
		}

		// Both APIs show both rows.
		page := s.MustExecute(t, testenv.Admin, `query($id: ID!) { paymentPage(providerId: $id) { payments { id status reversedBy { id } } } }`, map[string]any{"id": s.Samples.Provider})
		rest := s.Do(t, testenv.Request{Path: fmt.Sprintf("/api/admin/service-providers/%s/payments/", s.Samples.Provider), As: testenv.Admin})
		if rest.Status != http.StatusOK {
			t.Fatal(rest.Body)
		}
		body := decodeBody(t, rest.Body)
		for i, want := range []struct{ id, status, amount string }{{reversal, "PAID", "-1234.56"}, {id, "REVERSED", "1234.56"}} {
			if page.At("paymentPage", "payments", i, "id") != want.id || page.At("paymentPage", "payments", i, "status") != want.status {
				t.Errorf("row %d of the page: %s", i, page.Raw)
			}
			row := body.Payments[i]
			if row.ID != want.id || row.Status != map[string]string{"PAID": "paid", "REVERSED": "reversed"}[want.status] || row.Amount.String() != want.amount {
				t.Errorf("row %d over REST: %+v", i, row)
			}
		}
		if got := s.MustExecute(t, testenv.Provider, `query($id: ID!) { payment(id: $id) { status availableActions { action } } }`, map[string]any{"id": id}); got.At("payment") != nil && got.At("payment", "availableActions", 0) != nil {
			t.Errorf("a provider is offered a verb: %s", got.Raw)
		}

		mustMutate(t, s, testenv.Admin, "recordPayment", settled, newSettlement(s, "T-1", task)) // both are free again
		claims, err := s.Store.Client().PaymentClaim.Query().Where(paymentclaim.KeyIn("task:"+task.String(), fmt.Sprintf("reference:%s:T-1", s.Samples.Provider))).Count(testenv.System())
		if err != nil || claims != 2 {
			t.Errorf("%d claims: %v", claims, err)
		}
	})
}

// For every role and state of a payment, what availableActions says is what happens, and what
// is refused changes nothing.
func TestPaymentActions(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		for _, as := range testenv.Everyone {
			s.Token(t, as)
		}
		n := 0
		stage := map[string]func() any{
			"a settlement": func() any {
				n++
				return mustMutate(t, s, testenv.Admin, "recordPayment", settled, newSettlement(s, fmt.Sprint("A-", n))).At("recordPayment", "payment", "id")
			},
		}
		stage["a reversed one"] = func() any {
			id := stage["a settlement"]()
			mustMutate(t, s, testenv.Admin, "reversePayment", "reversal { id }", map[string]any{"id": id, "reason": "x"})
			return id
		}
		stage["a reversal"] = func() any {
			return mustMutate(t, s, testenv.Admin, "reversePayment", "reversal { id }", map[string]any{"id": stage["a settlement"](), "reason": "x"}).At("reversePayment", "reversal", "id")
		}
		for state, make := range stage {
			for _, as := range testenv.Everyone {
				id := make()
				admin := as == testenv.Admin || as == testenv.SuperAdmin
				want := admin && state == "a settlement"

				shown := s.Execute(t, as, `query($id: ID!) { payment(id: $id) { availableActions { action enabled disabledReason requiredInput } } }`, map[string]any{"id": id})
				menu, _ := shown.At("payment", "availableActions").([]any)
				switch {
				case !admin:
					if len(menu) != 0 {
						t.Errorf("%s as %q: offered %s", state, as, shown.Raw)
					}
				case len(menu) != 1:
					t.Errorf("%s as %q: %s", state, as, shown.Raw)
				default:
					a := menu[0].(map[string]any)
					if a["action"] != "REVERSE" || a["enabled"] != want || (a["disabledReason"] == "") != want || fmt.Sprint(a["requiredInput"]) != "[reason]" {
						t.Errorf("%s as %q: %s", state, as, shown.Raw)
					}
				}

				before := tableContents(t, s)
				if a := mutate(t, s, as, "reversePayment", "reversal { id }", map[string]any{"id": id, "reason": " "}); a.Code() == "" {
					t.Errorf("%s as %q: reversed without its required input: %s", state, as, a.Raw)
				}
				code := map[bool]string{true: "INVALID_TRANSITION", false: "PERMISSION_DENIED"}[admin]
				switch {
				case want:
					code = ""
				case as == testenv.Anonymous:
					code = "AUTHENTICATION_REQUIRED"
				}
				a := mutate(t, s, as, "reversePayment", "reversal { id }", map[string]any{"id": id, "reason": "x"})
				if a.Code() != code {
					t.Errorf("%s as %q: %s, want %q", state, as, a.Raw, code)
				}
				if changed := changedTables(before, tableContents(t, s)); (changed != nil) != want {
					t.Errorf("%s as %q changed %v", state, as, changed)
				}
			}
		}
	})
}

// Blanks around a text that must say something are no part of it, and count for nothing.
func TestBlanksAroundTextsAreNotCounted(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		reason := strings.Repeat("r", 2000)
		id := mustMutate(t, s, testenv.Admin, "recordPayment", settled, newSettlement(s, "T-1")).At("recordPayment", "payment", "id")
		a := mustMutate(t, s, testenv.Admin, "reversePayment", "reversal { remarks }", map[string]any{"id": id, "reason": "\n" + reason + "\u200b\n"})
		if got := a.At("reversePayment", "reversal", "remarks"); got != reason {
			t.Errorf("the reason is %q", got)
		}
	})
}

type restLedger struct {
	Payments []struct {
		ID     string      `json:"id"`
		Status string      `json:"status"`
		Amount json.Number `json:"amount"`
	} `json:"payments"`
}

func decodeBody(t *testing.T, body string) restLedger {
	t.Helper()
	var l restLedger
	if err := json.Unmarshal([]byte(body), &l); err != nil {
		t.Fatal(err)
	}
	return l
}

// What a verb returns of a payment is what was asked for, by aliases and of one that was reversed meanwhile too, and is read by
// one statement.
func TestPaymentVerbsReturnWhatIsAskedFor(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		in := newSettlement(s, "T-9", completed(t, s, s.Samples.Provider))
		in["idempotencyKey"] = "one-settlement"
		first := mustMutate(t, s, testenv.Admin, "recordPayment", "a: payment { id } b: payment { amount reversedBy { id } provider { name } }", in)
		id := first.At("recordPayment", "a", "id")
		if first.At("recordPayment", "b", "amount") != "1234.56" || first.At("recordPayment", "b", "reversedBy") != nil || first.At("recordPayment", "b", "provider", "name") == "" {
			t.Error(first.Raw)
		}
		if a := mustMutate(t, s, testenv.Admin, "recordPayment", "__typename", in); a.At("recordPayment", "__typename") != "RecordPaymentPayload" {
			t.Error(a.Raw)
		}

		undone := mustMutate(t, s, testenv.Admin, "reversePayment",
			"reversal { reverses { amount remarks } } again: reversal { id status } settlement { status reversedBy { amount } }",
			map[string]any{"id": id, "reason": "Paid twice.", "idempotencyKey": "one-reversal"})
		for path, want := range map[*[]any]any{
			{"reversal", "reverses", "amount"}:     "1234.56",
			{"reversal", "reverses", "remarks"}:    "For the lamps.",
			{"again", "status"}:                    "PAID",
			{"settlement", "status"}:               "REVERSED",
			{"settlement", "reversedBy", "amount"}: "-1234.56",
		} {
			if got := undone.At(append([]any{"reversePayment"}, *path...)...); got != want {
				t.Errorf("%v is %v, want %v", *path, got, want)
			}
		}
		later := mustMutate(t, s, testenv.Admin, "recordPayment", "payment { id status reversedBy { amount remarks recordedBy { name } } }", in)
		if later.At("recordPayment", "payment", "id") != id || later.At("recordPayment", "payment", "status") != "REVERSED" ||
			later.At("recordPayment", "payment", "reversedBy", "remarks") != "Paid twice." || later.At("recordPayment", "payment", "reversedBy", "recordedBy", "name") == "" {
			t.Errorf("repeated after it was reversed: %s", later.Raw)
		}

		count := func(selection string) int {
			n, _ := statements(t, s, testenv.Admin, "mutation($in: RecordPaymentInput!) { recordPayment(input: $in) { payment { "+selection+" } } }", map[string]any{"in": in})
			return n
		}
		if least, all := count("id"), count("id status amount createdAt taskIds recordedBy { name } reversedBy { id }"); all != least {
			t.Errorf("%d statements, %d for the id alone", all, least)
		}
	})
}

// What may be done with each of many payments costs no more statements than with one.
func TestPaymentActionsCostNoStatementEach(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		count := func(first int) int {
			n, a := statements(t, s, testenv.Admin, fmt.Sprintf(`{ payments(first: %d) { edges { node { id availableActions { action enabled } } } } }`, first), nil)
			if !strings.Contains(a.Raw, "REVERSE") {
				t.Fatal(a.Raw)
			}
			return n
		}
		if one, many := count(1), count(15); one != many {
			t.Errorf("1 payment costs %d statements, 15 cost %d", one, many)
		}
	})
}
