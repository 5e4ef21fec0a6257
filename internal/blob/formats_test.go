package blob_test

import (
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/blob/strip"
	"github.com/redress/redress/internal/blob/strip/striptest"
	"github.com/redress/redress/internal/domain"
)

// TestEachFormat: a file of each format is recognized by its bytes, stored and labeled, a picture with a thumbnail.
func TestEachFormat(t *testing.T) {
	gray := color.NRGBA{128, 128, 128, 255}
	samples := map[string][]byte{
		string(strip.JPEG): striptest.PlainJPEG(t, striptest.Quarters(64, 48)),
		string(strip.PNG):  striptest.PlainPNG(t, striptest.Quarters(64, 48)),
		string(strip.WebP): striptest.PlainWebP(64, 48, gray),
		string(strip.GIF):  striptest.AnimatedGIF(t),
		string(strip.MP4):  striptest.Movie("mp42", false),
		string(strip.WebM): striptest.WebMVideo(),
		string(strip.MOV):  striptest.Movie("qt  ", false),
	}
	endings := map[string]bool{}
	for _, format := range blob.Formats {
		t.Run(format.Name, func(t *testing.T) {
			sample, known := samples[format.ContentType]
			if !known {
				t.Fatal("no sample")
			}
			got := receive(t, sample)
			if got.ContentType != format.ContentType || got.Type != format.Media || got.HasThumbnail() != (format.Media == domain.MediaImage) {
				t.Errorf("%s, %s, thumbnail %t", got.ContentType, got.Type, got.HasThumbnail())
			}
			label := blob.FileName("a", format.ContentType)
			if ending := filepath.Ext(label); ending == "" || endings[ending] || blob.FileName(label, format.ContentType) != label {
				t.Errorf("is labeled %s", label)
			} else {
				endings[ending] = true
			}
		})
	}
}

// TestFormatsAreNamed: what people read about files names each format.
func TestFormatsAreNamed(t *testing.T) {
	images, videos := blob.FormatNames(domain.MediaImage), blob.FormatNames(domain.MediaVideo)
	plain := strings.NewReplacer(" or ", ", ", " oder ", ", ")
	both := plain.Replace(images + ", " + videos)
	says := func(file string, wanted ...string) {
		t.Helper()
		content, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		for _, names := range wanted {
			if !strings.Contains(plain.Replace(string(content)), names) {
				t.Errorf("%s does not say %q", file, names)
			}
		}
	}
	says("docs/api.md", both)
	says("docs/product.md", "an image ("+plain.Replace(images)+")", "a video ("+plain.Replace(videos)+")")
	says("graph/enums.graphqls", "A picture: "+plain.Replace(images), "A video: "+plain.Replace(videos))
	says("dashboard/src/lib/i18n/en/complaint.json", both)
	says("dashboard/src/lib/i18n/de/complaint.json", both)
}
