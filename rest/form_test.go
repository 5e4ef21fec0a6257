package rest

import (
	"io"
	"strings"
	"testing"
)

// multipartForm encodes a form. Each part is given as name=content.
func multipartForm(all ...string) string {
	var b strings.Builder
	for _, p := range all {
		name, content, _ := strings.Cut(p, "=")
		file := ""
		if name == "media" {
			file = `; filename="../up/after.jpg"`
		}
		b.WriteString("--b\r\nContent-Disposition: form-data; name=\"" + name + "\"" + file + "\r\n\r\n" + content + "\r\n")
	}
	return b.String() + "--b--\r\n"
}

func TestForm(t *testing.T) {
	tests := []struct{ name, body, opening, closing string }{
		{"a file", multipartForm("media=bytes"), "", ""},
		{"the type before", multipartForm("media_type=image", "media=bytes"), "", "IMAGE"},
		{"the type after", multipartForm("media=bytes", "media_type=image"), "", "IMAGE"},
		{"an empty type", multipartForm("media_type=", "media=bytes"), "", ""},
		{"unknown parts", multipartForm("x=1", "media=bytes", "y=2"), "", ""},
		{"no last line end", strings.TrimSuffix(multipartForm("media=bytes"), "\r\n"), "", ""},
		{"an epilogue", multipartForm("media=bytes") + "thank you", "", ""},
		{"no file", multipartForm("media_type=image"), "validation_error media:required", ""},
		{"no file and a wrong type", multipartForm("media_type=IMAGE"), "validation_error media_type:invalid media:required", ""},
		{"no parts", multipartForm(), "validation_error media:required", ""},
		{"nothing", "", "malformed_request", ""},
		{"a wrong type is reported after the file", multipartForm("media_type=picture", "media=bytes"), "", "validation_error media_type:invalid"},
		{"a long type", multipartForm("media=bytes", "media_type="+strings.Repeat("image", 9)), "", "validation_error media_type:invalid"},
		{"two types", multipartForm("media_type=image", "media=bytes", "media_type=image"), "", "validation_error media_type:repeated"},
		{"an empty type and another", multipartForm("media_type=", "media=bytes", "media_type=image"), "", "validation_error media_type:repeated"},
		{"three files are one mistake", multipartForm("media=bytes", "media=bytes", "media=bytes"), "", "validation_error media:repeated"},
		{"no end", strings.TrimSuffix(multipartForm("media=bytes"), "--b--\r\n"), "", "malformed_request"},
		{"cut off in a header", multipartForm("media=bytes")[:30], "malformed_request", ""},
		{"too much before the file", multipartForm("x="+strings.Repeat("x", maxForm), "media=bytes"), "malformed_request", ""},
		{"too much after the file", multipartForm("media=bytes", "x="+strings.Repeat("x", 2*maxForm)), "", "malformed_request"},
		{"too many parts", multipartForm(append(strings.Split(strings.Repeat("x=1 ", 2000), " "), "media=bytes")...), "malformed_request", ""},
		{"a long header", "--b\r\nX: " + strings.Repeat("x", 2*maxForm) + "\r\n\r\n--b--\r\n", "malformed_request", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newForm(strings.NewReader(tt.body), "b")
			file, name, err := f.Open()
			if got := faultText(err); got != tt.opening {
				t.Fatalf("opening: got %q, want %q", got, tt.opening)
			}
			if err != nil {
				return
			}
			if name != "after.jpg" {
				t.Errorf("got name %q", name)
			}
			bytes, err := io.ReadAll(file)
			if err != nil && tt.name != "no end" || string(bytes) != "bytes" && tt.name != "no end" {
				t.Fatalf("got %q, %v", bytes, err)
			}
			declared, err := f.DeclaredType()
			got := faultText(err)
			if err == nil {
				got = string(declared)
			}
			if got != tt.closing {
				t.Errorf("closing: got %q, want %q", got, tt.closing)
			}
		})
	}
}

func TestFormLeavesTheFileUnlimited(t *testing.T) {
	f := newForm(strings.NewReader(multipartForm("media="+strings.Repeat("x", 8*maxForm), "media_type=video")), "b")
	file, _, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, file); n != 8*maxForm || err != nil {
		t.Fatalf("read %d, %v", n, err)
	}
	if declared, err := f.DeclaredType(); declared != "VIDEO" || err != nil {
		t.Errorf("got %q, %v", declared, err)
	}
}
