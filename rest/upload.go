package rest

import (
	"context"
	"mime"
	"net/http"
	"time"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/fault"
)

type mediaAnswer struct {
	done
	Media     mediaView `json:"media" doc:"The file as it is kept."`
	Duplicate bool      `json:"duplicate,omitempty" doc:"True when the update had these very bytes before."`
}

// upload answers path 6. The order of its checks is the interface's: the id, the row, the
// kind of body; what the update takes is asked below before the form is opened.
func (a *API) upload(w http.ResponseWriter, r *http.Request) error {
	in := decode(r)
	id, key := in.pathID("update_id"), in.idempotencyKey()
	if err := in.fault(); err != nil {
		return err
	}
	if _, err := a.Resolvers.Query().TaskUpdate(r.Context(), id); err != nil {
		return err
	}
	out, err := a.receive(w, r, func(ctx context.Context, form *form) (*model.MediaUploadPayload, error) {
		return a.Resolvers.Mutation().UploadTaskUpdateMedia(ctx, model.UploadTaskUpdateMediaInput{UpdateID: id, File: form, IdempotencyKey: key})
	})
	if err != nil {
		return err
	}
	view, err := viewMedia(r.Context(), a.Resolvers.Media(), out.Media, out.Media.Edges.TaskUpdate)
	if err != nil {
		return err
	}
	if out.Duplicate {
		return writeJSON(w, r, http.StatusOK, mediaAnswer{ok("This update already had the file."), view, true})
	}
	w.Header().Set("Location", blob.Path(view.ID, blob.Original))
	return writeJSON(w, r, http.StatusCreated, mediaAnswer{ok("Media uploaded."), view, false})
}

// receive hands a form to the resolver that takes it in, as it arrives.
func (a *API) receive(
	w http.ResponseWriter, r *http.Request, take func(context.Context, *form) (*model.MediaUploadPayload, error),
) (*model.MediaUploadPayload, error) {
	boundary, err := boundaryOf(r)
	if err != nil {
		return nil, err
	}
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Time{}) // the sender's pace decides
	defer func() { _ = control.SetWriteDeadline(soon(answerTime)) }()

	form := newForm(incoming{r.Body, control, a.stall}, boundary)
	out, err := take(r.Context(), form)
	if err != nil && form.opened {
		r.Header.Del("Expect") // 100 Continue has been sent: the body is on its way
	}
	return out, asHeader(err)
}

// asHeader says of the header what the graph says of its input: a key is used for one request.
func asHeader(err error) error {
	f, ok := fault.As(err)
	if !ok || f.Code != fault.IdempotencyMismatch {
		return err
	}
	renamed := *f
	renamed.Fields = []fault.Field{{Field: keyHeader, Code: "mismatch", Message: "was used for another request"}}
	return &renamed
}

// boundaryOf reads where the parts of a multipart/form-data body end.
func boundaryOf(r *http.Request) (string, error) {
	const longest = 70 // RFC 2046 section 5.1.1
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	boundary := params["boundary"]
	if err != nil || kind != "multipart/form-data" || boundary == "" || len(boundary) > longest {
		return "", fault.New(fault.UnsupportedMediaType, "The body must be multipart/form-data with a boundary.")
	}
	return boundary, nil
}

func uploadDoc() operation {
	repeated := mediaAnswer{ok("This update already had the file."), exampleMedia(), true}
	return operation{
		id: "uploadTaskUpdateMedia", tag: "Tasks", summary: "Upload a photo or video for a task update",
		text: "An image (JPEG, PNG, WebP, GIF; 10 MiB) or a video (MP4, WebM, MOV; 100 MiB) of one update of your own task; " +
			"at most ten each. The bytes decide the type. What tells where and with which device it was made is removed, " +
			"and size, sum and measures are those of the file as served. The same bytes again answer the same record.",
		graph: "uploadTaskUpdateMedia", graphText: "mutation `uploadTaskUpdateMedia`, whose file only this path can carry",
		params: []param{pathID("update_id", "The task update."), keyParam()},
		form:   true,
		body: object{
			{"media", object{{"type", "string"}, {"format", "binary"}, {"description", "The file. Required."}}},
			{"media_type", object{
				{"type", "string"},
				{"enum", []string{"image", "video"}},
				{"description", "What the file is; told by its bytes when absent. May stand before or behind the file."},
			}},
		},
		optional: []string{"media_type"},
		answers: []answer{
			{
				status: http.StatusCreated, text: "The record. Location is where the file opens.",
				example: mediaAnswer{ok("Media uploaded."), exampleMedia(), false}, headers: []string{"Location"},
			},
			{status: http.StatusOK, text: "The record that these bytes have already.", example: repeated},
		},
		refuses: []fault.Code{
			fault.Malformed, fault.UpdateLocked, fault.Conflict, fault.FileTooLarge,
			fault.UnsupportedMediaType, fault.MediaTypeMismatch, fault.IdempotencyMismatch,
		},
	}
}

func formBody() object {
	return object{
		{"media", object{{"type", "string"}, {"format", "binary"}, {"description", "The file. Required."}}},
		{"media_type", object{
			{"type", "string"},
			{"enum", []string{"image", "video"}},
			{"description", "What the file is; told by its bytes when absent. May stand before or behind the file."},
		}},
	}
}
