package domain

import "github.com/google/uuid"

// RefusedAddress is an e-mail address that a mail server has refused for good.
type RefusedAddress struct {
	Contact   uuid.UUID  // of whoever has it
	Key       string     // normalized
	Said      string     // what the server said, one line without the address
	Complaint *uuid.UUID // that its reporter was to hear of; nil for none
}
