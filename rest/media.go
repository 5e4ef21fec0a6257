package rest

import (
	"context"
	"errors"
	"fmt"
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
	UpdateID uuid.UUID `json:"update_id" doc:"Task update it belongs to."`
	TaskID   uuid.UUID `json:"task_id" doc:"Task of that update."`
	content
}

// attachmentView is a file of a complaint or of a comment.
type attachmentView struct {
	ID          uuid.UUID  `json:"id" doc:"Its id."`
	ComplaintID *uuid.UUID `json:"complaint_id" doc:"Complaint it belongs to; null for a file of a comment."`
	CommentID   *uuid.UUID `json:"comment_id" doc:"Comment it belongs to; null for a file of a complaint."`
	content
}

// lateMediaView is a file of late evidence.
type lateMediaView struct {
	ID             uuid.UUID  `json:"id" doc:"Its id."`
	LateEvidenceID *uuid.UUID `json:"late_evidence_id" doc:"Late evidence it belongs to."`
	content
}

// content holds what every file has.
type content struct {
	MediaType       enum[domain.MediaType] `json:"media_type" doc:"Type of the file, detected from its bytes."`
	URL             string                 `json:"url" doc:"Path of the file with a signature that expires within minutes. With a Bearer token the path works without it."`
	ThumbnailURL    *string                `json:"thumbnail_url" doc:"Path of its thumbnail; null for a video, and for an image that is too large to be decoded."`
	FileName        string                 `json:"file_name" doc:"Original name of the file, for display only."`
	ContentType     string                 `json:"content_type" doc:"Content type of the file, such as image/jpeg."`
	SizeBytes       int64                  `json:"size_bytes" doc:"Size of the stored file in bytes."`
	SHA256          string                 `json:"sha256" doc:"SHA-256 of the stored file, in hexadecimal."`
	Width           *int                   `json:"width" doc:"Width in pixels."`
	Height          *int                   `json:"height" doc:"Height in pixels."`
	DurationSeconds *float64               `json:"duration_seconds" doc:"Duration of a video in seconds."`
	UploadedBy      string                 `json:"uploaded_by" doc:"Name of the account that uploaded it; Reporter for whoever holds a link, System when nobody did."`
	UploadedAt      timestamp              `json:"uploaded_at" doc:"When it was uploaded."`
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

// viewMedia returns the view of a file of a task update, whose uploader is loaded.
func viewMedia(ctx context.Context, derived generated.MediaResolver, m *ent.Media, of *ent.TaskUpdate) (mediaView, error) {
	c, err := viewContent(ctx, derived, m)
	return mediaView{m.ID, of.ID, of.TaskID, c}, err
}

// viewAttachment returns the view of a file of a complaint or a comment, whose uploader is loaded.
func viewAttachment(ctx context.Context, derived generated.MediaResolver, m *ent.Media) (attachmentView, error) {
	c, err := viewContent(ctx, derived, m)
	return attachmentView{m.ID, m.ComplaintID, m.CommentID, c}, err
}

func viewLateMedia(ctx context.Context, derived generated.MediaResolver, m *ent.Media) (lateMediaView, error) {
	c, err := viewContent(ctx, derived, m)
	return lateMediaView{m.ID, m.LateEvidenceID, c}, err
}

func viewContent(ctx context.Context, derived generated.MediaResolver, m *ent.Media) (content, error) {
	url, err := derived.URL(ctx, m)
	if err != nil {
		return content{}, err
	}
	thumbnail, err := derived.ThumbnailURL(ctx, m, model.ThumbnailSizeM)
	if err != nil {
		return content{}, err
	}
	seconds, err := derived.DurationSeconds(ctx, m)
	if err != nil {
		return content{}, err
	}
	return content{
		MediaType: enumOf(m.MediaType), URL: url, ThumbnailURL: thumbnail,
		FileName: m.FileName, ContentType: m.ContentType, SizeBytes: m.SizeBytes, SHA256: m.Sha256,
		Width: m.Width, Height: m.Height, DurationSeconds: seconds,
		UploadedBy: uploader(ctx, m), UploadedAt: timestampOf(m.CreatedAt),
	}, nil
}

// uploader returns the name of who uploaded a file.
func uploader(ctx context.Context, m *ent.Media) string {
	var agent domain.Agent
	if m.ByLink {
		agent = domain.AgentLink
	}
	return model.ActorName(ctx, m.Edges.UploadedBy, agent)
}

// signatures returns those of the view's links, in the order in which the links stand in it.
func (m mediaView) signatures() []string {
	_, of, _ := strings.Cut(m.URL, "?")
	if m.ThumbnailURL == nil {
		return []string{of}
	}
	_, ofThumbnail, _ := strings.Cut(*m.ThumbnailURL, "?")
	return []string{of, ofThumbnail}
}

// serveMedia returns the handler that serves a file, or one of its thumbnails, to those who may see its record.
func serveMedia(v blob.Variant) func(*API, http.ResponseWriter, *http.Request) error {
	return func(a *API, w http.ResponseWriter, r *http.Request) error {
		ctx, err := a.authorizeLink(r, v)
		if err != nil {
			return err
		}
		in := decode(r)
		id := in.pathID("id")
		if err := in.err(); err != nil {
			return err
		}
		var m *ent.Media
		err = a.work(ctx, func() (err error) {
			m, err = a.visibleMedia(ctx, id)
			return err
		})
		if err != nil {
			return err
		}
		open := func() (*blob.Object, error) { return a.Media.Original(ctx, m) }
		if v != blob.Original {
			open = func() (*blob.Object, error) { return a.Media.Thumbnail(ctx, m, v) }
		}
		file, err := open()
		if err != nil {
			return err
		}
		blob.Serve(w, r, a.withStallTimeout(w, file), blob.Served{
			ContentType: m.ContentType, FileName: m.FileName, SHA256: m.Sha256, Variant: v,
		})
		return nil
	}
}

// authorizeLink returns a context with the viewer who opens a file: the viewer of the token, however old the
// signature is, or else the one that the address was signed for, if that session or link has not ended.
func (a *API) authorizeLink(r *http.Request, v blob.Variant) (context.Context, error) {
	ctx := r.Context()
	if err := auth.Refusal(ctx); err != nil || auth.From(ctx) != nil {
		return ctx, err
	}
	given := r.URL.Query()[auth.LinkParam]
	if len(given) == 0 {
		return ctx, auth.AuthenticationRequired()
	}
	id, err := domain.ParseID(chi.URLParam(r, "id"))
	if err != nil || len(given) > 1 {
		return ctx, auth.InvalidToken(errors.New("the link was never signed"))
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

// visibleMedia returns the record of a file, or fault.NotFound for one that the viewer may not see
// and for an id of something else.
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
		MediaType: enumOf(domain.MediaImage),
		URL:       blob.Path(id, blob.Original) + "?signature=…", ThumbnailURL: &thumbnail, FileName: "after.jpg",
		ContentType: "image/jpeg", SizeBytes: 482113, SHA256: strings.Repeat("0f", 32), Width: &width, Height: &height,
		UploadedBy: "Ravi Sen", UploadedAt: timestampOf(exampleTime(2)),
	}}
}

