package solve_test

// This file lists what each game can do beyond listing its options: a capability that is
// lost, or gained, shows here.

import (
	"reflect"
	"strings"
	"testing"
)

// methods are the methods by which a game has each capability.
var methods = []struct{ capability, method string }{
	{"Identified", "RulesKey"}, {"OptionCounter", "CountOptions"}, {"Bounded", "CountPositions"},
	{"Measurer", "Measure"}, {"Learner", "PlanLearning"}, {"Finder", "FindOptions"}, {"Tabler", "PlanTable"},
	{"Loopy", "PlanLoopy"}, {"Splitter", "AppendParts"}, {"Packed", "AppendKeys"}, {"Ranker", "PlanRanks"},
	{"MoveNamer", "AppendMove"}, {"Scener", "Scene"}, {"ValueReader", "ReadValue"}, {"Starter", "Start"},
	{"Ender", "Ending"}, {"Conventional", "Convention"},
}

const capabilities = `
nim(3,5): OptionCounter Bounded Measurer Finder Splitter MoveNamer Scener
subtraction[1,3](5): Identified OptionCounter Bounded Tabler MoveNamer Scener
counter(5): OptionCounter Bounded Measurer MoveNamer Scener
squares(9): Identified OptionCounter Bounded Measurer Tabler Splitter MoveNamer Scener
0.77(5): Identified OptionCounter Bounded Measurer Learner Finder Tabler Splitter MoveNamer Scener
0.45(5): Identified OptionCounter Bounded Measurer Learner Finder Tabler Splitter MoveNamer Scener
grundy(5): Identified OptionCounter Bounded Measurer Learner Finder Tabler Splitter MoveNamer Scener
staircase(1,2): Identified OptionCounter Bounded Measurer Finder MoveNamer Scener ValueReader
tree[1,1](0,1,2): Identified OptionCounter Bounded Measurer Finder MoveNamer Scener ValueReader
hackenbush[0,0,1](1,2,3): Identified OptionCounter Bounded Measurer Finder MoveNamer Scener ValueReader
hackenbush-graph[0,1,1,0](1,2): Identified OptionCounter Bounded Measurer Finder MoveNamer Scener ValueReader
geography[0,1,1,0](1): Identified OptionCounter Bounded Measurer Learner Finder MoveNamer Scener
queen(3,3): Identified OptionCounter Bounded Measurer Learner Finder Tabler MoveNamer Scener
knight4[8](5,4): Identified OptionCounter Bounded Measurer Learner Finder Tabler MoveNamer Scener
euclid(3,5): OptionCounter Bounded Measurer Finder MoveNamer Scener
wythoff[2](5,4): OptionCounter Bounded Measurer Finder Tabler MoveNamer Scener
cyclic-nimhoff[3](5,4,2): OptionCounter Bounded Measurer Finder MoveNamer Scener
cake(3,5): OptionCounter Bounded Measurer Finder Tabler MoveNamer Scener
ruler(5): OptionCounter Bounded Measurer Finder MoveNamer Scener
turning[1,3](5): Identified OptionCounter Bounded Tabler MoveNamer Scener
moebius(1,5): OptionCounter Bounded Tabler MoveNamer Scener
turning-corners(3,4): OptionCounter Bounded Measurer Finder MoveNamer Scener
tartan[3,3](1,1): OptionCounter Bounded Measurer Finder MoveNamer Scener
cram(2,3): Identified Measurer Learner Finder Tabler Loopy Splitter Packed Ranker MoveNamer Scener Starter Ender Conventional
sprouts(2): Splitter Packed MoveNamer Scener Starter
graph[a](1): OptionCounter Bounded Tabler Loopy Scener
`

func TestCapabilities(t *testing.T) {
	var table strings.Builder
	table.WriteByte('\n')
	for _, text := range []string{
		"nim(3,5)", "subtraction[1,3](5)", "counter(5)", "squares(9)", "0.77(5)", "0.45(5)", "grundy(5)", "staircase(1,2)", "tree[1,1](0,1,2)",
		"hackenbush[0,0,1](1,2,3)", "hackenbush-graph[0,1,1,0](1,2)", "geography[0,1,1,0](1)", "queen(3,3)", "knight4[8](5,4)", "euclid(3,5)", "wythoff[2](5,4)",
		"cyclic-nimhoff[3](5,4,2)", "cake(3,5)", "ruler(5)", "turning[1,3](5)", "moebius(1,5)",
		"turning-corners(3,4)", "tartan[3,3](1,1)", "cram(2,3)", "sprouts(2)", "graph[a](1)",
	} {
		sum := withFiles(t, text, map[string]string{"a": "1 2\n"})
		game := reflect.ValueOf(sum[0].Component.Game())
		table.WriteString(text + ":")
		for _, m := range methods {
			if game.MethodByName(m.method).IsValid() {
				table.WriteString(" " + m.capability)
			}
		}
		table.WriteByte('\n')
	}
	if got := table.String(); got != capabilities {
		t.Errorf("the games can do%s\nwant%s", got, capabilities)
	}
}
