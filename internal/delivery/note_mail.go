package delivery

import (
	"context"
	"time"

	"github.com/redress/redress/internal/alert"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/jobs"
)

// Jobs returns what is done beside sending.
func (d *Dispatcher) Jobs() []jobs.Job {
	return []jobs.Job{{Name: "note_mail", Every: time.Minute, Do: d.NoteMail}}
}

// NoteMail notes whether the mail server has taken e-mail of this instance since the call before, so that super administrators hear of it
// when it takes none of any instance. It returns 1 when that is over.
func (d *Dispatcher) NoteMail(ctx context.Context) (int, error) {
	d.mailFaults.Lock()
	taken, refused := d.taken, d.refused
	d.taken, d.refused = false, ""
	d.mailFaults.Unlock()
	switch {
	case taken, d.mail == nil:
		over, err := alert.Over(ctx, d.client, domain.AlertMail, d.now())
		if err != nil || !over {
			return 0, err
		}
		return 1, nil
	case refused != "":
		return 0, alert.Failed(ctx, d.client, domain.AlertMail, d.now(), refused)
	}
	return 0, nil
}
