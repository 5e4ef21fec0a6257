package stats_test

import (
	"testing"

	"github.com/redress/redress/internal/testenv/dbtest"
)

func TestMain(m *testing.M) { dbtest.Main(m) }
