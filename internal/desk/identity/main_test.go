package identity_test

import (
	"testing"

	"github.com/redress/redress/internal/testenv/roomtest"
)

func TestMain(m *testing.M) { roomtest.Main(m) }
