package rest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// faultText formats an error as "code field:code field:code".
func faultText(err error) string {
	if err == nil {
		return ""
	}
	f, ok := fault.As(err)
	if !ok {
		return err.Error()
	}
	out := string(f.Code)
	for _, field := range f.Fields {
		out += " " + field.Field + ":" + field.Code
	}
	return out
}

func TestPage(t *testing.T) {
	tests := []struct {
		name, query string
		page, limit int
		want        string
	}{
		{"absent", "", 1, 20, ""},
		{"empty is absent", "page=&limit=", 1, 20, ""},
		{"unknown is ignored, twice too", "x=1&x=2&Page=9", 1, 20, ""},
		{"given", "page=3&limit=7", 3, 7, ""},
		{"a hundred", "limit=100", 1, 100, ""},
		{"more than a hundred", "limit=101", 1, 100, ""},
		{"a limit no machine holds", "limit=99999999999999999999", 1, 100, ""},
		{"the last page a machine can name", "page=9223372036854775807", 9223372036854775807, 20, ""},
		{"a page no machine holds", "page=9223372036854775808", 0, 0, "validation_error page:out_of_range"},
		{"zero", "page=0&limit=0", 0, 0, "validation_error page:out_of_range limit:out_of_range"},
		{"negative", "page=-1&limit=-1", 0, 0, "validation_error page:out_of_range limit:out_of_range"},
		{"negative, no machine holds", "page=-9223372036854775809&limit=-9223372036854775809", 0, 0, "validation_error page:out_of_range limit:out_of_range"},
		{"minus alone", "page=-", 0, 0, "validation_error page:invalid"},
		{"two signs", "page=--1", 0, 0, "validation_error page:invalid"},
		{"a plus sign", "page=%2B1", 0, 0, "validation_error page:invalid"},
		{"a space", "page=+1", 0, 0, "validation_error page:invalid"},
		{"a fraction", "limit=1.0", 0, 0, "validation_error limit:invalid"},
		{"other digits", "page=%D9%A1", 0, 0, "validation_error page:invalid"},
		{"a letter", "page=1a", 0, 0, "validation_error page:invalid"},
		{"twice", "page=1&page=1", 0, 0, "validation_error page:repeated"},
		{"twice, empty", "page=&page=1", 0, 0, "validation_error page:repeated"},
		{"NUL", "page=1%00", 0, 0, "validation_error page:invalid"},
		{"a broken percent", "page=%zz", 0, 0, "malformed_request"},
		{"a semicolon", "page=1;limit=2", 0, 0, "malformed_request"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := decode(httptest.NewRequest(http.MethodGet, "/?"+tt.query, nil))
			page, limit := in.page()
			if got := faultText(in.err()); got != tt.want {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			if tt.want == "" && (*page != tt.page || *limit != tt.limit) {
				t.Errorf("got page %d, limit %d", *page, *limit)
			}
		})
	}
}

func TestFilters(t *testing.T) {
	id := "019aa58f-c140-7000-8000-00000000000a"
	tests := []struct{ name, query, want string }{
		{"none", "", ""},
		{"all", "status=sent&target_type=zone&search=%25_%5C&created_by=" + id + "&date_from=2026-01-01&date_to=2026-01-01", ""},
		{"all empty", "status=&target_type=&search=&created_by=&date_from=&date_to=", ""},
		{"an enumeration in capitals", "status=SENT", "validation_error status:invalid"},
		{"another enumeration's word", "status=all&target_type=sent", "validation_error status:invalid target_type:invalid"},
		{"bytes that are no text", "search=%ff", "validation_error search:invalid"},
		{"NUL in a search", "search=a%00b", "validation_error search:invalid"},
		{"an id in braces", "created_by=%7B" + id + "%7D", "validation_error created_by:invalid"},
		{"an id without dashes", "created_by=" + strings.ReplaceAll(id, "-", ""), "validation_error created_by:invalid"},
		{"a day that is none", "date_from=2026-02-29", "validation_error date_from:invalid"},
		{"a day in short", "date_from=2026-1-1", "validation_error date_from:invalid"},
		{"an instant", "date_to=2026-01-01T00:00:00Z", "validation_error date_to:invalid"},
		{"from after to", "date_from=2026-01-02&date_to=2026-01-01", "validation_error date_from:out_of_range"},
		{"two at fault", "status=x&date_to=y", "validation_error status:invalid date_to:invalid"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := decode(httptest.NewRequest(http.MethodGet, "/?"+tt.query, nil))
			status := oneOf[domain.BroadcastStatus](in, "status")
			oneOf[domain.TargetType](in, "target_type")
			in.text("search")
			in.queryID("created_by")
			in.dates("date_from", "date_to")
			if got := faultText(in.err()); got != tt.want {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			if tt.name == "all" && (status == nil || *status != domain.BroadcastSent) {
				t.Errorf("got status %v", status)
			}
		})
	}
}

func TestBody(t *testing.T) {
	const plain = "application/json"
	tests := []struct{ name, kind, body, want string }{
		{"good", plain, `{"email":"a","password":"b"}`, ""},
		{"good with a charset", "application/json; charset=UTF-8", `{"password":"b","email":"a"}`, ""},
		{"no type", "", `{"email":"a","password":"b"}`, "unsupported_media_type"},
		{"a form", "application/x-www-form-urlencoded", "email=a&password=b", "unsupported_media_type"},
		{"another charset", "application/json; charset=utf-16", `{}`, "unsupported_media_type"},
		{"empty", plain, "", "malformed_request"},
		{"not JSON", plain, `{"email":"a","password":"b"`, "malformed_request"},
		{"a trailing comma", plain, `{"email":"a","password":"b",}`, "malformed_request"},
		{"trailing bytes", plain, `{"email":"a","password":"b"} x`, "malformed_request"},
		{"two objects", plain, `{"email":"a","password":"b"}{}`, "malformed_request"},
		{"not UTF-8", plain, "{\"email\":\"\xff\",\"password\":\"b\"}", "malformed_request"},
		{"a list", plain, `["a","b"]`, "malformed_request"},
		{"null", plain, `null`, "malformed_request"},
		{"a byte order mark", plain, "\ufeff{}", "validation_error email:required password:required"},
		{"unknown", plain, `{"email":"a","password":"b","role":"admin"}`, "validation_error role:unknown"},
		{"in capitals", plain, `{"Email":"a","password":"b"}`, "validation_error Email:unknown email:required"},
		{"twice", plain, `{"email":"a","email":"a","password":"b"}`, "validation_error email:repeated"},
		{"a number", plain, `{"email":1,"password":"b"}`, "validation_error email:invalid"},
		{"an object", plain, `{"email":{"email":"a"},"password":"b"}`, "validation_error email:invalid"},
		{"null for a string", plain, `{"email":null,"password":"b"}`, "validation_error email:invalid"},
		{"NUL", plain, `{"email":"a\u0000","password":"b"}`, "validation_error email:invalid"},
		{"missing", plain, `{}`, "validation_error email:required password:required"},
		{"an empty string", plain, `{"email":"","password":"b"}`, "validation_error email:required"},
		{"too large", plain, `{"email":"` + strings.Repeat("a", maxBody) + `","password":"b"}`, "file_too_large"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(tt.body))
			r.Header.Set("Content-Type", tt.kind)
			found, err := decodeStrings(r, "email", "password")
			if got := faultText(err); got != tt.want {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			if tt.want == "" && (found["email"] != "a" || found["password"] != "b") {
				t.Errorf("got %v", found)
			}
		})
	}
}
