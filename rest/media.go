package rest

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// mediaView is a file of a task update.
type mediaView struct {
	ID       uuid.UUID `json:"id" doc:"Its id."`
	UpdateID uuid.UUID `json:"update_id" doc:"Task update it proves."`
	TaskID   uuid.UUID `json:"task_id" doc:"Task of that update."`
	content
}

// attachmentView is a file of a complaint or of a comment.
type attachmentView struct {
	ID          uuid.UUID  `json:"id" doc:"Its id."`
	ComplaintID *uuid.UUID `json:"complaint_id" doc:"Complaint it came with; null for a comment's."`
	CommentID   *uuid.UUID `json:"comment_id" doc:"Comment it came with; null for a complaint's."`
	content
}

// content is what every file has.
type content struct {
	MediaType       word[domain.MediaType] `json:"media_type" doc:"Image or video, as the bytes say."`
	URL             string                 `json:"url" doc:"Where the file opens, root-relative: for a few minutes without a header, with a Bearer token as long as the right lasts."`
	ThumbnailURL    *string                `json:"thumbnail_url" doc:"Where its small picture opens; null for a video."`
	FileName        string                 `json:"file_name" doc:"Name the file had; a label."`
	ContentType     string                 `json:"content_type" doc:"Media type of the bytes, such as image/jpeg."`
	SizeBytes       int64                  `json:"size_bytes" doc:"Size as served."`
	SHA256          string                 `json:"sha256" doc:"SHA-256 of the bytes as served, in hexadecimal."`
	Width           *int                   `json:"width" doc:"Width as served, in pixels."`
	Height          *int                   `json:"height" doc:"Height as served, in pixels."`
	DurationSeconds *float64               `json:"duration_seconds" doc:"Length of a video."`
	UploadedBy      string                 `json:"uploaded_by" doc:"Name of who uploaded it; System where no account did."`
	UploadedAt      stamp                  `json:"uploaded_at" doc:"When."`
}

// mediaSelection is what a mediaView reads of its row. Of an update's files only: an upload
// returns the whole row.
var mediaSelection = model.Selection{
	Columns: []string{
		media.FieldMediaType, media.FieldThumbnailKey, media.FieldFileName, media.FieldContentType, media.FieldSizeBytes,
		media.FieldSha256, media.FieldWidth, media.FieldHeight, media.FieldDurationMs, media.FieldCreatedAt,
	},
	Edges: map[string]model.Selection{media.EdgeUploadedBy: nameSelection},
}

// viewMedia shows a file of a task update, with its uploader loaded.
func viewMedia(ctx context.Context, derived generated.MediaResolver, m *ent.Media, of *ent.TaskUpdate) (mediaView, error) {
	c, err := viewContent(ctx, derived, m)
	return mediaView{m.ID, of.ID, of.TaskID, c}, err
}

// viewAttachment shows a file of a complaint or a comment, with its uploader loaded.
func viewAttachment(ctx context.Context, derived generated.MediaResolver, m *ent.Media) (attachmentView, error) {
	c, err := viewContent(ctx, derived, m)
	return attachmentView{m.ID, m.ComplaintID, m.CommentID, c}, err
}

func viewContent(ctx context.Context, derived generated.MediaResolver, m *ent.Media) (content, error) {
	url, err := derived.URL(ctx, m)
	if err != nil {
		return content{}, err
	}
	thumbnail, err := derived.ThumbnailURL(ctx, m)
	if err != nil {
		return content{}, err
	}
	seconds, err := derived.DurationSeconds(ctx, m)
	if err != nil {
		return content{}, err
	}
	return content{
		MediaType: lower(m.MediaType), URL: url, ThumbnailURL: thumbnail,
		FileName: m.FileName, ContentType: m.ContentType, SizeBytes: m.SizeBytes, SHA256: m.Sha256,
		Width: m.Width, Height: m.Height, DurationSeconds: seconds,
		UploadedBy: model.ActorName(m.Edges.UploadedBy, ""), UploadedAt: at(m.CreatedAt),
	}, nil
}

// unsigned is the record with the bare paths of its links.
func (m mediaView) unsigned() mediaView {
	m.URL, _, _ = strings.Cut(m.URL, "?")
	if m.ThumbnailURL != nil {
		bare, _, _ := strings.Cut(*m.ThumbnailURL, "?")
		m.ThumbnailURL = &bare
	}
	return m
}

