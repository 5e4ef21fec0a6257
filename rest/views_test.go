package rest_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/internal/testenv"
)

var (
	instant = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)
	aPeriod = regexp.MustCompile(`"period":(null|\{[^}]*\})`)
	keyed   = regexp.MustCompile(`"([a-z0-9_]+)":`)
)

// keys returns the names of the members in a JSON text in their order, each once.
func keys(text string) string {
	var all []string
	for _, m := range keyed.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(all, m[1]) {
			all = append(all, m[1])
		}
	}
	return strings.Join(all, " ")
}

func TestStatusLog(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		res := s.get(t, testenv.User, "/api/complaints/"+s.Samples.Complaint.String()+"/status-log/")
		if got := keys(res.Body); got != "success message logs status updated_by note timestamp" {
			t.Errorf("keys: %s", got)
		}
		logs := parseBody(t, res)["logs"].([]any)
		if len(logs) < 3 || logs[0].(map[string]any)["status"] != "submitted" {
			t.Errorf("got %v", logs)
		}
		last := ""
		for _, row := range logs {
			when := row.(map[string]any)["timestamp"].(string)
			if !instant.MatchString(when) || when < last {
				t.Errorf("%s after %s", when, last)
			}
			last = when
		}
	})
}

func TestPayments(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		path := "/api/admin/service-providers/" + s.Samples.Provider.String() + "/payments/"
		all := s.get(t, testenv.Admin, path+"?limit=1000")
		const want = "success message provider id name payments provider_id type status amount amount_minor currency payment_date " +
			"payment_method payment_reference invoice_number period from to task_ids remarks recorded_by recorded_by_id " +
			"reverses_payment_id reversed_by_payment_id created_at summary count totals paid reversed net pagination " +
			"page limit total total_pages has_next has_previous"
		if got := keys(aPeriod.ReplaceAllString(all.Body, `"period":{"from":"","to":""}`)); got != want {
			t.Errorf("keys: %s", got)
		}
		whole := parseBody(t, all)
		rows := whole["payments"].([]any)
		if whole["pagination"].(map[string]any)["limit"] != 100.0 {
			t.Errorf("pagination: %v", whole["pagination"])
		}
		sums, last := map[string]float64{}, "9999"
		for _, row := range rows {
			p := row.(map[string]any)
			sums[p["currency"].(string)] += p["amount"].(float64)
			if date := p["payment_date"].(string); date > last {
				t.Errorf("%s after %s", date, last)
			} else {
				last = date
			}
			if p["type"] == "reversal" && (p["status"] != "paid" || p["amount"].(float64) >= 0 || p["reverses_payment_id"] == nil) {
				t.Errorf("a reversal: %v", p)
			}
			if (p["status"] == "reversed") != (p["reversed_by_payment_id"] != nil) {
				t.Errorf("status and reversal differ: %v", p)
			}
		}
		for _, total := range whole["summary"].(map[string]any)["totals"].([]any) {
			sum := total.(map[string]any)
			if got := sums[sum["currency"].(string)]; fmt.Sprintf("%.2f", got) != fmt.Sprintf("%.2f", sum["net"].(float64)) {
				t.Errorf("%v, but the rows add up to %.2f", sum, got)
			}
		}

		var paged []any
		for page := 1; ; page++ {
			a := parseBody(t, s.get(t, testenv.Admin, fmt.Sprintf("%s?limit=5&page=%d", path, page)))
			paged = append(paged, a["payments"].([]any)...)
			if fmt.Sprint(a["summary"]) != fmt.Sprint(whole["summary"]) {
				t.Error("the summary is of the page, not of the filter")
			}
			if a["pagination"].(map[string]any)["has_next"] == false {
				break
			}
		}
		if fmt.Sprint(paged) != fmt.Sprint(rows) {
			t.Errorf("the pages hold %d rows, the list %d", len(paged), len(rows))
		}
		beyond := parseBody(t, s.get(t, testenv.Admin, path+"?page=9223372036854775807"))
		if rows := beyond["payments"].([]any); len(rows) != 0 {
			t.Errorf("a page past the end holds %d rows", len(rows))
		}

		day := rows[0].(map[string]any)["payment_date"].(string)
		one := parseBody(t, s.get(t, testenv.Admin, path+"?from_date="+day+"&to_date="+day))
		if n := len(one["payments"].([]any)); n == 0 || n == len(rows) {
			t.Errorf("one day holds %d of %d rows", n, len(rows))
		}
		for _, edge := range []string{"0001-01-01", "9999-12-31"} {
			if res := s.get(t, testenv.Admin, path+"?from_date="+edge+"&to_date="+edge); res.Status != 200 {
				t.Errorf("%s: %d %s", edge, res.Status, res.Body)
			}
		}
		wantError(t, s.get(t, testenv.Admin, path+"?from_date="+day+"&to_date=2000-01-01"), 400, "validation_error")
	})
}

