package blob_test

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

func TestLinksOpenOneFileForOneViewer(t *testing.T) {
	key, media := []byte("a key of thirty-two bytes or more"), domain.NewID(domain.KindMedia)
	who := auth.Grantee{Account: domain.NewID(domain.KindUser), Session: domain.NewID(domain.KindSession)}
	now := time.Date(2026, 11, 21, 8, 30, 20, 0, time.UTC)

	address := blob.Sign(key, media, blob.Thumbnail, who, now)
	u, err := url.Parse(address)
	if err != nil || u.Path != "/media/"+media.String()+"/thumbnail" || u.Host != "" {
		t.Fatalf("%s: %v", address, err)
	}
	sig := u.Query().Get(auth.LinkParam)
	flip := func(i int) string {
		b := []byte(sig)
		if b[i]++; b[i] == 'z'+1 {
			b[i] = 'A'
		}
		return string(b)
	}
	for name, tc := range map[string]struct {
		key   []byte
		media uuid.UUID
		v     blob.Variant
		sig   string
		at    time.Time
		want  fault.Code
	}{
		"at once":             {key, media, blob.Thumbnail, sig, now, ""},
		"four minutes later":  {key, media, blob.Thumbnail, sig, now.Add(4 * time.Minute), ""},
		"five minutes later":  {key, media, blob.Thumbnail, sig, now.Add(5 * time.Minute), fault.TokenExpired},
		"for the original":    {key, media, blob.Original, sig, now, fault.InvalidToken},
		"for another file":    {key, domain.NewID(domain.KindMedia), blob.Thumbnail, sig, now, fault.InvalidToken},
		"with another key":    {[]byte("x"), media, blob.Thumbnail, sig, now, fault.InvalidToken},
		"another account":     {key, media, blob.Thumbnail, flip(3), now, fault.InvalidToken},
		"another session":     {key, media, blob.Thumbnail, flip(25), now, fault.InvalidToken},
		"a longer life":       {key, media, blob.Thumbnail, flip(48), now.Add(time.Hour), fault.InvalidToken},
		"another mac":         {key, media, blob.Thumbnail, flip(len(sig) - 1), now, fault.InvalidToken},
		"cut":                 {key, media, blob.Thumbnail, sig[:len(sig)-1], now, fault.InvalidToken},
		"none":                {key, media, blob.Thumbnail, "", now, fault.InvalidToken},
		"not even characters": {key, media, blob.Thumbnail, strings.Repeat("\n", len(sig)), now, fault.InvalidToken},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := blob.Verify(tc.key, tc.media, tc.v, tc.sig, tc.at)
			if tc.want == "" && (err != nil || got != who) || tc.want != "" && (!fault.Is(err, tc.want) || got != (auth.Grantee{})) {
				t.Errorf("%s: %v, %v", name, got, err)
			}
		})
	}

	if blob.Sign(key, media, blob.Thumbnail, who, now.Add(30*time.Second)) != address {
		t.Error("the same viewer gets another URL half a minute later")
	}
	if blob.Sign(key, media, blob.Thumbnail, who, now.Add(time.Minute)) == address {
		t.Error("the URL never changes")
	}
}