func mediaDoc() operation {
	return operation{
		id: "mediaFile", tag: "Media", summary: "Download a media file", signedLink: true,
		text: "Needs a Bearer token or the signed link of a media record. Range requests are supported. " +
			"Rights are checked on every request.",
		graph: "node", graphText: "query `node(id)` for the media record; files are not part of GraphQL",
		params: []param{pathID("id", "The media file.")},
		responses: []response{
			{status: http.StatusOK, text: "The file.", types: fileTypes()},
			{status: http.StatusPartialContent, text: "The requested range.", types: fileTypes()},
		},
	}
}

// thumbnailDoc describes the download of a thumbnail; of is "", or which of the sizes it is.
func thumbnailDoc(v blob.Variant, of string) operation {
	text := fmt.Sprintf("Works as the download of the file itself. The picture stands upright, and neither side is longer than %d pixels. "+
		"Videos have no thumbnail, nor have images that are too large to be decoded.", blob.ThumbnailSides[v])
	if v.Remade() {
		text += " It is made when it is first downloaded."
	}
	summary := "Download the thumbnail of an image"
	if of != "" {
		summary = "Download the " + strings.ToLower(of) + " thumbnail of an image"
	}
	return operation{
		id: "mediaThumbnail" + of, tag: "Media", summary: summary, signedLink: true,
		text:  text,
		graph: "node", graphText: "query `node(id)` for the media record; files are not part of GraphQL",
		params:    []param{pathID("id", "The media file.")},
		responses: []response{{status: http.StatusOK, text: "The thumbnail.", types: []string{blob.ThumbnailType}}},
	}
}

func fileTypes() []string {
	return append(blob.ContentTypes(domain.MediaImage), blob.ContentTypes(domain.MediaVideo)...)
}