func TestBroadcasts(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		const path = "/api/admin/notifications/broadcasts/"
		all := s.get(t, testenv.Admin, path+"?limit=100")
		const item = "id title status target_type target_value recipient_count scheduled_at sent_at cancelled_at created_by created_by_name created_at updated_at"
		if got := keys(all.Body); got != "success message broadcasts "+item+" pagination page limit total total_pages has_next has_previous" {
			t.Errorf("keys: %s", got)
		}
		rows := parseBody(t, all)["broadcasts"].([]any)
		count := func(query string) int {
			t.Helper()
			res := s.get(t, testenv.Admin, path+"?limit=100&"+query)
			if res.Status != 200 {
				t.Fatalf("%s: %s", query, res.Body)
			}
			return len(parseBody(t, res)["broadcasts"].([]any))
		}
		for _, name := range []string{"status", "target_type", "created_by"} {
			seen := map[string]int{}
			for _, row := range rows {
				seen[row.(map[string]any)[name].(string)]++
			}
			for value, n := range seen {
				if got := count(name + "=" + value); got != n {
					t.Errorf("%s=%s finds %d of %d", name, value, got, n)
				}
			}
		}
		first := rows[0].(map[string]any)
		title := first["title"].(string)
		if count("search="+strings.ToUpper(strings.Fields(title)[0])) == 0 || count("search=%25") != 0 || count("search=_") != 0 {
			t.Error("the search is not a literal substring whatever the case")
		}
		day := first["created_at"].(string)[:10]
		if n := count("date_from=" + day + "&date_to=" + day); n == 0 || n == len(rows) {
			t.Errorf("one day finds %d of %d", n, len(rows))
		}
		for _, edge := range []string{"date_from=0001-01-01", "date_to=9999-12-31"} {
			if n := count(edge); n != len(rows) {
				t.Errorf("%s finds %d of %d", edge, n, len(rows))
			}
		}
		if count("page=9223372036854775807") != 0 {
			t.Error("a page past the end has rows")
		}

		for _, row := range rows {
			shown := row.(map[string]any)
			res := s.get(t, testenv.Admin, path+shown["id"].(string)+"/")
			full := parseBody(t, res)["broadcast"].(map[string]any)
			for name, value := range shown {
				if full[name] != value {
					t.Errorf("%s: %v in the list, %v in full", name, value, full[name])
				}
			}
			d := full["delivery"].(map[string]any)
			n := func(name string) float64 { return d[name].(float64) }
			if n("recipients") != n("pending")+n("sent")+n("failed")+n("skipped")+n("cancelled") {
				t.Errorf("the counters do not add up: %v", d)
			}
			if history := full["audit"].(map[string]any)["history"].([]any); history[0].(map[string]any)["action"] != "created" {
				t.Errorf("history: %v", history)
			}
		}
	})
}

func TestUpdates(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		res := s.get(t, testenv.Solver, "/api/solver/tasks/"+s.Samples.Task.String()+"/updates/")
		a := parseBody(t, res)
		if a["task"].(map[string]any)["id"] != s.Samples.Task.String() || a["task"].(map[string]any)["title"] == "" {
			t.Errorf("task: %v", a["task"])
		}
		last := ""
		for _, row := range a["updates"].([]any) {
			u := row.(map[string]any)
			if when := u["timestamp"].(string); when < last {
				t.Errorf("%s after %s", when, last)
			} else {
				last = when
			}
			if u["updated_by"] == "" || u["updated_by"] == "System" {
				t.Errorf("nobody reported: %v", u)
			}
		}
	})
}
