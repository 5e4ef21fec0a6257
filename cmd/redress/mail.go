package main

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"time"

	"github.com/spf13/cobra"

	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/domain"
)

// mailTestTimeout is as long as the service gives a message.
const mailTestTimeout = 30 * time.Second

// MailTestCmd is `redress mail test`.
type MailTestCmd struct {
	To string
}

func newMailTest(app *App) *cobra.Command {
	var c MailTestCmd
	return &cobra.Command{
		Use: "test <address>", Short: "Send a test message through the mail server.",
		Long: `Send a test message through the mail server of REDRESS_SMTP_URL, and say what
the server made of it. It exits with 0 when the server took the message: whether
it arrives is seen in the mailbox. The database is not needed.`,
		Args: arguments(argument{"<address>", func(text string) error {
			to, err := mail.ParseAddress(text)
			if err != nil || to.Address != text {
				return fmt.Errorf("must be an e-mail address such as ada@example.org, not %q", text)
			}
			c.To = text
			return nil
		}}),
		RunE: app.run(c.Run),
	}
}

// Run sends the message.
func (c *MailTestCmd) Run(ctx context.Context, app *App) error {
	if app.Config.SMTPURL == "" {
		return exitError{errors.New("REDRESS_SMTP_URL: no mail server is set, so nothing is mailed"), exitUsage}
	}
	mailer, err := delivery.NewMailer(delivery.MailConfig{URL: app.Config.SMTPURL, PublicURL: app.Config.PublicURL})
	if err != nil {
		return fmt.Errorf("REDRESS_SMTP_URL: %w", err)
	}
	defer mailer.Close()
	ctx, cancel := context.WithTimeout(ctx, mailTestTimeout)
	defer cancel()
	text := "This is a test of the mail server of Redress. Nobody has to do anything."
	if app.Config.PublicURL != "" {
		text += "\n\n" + app.Config.PublicURL
	}
	err = mailer.Send(ctx, delivery.Message{NotificationID: domain.NewID(domain.KindNotification), To: c.To, Title: "Test of the mail server", Text: text})
	if err != nil {
		return fmt.Errorf("the message was not sent: %w", err)
	}
	fmt.Fprintf(app.Stdout, "%s took the message for %s. If it does not arrive, look into the folder for spam and into that server's log.\n",
		mailer.Address(), c.To)
	return nil
}
