package blob

import (
	"strings"

	"github.com/redress/redress/internal/blob/strip"
	"github.com/redress/redress/internal/domain"
)

// Format is a file format that an upload may have.
type Format struct {
	Name        string
	ContentType string
	Media       domain.MediaType

	// endings are those that a label may have; the first is added to a label that has none of them, so that saved bytes
	// never open as something else.
	endings []string
}

// Formats are the formats that an upload may have, images before videos, the most frequent first.
var Formats = []Format{
	{"JPEG", string(strip.JPEG), domain.MediaImage, []string{".jpg", ".jpeg", ".jpe", ".jfif"}},
	{"PNG", string(strip.PNG), domain.MediaImage, []string{".png", ".apng"}},
	{"WebP", string(strip.WebP), domain.MediaImage, []string{".webp"}},
	{"GIF", string(strip.GIF), domain.MediaImage, []string{".gif"}},
	{"MP4", string(strip.MP4), domain.MediaVideo, []string{".mp4", ".m4v"}},
	{"WebM", string(strip.WebM), domain.MediaVideo, []string{".webm"}},
	{"MOV", string(strip.MOV), domain.MediaVideo, []string{".mov", ".qt"}},
}

// FormatNames returns the names of the formats of one media type, such as "MP4, WebM or MOV".
func FormatNames(of domain.MediaType) string {
	names := each(of, func(f Format) string { return f.Name })
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// ContentTypes returns the content types of the formats of one media type.
func ContentTypes(of domain.MediaType) []string {
	return each(of, func(f Format) string { return f.ContentType })
}

func each(of domain.MediaType, what func(Format) string) (all []string) {
	for _, f := range Formats {
		if f.Media == of {
			all = append(all, what(f))
		}
	}
	return all
}
