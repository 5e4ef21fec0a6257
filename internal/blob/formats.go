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
}

// Formats are the formats that an upload may have, images before videos.
var Formats = []Format{
	{"JPEG", string(strip.JPEG), domain.MediaImage},
	{"PNG", string(strip.PNG), domain.MediaImage},
	{"WebP", string(strip.WebP), domain.MediaImage},
	{"GIF", string(strip.GIF), domain.MediaImage},
	{"MP4", string(strip.MP4), domain.MediaVideo},
	{"WebM", string(strip.WebM), domain.MediaVideo},
	{"MOV", string(strip.MOV), domain.MediaVideo},
}

// FormatNames returns the names of the formats of one media type, such as "MP4, WebM or MOV".
func FormatNames(of domain.MediaType) string {
	var names []string
	for _, f := range Formats {
		if f.Media == of {
			names = append(names, f.Name)
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