func TestServe(t *testing.T) {
	s, _ := folder(t)
	content := "0123456789"
	key := blob.Key(domain.NewID(domain.KindMedia), blob.Original)
	put(t, s, key, content)
	served := blob.Served{ContentType: "image/png", FileName: "Schaden „Tür“.png", SHA256: sum([]byte(content)), Variant: blob.Original}
	ask := func(method string, v blob.Variant, header ...string) *http.Response {
		r := httptest.NewRequest(method, "/media/x", nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		o, err := s.Open(context.Background(), key)
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		as := served
		as.Variant = v
		blob.Serve(w, r, o, as)
		if _, err := o.Read(make([]byte, 1)); err == nil {
			t.Error("the object is still open")
		}
		return w.Result()
	}
	body := func(r *http.Response) string {
		var b bytes.Buffer
		_, _ = b.ReadFrom(r.Body)
		return b.String()
	}

	whole := ask("GET", blob.Original)
	etag := whole.Header.Get("ETag")
	for name, want := range map[string]string{
		"Content-Type": "image/png", "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-cache",
		"Content-Security-Policy": "default-src 'none'; media-src 'self'; sandbox allow-same-origin", "Accept-Ranges": "bytes", "Content-Length": "10", "ETag": `"` + sum([]byte(content)) + `"`,
	} {
		t.Run(name, func(t *testing.T) {
			if got := whole.Header.Get(name); got != want {
				t.Errorf("%s: %q", name, got)
			}
		})
	}
	kind, params, err := mime.ParseMediaType(strings.Replace(whole.Header.Get("Content-Disposition"), `filename="`, `ascii="`, 1))
	if err != nil || kind != "inline" || params["filename"] != served.FileName || params["ascii"] != "Schaden _T_r_.png" {
		t.Errorf("disposition %q: %v", whole.Header.Get("Content-Disposition"), err)
	}
	if body(whole) != content {
		t.Error("other bytes")
	}
	for name, tc := range map[string]struct {
		r      *http.Response
		status int
		body   string
	}{
		"head":            {ask("HEAD", blob.Original), 200, ""},
		"range":           {ask("GET", blob.Original, "Range", "bytes=2-4"), 206, "234"},
		"end":             {ask("GET", blob.Original, "Range", "bytes=-3"), 206, "789"},
		"beyond":          {ask("GET", blob.Original, "Range", "bytes=10-"), 416, "invalid range: failed to overlap\n"},
		"range, same":     {ask("GET", blob.Original, "Range", "bytes=0-0", "If-Range", etag), 206, "0"},
		"range, changed":  {ask("GET", blob.Original, "Range", "bytes=0-0", "If-Range", `"old"`), 200, content},
		"not modified":    {ask("GET", blob.Original, "If-None-Match", etag), 304, ""},
		"modified":        {ask("GET", blob.Original, "If-None-Match", `"old"`), 200, content},
		"other variant":   {ask("GET", blob.Thumbnail, "If-None-Match", etag), 200, content},
		"its own variant": {ask("GET", blob.Thumbnail, "If-None-Match", strings.TrimSuffix(etag, `"`)+`-thumbnail"`), 304, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := body(tc.r); tc.r.StatusCode != tc.status || got != tc.body {
				t.Errorf("%s: %d %q", name, tc.r.StatusCode, got)
			}
		})
	}
	if got := ask("GET", blob.Thumbnail).Header.Get("Content-Type"); got != "image/jpeg" {
		t.Errorf("a thumbnail of a PNG is %s", got)
	}
}

func TestFileNamesAreLabels(t *testing.T) {
	for _, tc := range []struct{ raw, contentType, want string }{
		{"photo.jpg", "image/jpeg", "photo.jpg"},
		{"Photo.JPEG", "image/jpeg", "Photo.JPEG"},
		{"Straße 5.png", "image/png", "Straße 5.png"},
		{"../../etc/passwd", "image/png", "passwd.png"},
		{`C:\Users\me\clip.MOV`, "video/quicktime", "clip.MOV"},
		{"evil.html", "image/jpeg", "evil.html.jpg"},
		{"sticker.webp", "image/jpeg", "sticker.webp.jpg"}, // turned, and so encoded anew
		{"a\x00b\r\nSet-Cookie: x.gif", "image/gif", "abSet-Cookie_ x.gif"},
		{"photo\u202egpj.exe", "image/jpeg", "photogpj.exe.jpg"},
		{"\ufeffx\u200b.webm", "video/webm", "x.webm"},
		{`a"b;c.png`, "image/png", "a_b;c.png"},
		{"bad\xff\xfeutf8.mp4", "video/mp4", "badutf8.mp4"},
		{"", "image/png", "media.png"},
		{"..", "video/mp4", "media.mp4"},
		{".jpg", "image/jpeg", "media.jpg"},
		{"dir/", "image/webp", "media.webp"},
		{strings.Repeat("ü", 200) + ".png", "image/png", strings.Repeat("ü", 125) + ".png"},
	} {
		t.Run(tc.raw, func(t *testing.T) {
			got := blob.FileName(tc.raw, tc.contentType)
			if got != tc.want {
				t.Errorf("%q became %q, not %q", tc.raw, got, tc.want)
			}
			if len(got) > 255 || !utf8.ValidString(got) || blob.FileName(got, tc.contentType) != got {
				t.Errorf("%q is no stable label", got)
			}
		})
	}
}
