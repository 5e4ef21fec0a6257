// The command genqlient lists complaints that are overdue, with code that genqlient generates from
// queries.graphql.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/Khan/genqlient/graphql"
)

//go:generate go tool genqlient

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	endpoint := os.Getenv("REDRESS_URL") + "/graphql"
	signedIn, err := Login(ctx, graphql.NewClient(endpoint, http.DefaultClient), LoginInput{
		Email: os.Getenv("REDRESS_EMAIL"), Password: os.Getenv("REDRESS_PASSWORD"),
	})
	if err != nil {
		return err
	}
	client := graphql.NewClient(endpoint, &http.Client{Transport: bearer(signedIn.Login.AccessToken)})
	read, overdue := 0, 0
	for page := 1; ; page++ {
		found, err := Overdue(ctx, client, page)
		if err != nil {
			return err
		}
		for _, c := range found.ComplaintPage.Complaints {
			read++
			if c.DueAt != nil && c.DueAt.Before(time.Now()) {
				overdue++
				fmt.Printf("%s %s, since %s\n", c.Reference, c.Title, c.DueAt.Format(time.DateOnly))
			}
		}
		if !found.ComplaintPage.Pagination.HasNext {
			fmt.Printf("%d of %d open complaints are overdue\n", overdue, read)
			return nil
		}
	}
}

// bearer sends a token with each request.
type bearer string

// RoundTrip implements http.RoundTripper.
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}
