package desk

import (
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
)

// Limits returns the limits of uploads and texts from where they are kept. Those of pages are the
// API's own.
func (d *Desk) Limits() Limits {
	return Limits{
		ImageBytes: blob.MaxImage, ImagePixels: blob.MaxPixels, VideoBytes: blob.MaxVideo, Files: domain.MaxFiles,
		UploadsPerHour: max(1, d.settings.Uploads/domain.UploadsStaffPerUser), UploadsPerHourOfStaff: d.settings.Uploads,
		Title: domain.MaxTitle, Description: domain.MaxDescription, Address: domain.MaxAddress, Comment: maxComment, Note: domain.MaxNote,
		ReasonCode: maxReason, Instructions: maxInstructions, Remarks: maxRemarks,
		BroadcastMessageBytes: maxBroadcastMessage, Name: domain.MaxName, Phone: domain.MaxPhone, PasswordMinimum: auth.MinPassword, Bulk: maxBulk,
	}
}
