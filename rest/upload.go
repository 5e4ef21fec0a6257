package rest

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/httpio"
)

type mediaAnswer struct {
	done
	Media     mediaView `json:"media" doc:"The file as it is stored."`
	Duplicate bool      `json:"duplicate,omitempty" doc:"True when the same bytes were uploaded before."`
}

// upload serves path 6. The order of its checks is part of the API: the id, the row, the content
// type of the body, whether the update takes files.
func (a *API) upload(w http.ResponseWriter, r *http.Request) error {
	id, key, err := uploadTo(r, "update_id")
	if err != nil {
		return err
	}
	visible := func() error {
		_, err := a.Resolvers.Query().TaskUpdate(r.Context(), id)
		return err
	}
	out, err := a.receiveUpload(w, r, visible, func(ctx context.Context, form *form) (*model.MediaUploadPayload, error) {
		return a.Resolvers.Mutation().UploadTaskUpdateMedia(ctx, model.UploadTaskUpdateMediaInput{UpdateID: id, File: form, IdempotencyKey: key})
	})
	if err != nil {
		return err
	}
	view, err := viewMedia(r.Context(), a.Resolvers.Media(), out.Media, out.Media.Edges.TaskUpdate)
	if err != nil {
		return err
	}
	return answerUpload(w, r, out, ok("The update already has the file."), func(d done) any { return mediaAnswer{d, view, out.Duplicate} })
}

// uploadTo reads what an upload is for, by the name of its id in the path, and its key.
func uploadTo(r *http.Request, name string) (id uuid.UUID, key *string, err error) {
	in := decode(r)
	id, key = in.pathID(name), in.idempotencyKey()
	return id, key, in.err()
}

// answerUpload writes the answer to an upload: 201 with the address of the new file, or 200 with another
// sentence for bytes that were there.
func answerUpload(w http.ResponseWriter, r *http.Request, out *model.MediaUploadPayload, again done, answer func(done) any) error {
	if out.Duplicate {
		return writeJSON(w, r, http.StatusOK, answer(again.in(r.Context())))
	}
	w.Header().Set("Location", blob.Path(out.Media.ID, blob.Original))
	return writeJSON(w, r, http.StatusCreated, answer(ok("Media uploaded.").in(r.Context())))
}

// receiveUpload passes a form, as it arrives, to the resolver that stores its file. The resolver looks at the row
// before it opens the form; where there is none, visible says whether the row is missing too.
func (a *API) receiveUpload(
	w http.ResponseWriter, r *http.Request, visible func() error, store func(context.Context, *form) (*model.MediaUploadPayload, error),
) (*model.MediaUploadPayload, error) {
	boundary, noForm := boundaryOf(r)
	form := newForm(r.Body, boundary)
	var err error
	if form.slot, err = a.Work.Enter(r.Context()); err != nil {
		return nil, err
	}
	form.work = a.Work
	defer func() { form.slot.Leave() }()
	if err := budget.Draw(r.Context(), budget.Write); err != nil {
		return nil, err
	}
	if noForm != nil {
		if err := visible(); err != nil {
			return nil, err
		}
		return nil, noForm
	}
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Time{}) // the upload takes as long as its client takes
	defer func() { _ = control.SetWriteDeadline(httpio.Deadline(responseTimeout)) }()
	out, err := store(r.Context(), form)
	if err != nil && form.opened {
		r.Header.Del("Expect") // 100 Continue has been sent, so the client is sending the body
	}
	return out, nameKeyHeader(err)
}

// nameKeyHeader returns an error about a reused idempotency key as one about the header rather than
// about the input of the mutation.
func nameKeyHeader(err error) error {
	f, ok := fault.As(err)
	if !ok || f.Code != fault.IdempotencyMismatch {
		return err
	}
	renamed := *f
	renamed.Fields = []fault.Field{fault.Input(keyHeader, "mismatch", "was used for another request")}
	return &renamed
}

// boundaryOf returns the boundary of a multipart/form-data body that is not encoded.
func boundaryOf(r *http.Request) (string, error) {
	const maxLen = 70 // RFC 2046 section 5.1.1
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	boundary := params["boundary"]
	if err != nil || kind != "multipart/form-data" || boundary == "" || len(boundary) > maxLen {
		return "", fault.New(fault.UnsupportedMediaType, "The body must be multipart/form-data with a boundary.")
	}
	if httpio.Encoded(r) {
		return "", fault.EncodedBody()
	}
	return boundary, nil
}

func uploadDoc() operation {
	repeated := mediaAnswer{ok("The update already has the file."), exampleMedia(), true}
	return operation{
		id: "uploadTaskUpdateMedia", tag: "Tasks", summary: "Upload a photo or video for a task update",
		text: uploadLimits("one update of your own task") + " The type is detected from the bytes of the file. Metadata such as the " +
			"location and the device is removed; size, checksum and dimensions are those of the stored file. " +
			"Uploading the same bytes again returns the existing record.",
		graph: "uploadTaskUpdateMedia", graphText: "mutation `uploadTaskUpdateMedia`, whose file can only be sent to this path",
		params:   []param{pathID("update_id", "The task update."), idempotencyKeyParam()},
		form:     true,
		body:     formBody(),
		optional: []string{"media_type"},
		responses: []response{
			{
				status: http.StatusCreated, text: "The media record. Location is the path of the file.",
				example: mediaAnswer{ok("Media uploaded."), exampleMedia(), false}, headers: []string{"Location"},
			},
			{status: http.StatusOK, text: "The existing media record of the same bytes.", example: repeated},
		},
		faults: []fault.Code{
			fault.Malformed, fault.UpdateLocked, fault.Conflict, fault.FileTooLarge,
			fault.UnsupportedMediaType, fault.MediaTypeMismatch, fault.IdempotencyMismatch, fault.RateLimited,
		},
	}
}

// uploadLimits says in the OpenAPI document which files an upload takes.
func uploadLimits(of string) string {
	return fmt.Sprintf("Uploads an image (%s, up to %d MiB) or a video (%s, up to %d MiB) for %s, which can have up to %d files.",
		blob.FormatNames(domain.MediaImage), blob.MaxImage>>20, blob.FormatNames(domain.MediaVideo), blob.MaxVideo>>20, of, domain.MaxFiles)
}

// formBody describes the form of an upload.
func formBody() object {
	return object{
		{"media", object{{"type", "string"}, {"format", "binary"}, {"description", "The file. Required."}}},
		{"media_type", object{
			{"type", "string"},
			{"enum", enum[domain.MediaType]("").values()},
			{"description", "Type of the file. Detected from its bytes when absent. May come before or after the file."},
		}},
	}
}
