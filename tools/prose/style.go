package main

// The style lists phrases that this project's prose avoids. They are correct, or nearly, and read
// as if translated word by word.

import (
	"regexp"
	"strings"
)

// A rule finds a phrase and names a better one.
type rule struct {
	phrase *regexp.Regexp
	// allowed are the uses of the phrase that stay: a pattern for the phrase with the
	// words around it.
	allowed *regexp.Regexp
	advice  string
	bad     string // a sentence that the rule finds
	good    string // the same in plain English
}

// start finds what a sentence begins with.
func start(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)`) }

// within finds what stands anywhere in a sentence.
func within(pattern string) *regexp.Regexp { return regexp.MustCompile(`(?i)\b(?:` + pattern + `)`) }

var style = []rule{
	{
		phrase: within(`but for\b`),
		advice: "write \"except\", or \"except for\"",
		bad:    "Every game ends (but for those with the capability Loopy).",
		good:   "Every game ends, except those that are Loopy.",
	},
	{
		phrase: start(`Else\b`),
		advice: "write \"Otherwise\"",
		bad:    "Else they are interpreted.",
		good:   "Otherwise they are interpreted.",
	},
	{
		phrase: within(`(?:and|but) else\b`),
		advice: "write \"otherwise\", and say what then happens",
		bad:    "It is nil for games, and else the table.",
		good:   "It is nil for games, and otherwise the table.",
	},
	{
		phrase:  within(`(?:is|are|was|were) no\b`),
		allowed: within(`there (?:is|are|was|were) no\b|(?:is|are|was|were) no (?:longer|more|less|fewer|larger|smaller|greater|better|worse|other|one|need|cheaper|faster|slower)\b|(?:is|are|was|were) no[.,;:)]`),
		advice:  "write \"is not a\", \"are not\", or \"there is no\"",
		bad:     "The cell is no position.",
		good:    "The cell is not a position. It is no longer open, and there is no other.",
	},
	{
		phrase: within(`(?:tells?|told) (?:of|all|about|nothing)\b|tells?[.,;:)]|(?:is|are) told[.,;:)]`),
		advice: "nobody is told: write \"describes\", \"lists\", \"reports\" or \"says\"",
		bad:    "This is a file of which docs/rules.md tells all.",
		good:   "This is a file; docs/rules.md describes the language.",
	},
	{
		phrase: within(`tells? (?:how|what|which|that|who|why|where|when)\b`),
		advice: "nobody is told: write \"says\", \"records\" or \"reports\"",
		bad:    "The first word tells how many are full.",
		good:   "The first word says how many are full. It tells two games apart, and tells the reader why.",
	},
	{
		phrase: within(`(?:is|are|be|was|were|has|have) (?:that|those) of\b`),
		advice: "name the thing again: \"the size of\", \"the options of\"",
		bad:    "Its size is that of the table.",
		good:   "It is as large as the table.",
	},
	{
		phrase:  within(`of (?:which|whom)\b`),
		allowed: within(`(?:each|all|any|some|most|many|none|both|either|neither|one|two|three|half|more|part|several|few|least|largest|smallest|first|last|rest|product|number|d|[0-9]+) of (?:which|whom)\b`),
		advice:  "write \"whose\" or \"in which\", or begin a new sentence",
		bad:     "A sum of which only one component can move.",
		good:    "A sum in which only one component can move, and all of which is known.",
	},
	{
		phrase:  within(`as well\b`),
		allowed: within(`as well as\b|(?:may|might|could|just|do|does|fits?) as well\b`),
		advice:  "write \"also\" or \"too\"",
		bad:     "And as well with a coordinate that no step lowers.",
		good:    "This also holds for a coordinate that no step lowers, as well as for others.",
	},
	{
		phrase:  start(`Who(?:ever)?\b`),
		allowed: start(`.*\?$`),
		advice:  "address the reader: \"To do this, call that\", or write \"The player who\"",
		bad:     "Who wants positions that name files calls ParseWith.",
		good:    "To parse positions that name files, call ParseWith.",
	},
	{
		phrase:  start(`What(?:ever)? (?:is|are|was|were|has|have|had|can|cannot|may|must|no|none|nobody|it|they|a|an|the|one|all|needs|takes|makes|goes|comes|stands|follows|there)\b`),
		allowed: start(`.*\?$|What (?:is|follows) (?:more|left)\b|What follows\b`),
		advice:  "name the thing: \"Values that are kept\", not \"What is kept\"",
		bad:     "What is read is written the same.",
		good:    "A position that is read is written the same.",
	},
	{
		phrase:  start(`That (?:it|a|an|the|no|they|all|each|every|this|these|there|none|nothing|such|one)\b`),
		allowed: start(`That (?:the|a|an|one|all|each) \S+[.;]`),
		advice:  "begin with the subject: \"We measured that …\", \"The test checks that …\"",
		bad:     "That it is open to be read only is seen now.",
		good:    "The check for a file that can only be read comes first. That is all.",
	},
	{
		phrase:  start(`Of (?:[a-z]+|\[[^\]]+\])\b[^,]*,? (?:\w+ ){0,4}(?:tells?|is|are|has|have|says?|keeps?|needs?|gives?|holds?)\b`),
		allowed: start(`Of course\b|Of (?:may|returns|reports|is)\b|Of (?:these|those|the|all|two|three|each)\b`),
		advice:  "begin with the subject",
		bad:     "Of cells before, Holds says whether they are kept.",
		good:    "Holds says whether the cells before are kept.",
	},
	{
		phrase: within(`\w+s (?:one|it|them|any) not\b[.,;:)]?`),
		advice: "put the negation before the verb: \"does not know it\"",
		bad:    "It panics if read knows one not.",
		good:   "It panics if read does not know one of them.",
	},
	{
		phrase: within(`at the most\b`),
		advice: "write \"at most\"",
		bad:    "It takes 3 at the most.",
		good:   "It takes at most 3.",
	},
	{
		phrase: within(`of one's own\b|one's own\b`),
		advice: "write \"your own\", or \"its own\"",
		bad:    "For games of one's own, see rules.",
		good:   "For your own games, see rules.",
	},
	{
		phrase: within(`(?:as|if|when|what|how|until|before|once|while|whether) one (?:wants?|can|may|must|asks?|needs?|looks?|knows?|computes?|likes?|goes|sees?|takes)\b`),
		advice: "address the reader: write \"you\", or name who does it",
		bad:    "It shows as one computes.",
		good:   "It shows as you compute.",
	},
	{
		phrase:  within(`so many\b`),
		allowed: within(`so many (?:\w+ ){1,4}that\b|not so many\b|so many as\b`),
		advice:  "write \"the given number of\", or name the number",
		bad:     "It draws a sum of at most so many positions.",
		good:    "It draws a sum of at most n positions.",
	},
	{
		phrase: within(`(?:Test\w*|file|tests?) holds? (?:that|to)\b`),
		advice: "a test \"checks that\"",
		bad:    "TestX holds that rows end.",
		good:   "TestX checks that rows end.",
	},
	{
		phrase: start(`This file holds\b`),
		advice: "say what the file does or decides",
		bad:    "This file holds the choice of an engine.",
		good:   "This file decides which engine computes which values.",
	},
	{
		phrase: within(`(?:without|with|after|by) a look at\b|a look at\b`),
		advice: "write \"look at\": \"without looking at\"",
		bad:    "They are counted without a look at the others.",
		good:   "They are counted without looking at the others.",
	},
	{
		phrase: within(`what there is\b`),
		advice: "name the thing",
		bad:    "It prints what there is to say about a sum.",
		good:   "It prints the answer about a sum.",
	},
	{
		phrase: within(`(?:is|are) to be (?:seen|had|found|looked|believed|feared|expected)\b|(?:is|are|be) had\b`),
		advice: "write \"can be seen\", \"must be found\"",
		bad:    "The proof is to be found in the comment.",
		good:   "The proof is in the comment.",
	},
	{
		phrase: within(`(?:so it is|it is so) (?:with|for|in|that)\b|(?:is|are) so (?:with|in|only)\b`),
		advice: "write \"the same holds for\"",
		bad:    "So it is with games/board.",
		good:   "The same holds for games/board.",
	},
	{
		phrase:  within(`in spite of all\b|for all that\b|all the same[.,;]`),
		allowed: within(`for all that (?:\w+)`),
		advice:  "write \"nevertheless\", or \"anyway\"",
		bad:     "Work that was done in spite of all.",
		good:    "Work that was done anyway, for all that follow.",
	},
	{
		phrase: within(`(?:is|are|was|were) (?:but|nothing but) (?:a|an|the)\b`),
		advice: "write \"only\"",
		bad:    "A heap is but a number.",
		good:   "A heap is only a number.",
	},
	{
		phrase: within(`nobody (?:knows|can tell) beforehand\b|costs? nobody\b`),
		advice: "say it directly: \"cannot be known in advance\"",
		bad:    "What it takes nobody knows beforehand.",
		good:   "Its cost cannot be known in advance.",
	},
	{
		phrase: within(`(?:is|are) told so\b|told by what\b`),
		advice: "say what happens: \"is refused\", \"gets an error\", \"the pattern says which\"",
		bad:    "A worker that is not let in is told so.",
		good:   "A worker without the token gets an error.",
	},
	{
		phrase: within(`nothing (?:is|was) \w+ any more\b|no (?:more|longer) \w+ any more\b`),
		advice: "say what is refused, or what ends",
		bad:    "Where there is no arrow, nothing is accepted any more.",
		good:   "A word for which an arrow is missing is not accepted.",
	},
	{
		phrase: within(`shall\b`),
		advice: "write \"must\", \"should\" or \"is to\"",
		bad:    "Type it there too, if that one shall compute.",
		good:   "Type it there too, if that machine is to compute.",
	},
	{
		phrase: within(`made up for\b|(?:has|have) (?:it|them) from\b|be believed by reading\b`),
		advice: "say it directly: \"obviously right\", \"taken from\"",
		bad:    "A slow one that can be believed by reading.",
		good:   "A slow one that is obviously right.",
	},
}

// A finding is a phrase that the style avoids, in one sentence.
type finding struct {
	at     int // its offset in the sentence
	phrase string
	advice string
}

// check returns the findings in one sentence.
func check(sentence string) []finding {
	var found []finding
	for _, r := range style {
		for _, at := range r.phrase.FindAllStringIndex(sentence, -1) {
			if r.allowed != nil && r.allowed.MatchString(around(sentence, at[0], at[1])) {
				continue
			}
			found = append(found, finding{at[0], sentence[at[0]:at[1]], r.advice})
		}
	}
	return found
}

// around returns a part of a sentence with two words before it and the rest behind.
func around(sentence string, from, to int) string {
	for range 2 {
		from = max(0, strings.LastIndexByte(strings.TrimRight(sentence[:from], " "), ' ')+1)
	}
	words := strings.SplitAfterN(sentence[to:], " ", 7)
	behind := strings.Join(words[:min(len(words), 6)], "")
	if from == 0 {
		behind = sentence[to:] // its end says whether it is a question
	}
	return sentence[from:to] + behind
}
