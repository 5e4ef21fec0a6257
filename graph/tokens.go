package graph

import (
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/desk"
)

// toAuthPayload spells the tokens of a sign-in as the graph does.
func toAuthPayload(t *desk.Tokens, err error) (*model.AuthPayload, error) {
	if err != nil {
		return nil, err
	}
	return &model.AuthPayload{
		AccessToken: t.Access, RefreshToken: t.Refresh, TokenType: "Bearer", ExpiresIn: int(t.ExpiresIn.Seconds()),
	}, nil
}