// serveMedia serves the bytes of a file, or of its thumbnail, to whoever may see its record.
func serveMedia(v blob.Variant) func(*API, http.ResponseWriter, *http.Request) error {
	return func(a *API, w http.ResponseWriter, r *http.Request) error {
		ctx, err := a.admitLink(r, v)
		if err != nil {
			return err
		}
		in := decode(r)
		id := in.pathID("id")
		if err := in.fault(); err != nil {
			return err
		}
		m, err := a.visibleMedia(ctx, id)
		if err != nil {
			return err
		}
		key := m.BlobKey
		if v == blob.Thumbnail {
			if m.ThumbnailKey == nil {
				return fault.Missing("thumbnail")
			}
			key = *m.ThumbnailKey
		}
		file, err := a.Files.Open(ctx, key)
		if err != nil {
			return err
		}
		blob.Serve(w, r, a.pace(w, file), blob.Served{
			ContentType: m.ContentType, FileName: m.FileName, SHA256: m.Sha256, Variant: v,
		})
		return nil
	}
}

// admitLink answers the context of the viewer who opens a file: the token's, however old the
// link is, or else the one that the link was signed for, if that session still lives.
func (a *API) admitLink(r *http.Request, v blob.Variant) (context.Context, error) {
	ctx := r.Context()
	if _, err := auth.Require(ctx); !fault.Is(err, fault.AuthenticationRequired) {
		return ctx, err
	}
	given := r.URL.Query()[auth.LinkParam]
	if len(given) == 0 {
		return ctx, auth.AuthenticationRequired()
	}
	id, err := domain.ParseID(chi.URLParam(r, "id"))
	if err != nil || len(given) > 1 {
		return ctx, auth.InvalidToken(errors.New("a link that was never signed"))
	}
	who, err := blob.Verify(a.LinkKey, id, v, given[0], a.Now())
	if err != nil {
		return ctx, err
	}
	viewer, err := a.Sessions.Viewer(ctx, who.Account, who.Session)
	if err != nil {
		return ctx, err
	}
	own := *viewer
	own.Address = auth.Address(ctx)
	return auth.With(ctx, &own), nil
}

// visibleMedia asks for the record: not_found for what the viewer may not see, and for ids
// of other things.
func (a *API) visibleMedia(ctx context.Context, id uuid.UUID) (*ent.Media, error) {
	if domain.KindOf(id) != domain.KindMedia {
		return nil, fault.Missing("media file")
	}
	node, err := a.Resolvers.Query().Node(ctx, id)
	if err != nil {
		return nil, err
	}
	m, found := node.(*ent.Media)
	if !found {
		return nil, fault.Missing("media file")
	}
	return m, nil
}

func exampleMedia() mediaView {
	width, height := 1600, 1200
	id := exampleID(10)
	thumbnail := blob.Path(id, blob.Thumbnail) + "?signature=…"
	return mediaView{exampleID(10), exampleID(8), exampleID(4), content{
		MediaType: lower(domain.MediaImage),
		URL:       blob.Path(id, blob.Original) + "?signature=…", ThumbnailURL: &thumbnail, FileName: "after.jpg",
		ContentType: "image/jpeg", SizeBytes: 482113, SHA256: strings.Repeat("0f", 32), Width: &width, Height: &height,
		UploadedBy: "Ravi Sen", UploadedAt: at(exampleTime(2)),
	}}
}

func mediaDoc() operation {
	return operation{
		id: "mediaFile", tag: "Media", summary: "The bytes of a media file", link: true,
		text: "Opens with a Bearer token or with the signed link of a media record, ranges included. " +
			"Rights are asked again each time.",
		graph: "node", graphText: "query `node(id)` for the record; bytes are not part of the graph",
		params: []param{pathID("id", "The media file.")},
		answers: []answer{
			{status: http.StatusOK, text: "The file.", types: fileTypes()},
			{status: http.StatusPartialContent, text: "The range that was asked for.", types: fileTypes()},
		},
	}
}

func thumbnailDoc() operation {
	return operation{
		id: "mediaThumbnail", tag: "Media", summary: "The small picture of an image", link: true,
		text:  "As the file itself; videos have none.",
		graph: "node", graphText: "query `node(id)` for the record; bytes are not part of the graph",
		params:  []param{pathID("id", "The media file.")},
		answers: []answer{{status: http.StatusOK, text: "The picture.", types: []string{"image/jpeg"}}},
	}
}

func fileTypes() []string {
	return []string{
		"image/jpeg", "image/png", "image/webp", "image/gif", "video/mp4", "video/webm", "video/quicktime",
	}
}
