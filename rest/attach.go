package rest

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// The upload paths that the graph returns as uploadUrl, beside path 6.

type attachmentAnswer struct {
	done
	Media     attachmentView `json:"media" doc:"The file as it is stored."`
	Duplicate bool           `json:"duplicate,omitempty" doc:"True when the same bytes were uploaded before."`
}

type lateMediaAnswer struct {
	done
	Media     lateMediaView `json:"media" doc:"The file as it is stored."`
	Duplicate bool          `json:"duplicate,omitempty" doc:"True when the same bytes were uploaded before."`
}

// attachToComplaint adds a file to a complaint. It checks in the order of path 6.
func (a *API) attachToComplaint(w http.ResponseWriter, r *http.Request) error {
	id, key, err := uploadTo(r, "id")
	if err != nil {
		return err
	}
	visible := visibleNode[*ent.Complaint](a, r, id, domain.KindComplaint, "complaint")
	return a.attach(w, r, visible, func(ctx context.Context, form *form) (*model.MediaUploadPayload, error) {
		return a.Resolvers.Mutation().UploadComplaintMedia(ctx, model.UploadComplaintMediaInput{ComplaintID: id, File: form, IdempotencyKey: key})
	})
}

// attachToComment adds a file to one of the caller's own comments.
func (a *API) attachToComment(w http.ResponseWriter, r *http.Request) error {
	id, key, err := uploadTo(r, "id")
	if err != nil {
		return err
	}
	return a.attach(w, r, visibleNode[*ent.Comment](a, r, id, domain.KindComment, "comment"),
		func(ctx context.Context, form *form) (*model.MediaUploadPayload, error) {
			return a.Resolvers.Mutation().UploadCommentMedia(ctx, model.UploadCommentMediaInput{CommentID: id, File: form, IdempotencyKey: key})
		})
}

// attachToLateEvidence adds a file to late evidence that the caller sent.
func (a *API) attachToLateEvidence(w http.ResponseWriter, r *http.Request) error {
	id, key, err := uploadTo(r, "id")
	if err != nil {
		return err
	}
	visible := visibleNode[*ent.LateEvidence](a, r, id, domain.KindLateEvidence, "late evidence")
	out, err := a.receiveUpload(w, r, visible, func(ctx context.Context, form *form) (*model.MediaUploadPayload, error) {
		return a.Resolvers.Mutation().UploadLateEvidenceMedia(ctx, model.UploadLateEvidenceMediaInput{LateEvidenceID: id, File: form, IdempotencyKey: key})
	})
	if err != nil {
		return err
	}
	view, err := viewLateMedia(r.Context(), a.Resolvers.Media(), out.Media)
	if err != nil {
		return err
	}
	return answerUpload(w, r, out, ok("The file was uploaded before."), func(d done) any { return lateMediaAnswer{d, view, out.Duplicate} })
}

// visibleNode returns what fails unless the caller sees the row of that kind.
func visibleNode[T ent.Noder](a *API, r *http.Request, id uuid.UUID, kind domain.Kind, noun string) func() error {
	return func() error {
		if domain.KindOf(id) != kind {
			return fault.Missing(noun)
		}
		node, err := a.Resolvers.Query().Node(r.Context(), id)
		if _, found := node.(T); err == nil && !found {
			return fault.Missing(noun)
		}
		return err
	}
}

func (a *API) attach(
	w http.ResponseWriter, r *http.Request, visible func() error, store func(context.Context, *form) (*model.MediaUploadPayload, error),
) error {
	out, err := a.receiveUpload(w, r, visible, store)
	if err != nil {
		return err
	}
	view, err := viewAttachment(r.Context(), a.Resolvers.Media(), out.Media)
	if err != nil {
		return err
	}
	return answerUpload(w, r, out, ok("The file was uploaded before."), func(d done) any { return attachmentAnswer{d, view, out.Duplicate} })
}

func lateMediaDoc() operation {
	example := lateMediaView{ID: exampleID(10), content: exampleMedia().content}
	of := exampleID(1)
	example.LateEvidenceID = &of
	o := attachDoc("uploadLateEvidenceMedia", "report of late evidence",
		"Only the solver who sent it can, for seven days after it arrived. Administrators and that solver see the file.")
	o.tag = "Tasks"
	o.responses[0].example = lateMediaAnswer{ok("Media uploaded."), example, false}
	o.responses[1].example = lateMediaAnswer{ok("The file was uploaded before."), example, true}
	return o
}

func attachDoc(id, noun, whose string) operation {
	example := attachmentView{ID: exampleID(10), content: exampleMedia().content}
	of := exampleID(1)
	if example.ComplaintID = &of; noun == "comment" {
		example.ComplaintID, example.CommentID = nil, &of
	}
	return operation{
		id: id, tag: "Media", summary: "Upload a photo or video for a " + noun,
		text:  uploadLimits("one "+noun) + " " + whose,
		graph: id, graphText: "mutation `" + id + "`, whose file can only be sent to this path",
		params: []param{pathID("id", "The "+noun+"."), idempotencyKeyParam()},
		form:   true,
		body:   formBody(), optional: []string{"media_type"},
		responses: []response{
			{
				status: http.StatusCreated, text: "The media record. Location is the path of the file.",
				example: attachmentAnswer{ok("Media uploaded."), example, false}, headers: []string{"Location"},
			},
			{
				status: http.StatusOK, text: "The existing media record of the same bytes.",
				example: attachmentAnswer{ok("The file was uploaded before."), example, true},
			},
		},
		faults: []fault.Code{
			fault.Malformed, fault.InvalidTransition, fault.Conflict, fault.FileTooLarge,
			fault.UnsupportedMediaType, fault.MediaTypeMismatch, fault.IdempotencyMismatch, fault.RateLimited,
		},
	}
}
