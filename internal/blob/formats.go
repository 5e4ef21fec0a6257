package blob

import (
	"strings"

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
	{"JPEG", string(formatJPEG), domain.MediaImage},
	{"PNG", string(formatPNG), domain.MediaImage},
	{"WebP", string(formatWebP), domain.MediaImage},
	{"GIF", string(formatGIF), domain.MediaImage},
	{"MP4", string(formatMP4), domain.MediaVideo},
	{"WebM", string(formatWebM), domain.MediaVideo},
	{"MOV", string(formatMOV), domain.MediaVideo},
}

// FormatNames lists the names of the formats of one media type, such as "MP4, WebM or MOV".
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
