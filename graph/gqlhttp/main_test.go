package gqlhttp_test

import (
	"testing"

	"github.com/redress/redress/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }
