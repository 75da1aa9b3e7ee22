package main

// The names of flags: what each means in every command that has it, and what it was called.
// No flag is made but from this table.

// A flagWord is the name of flags, and their meaning.
type flagWord struct {
	name, letter string
	holds        flagKind
	usual        bool   // most people need it: -h shows it, in the order of the table
	means        string // begins what help says of it in every command
}

// A flagKind is what a flag takes, where that has a name of its own for each kind.
type flagKind uint8

const (
	anything flagKind = iota
	howFar            // the last heap or number that is looked at
	howMany           // the most items that are listed
	inFolder
	byCommas  // several, with commas between them
	orNothing // text that may be empty
)

var flagWords = []flagWord{
	{name: "ask", usual: true, means: "the question"},
	{name: "last", letter: "n", holds: howFar, usual: true, means: "the last heap: how far to go"},
	{name: "size", usual: true, means: "of a board: columns x rows, such as 8x8"},
	{name: "row", usual: true, means: "of a game of two numbers: the row y of its table"},
	{name: "of", usual: true, means: "what is asked for"},
	{name: "misere", usual: true, means: "misère play: who cannot move wins"},
	{name: "why", usual: true, means: "say why: in sentences, and by the argument for this very position"},
	{name: "prove", usual: true, means: "prove the pattern, or say why it cannot be proved here"},
	{name: "winning", usual: true, means: "mark the winning moves, and say who wins"},
	{name: "graph", usual: true, means: "draw all positions that can be reached, and the moves between them"},
	{name: "limit", holds: howMany, usual: true, means: "list at most this many"},
	{name: "lines", usual: true, means: "answer each line of a file, or of standard input"},
	{name: "second", usual: true, means: "let the opponent move first"},
	{name: "level", usual: true, means: "how well the opponent plays"},
	{name: "two", usual: true, means: "let two people play, turn by turn"},
	{name: "examples", usual: true, means: "answer the examples in the file of the problem"},
	{name: "print", usual: true, means: "print the file of the problem"},
	{name: "emit", usual: true, means: "print a program that answers by itself"},
	{name: "tests", holds: inFolder, usual: true, means: "take the tests of this `folder`"},
	{name: "interactive", usual: true, means: "play games, move by move"},
	{name: "count", usual: true, means: "at most this many tests besides the samples"},
	{name: "package", usual: true, means: "how the folder of tests is laid out"},
	{name: "node", usual: true, means: "print this node only; may be repeated"},
	{name: "certificate", usual: true, means: "write the proof to this `file`; - for standard output"},
	{name: "addr", usual: true, means: "listen at this HOST:PORT; port 0 takes a free one"},
	{name: "open", usual: true, means: "open the page in the browser"},
	{name: "by", usual: true, means: "count the games with each combination of these columns, such as period,preperiod"},
	{name: "dir", holds: inFolder, usual: true, means: "the `folder` that work is kept in, and goes on from"},
	{name: "output", letter: "o", usual: true, means: "write to this `file`, whole or not at all"},
	{name: "json", usual: true, means: "print one JSON value"},

	{name: "acyclic", means: "refuse a graph with a cycle, and show one"},
	{name: "all", means: "judge every test, or play every game, also after a failure"},
	{name: "all-memory", means: "the memory of all questions at a time"},
	{name: "box", means: "learn from one table whose numbers go to this one; 0 for as many as it takes"},
	{name: "cell", means: "side of a cell in pixels, in a file"},
	{name: "check", means: `compare with "expect" (TopCoder)`},
	{name: "checkpoint-every", means: "with --resume: save the run this often, unless saving takes long"},
	{name: "colour", means: "colours in the terminal"},
	{name: "column", means: "with -o: the column whose histogram is drawn"},
	{name: "columns", means: "of text: values of a sequence a line"},
	{name: "compound", means: "in which components a player moves"},
	{name: "digits", means: "compare automata with all numbers of at most this many digits; 0 for as many as it takes"},
	{name: "embed", means: "let this `site` show the screens below /embed in a frame; may be repeated"},
	{name: "exceptions", means: "of a chain: count the heaps that differ from the period"},
	{name: "fix", means: "fix a number of the game, as in passes=1 or 3=1, and leave the others open; may be repeated"},
	{name: "forge", means: "make tests as grundy forge does, at most this number, in a third of the time, and judge them"},
	{name: "format", means: "how to print"},
	{name: "forms", means: "canonical forms in misère play instead of numbers"},
	{name: "from", means: "the first heap"},
	{name: "game-memory", means: "memory that each game may take, such as 1GiB"},
	{name: "games", means: "how many games to play"},
	{name: "generate", means: "a generator of tests, as NAME=COMMAND, which gets a seed and prints an input; may be repeated"},
	{name: "genus", means: "genus symbols instead of numbers; misère play, with --misere or without"},
	{name: "grace", means: "how long questions may go on after Ctrl-C or SIGTERM"},
	{name: "here", means: "run the program in the present folder"},
	{name: "histogram", means: "count how often each value occurs"},
	{name: "host", means: "answer under this name too, such as that of a proxy; may be repeated"},
	{name: "input", means: "how the file is written"},
	{name: "language", means: "the language of the page"},
	{name: "log", means: "print a line of JSON for each request on standard error"},
	{name: "max-connections", means: "the connections at a time; 0 for any"},
	{name: "max-memory", means: "stop or refuse what keeps more memory, such as 4GiB"},
	{name: "max-positions", means: "look at no more positions than this for an example"},
	{name: "max-size", means: "the tests take at most this many bytes"},
	{name: "max-time", means: "stop or refuse what takes longer"},
	{name: "max-values", means: "look for a sequence's period in this many values"},
	{name: "memory-limit", means: "memory of each run of the program"},
	{name: "merge", means: "with --graph: draw positions once that differ in the order of their parts"},
	{name: "no-limits", means: "lift the statement's limits to those of the engines"},
	{name: "only", means: "of a sweep that goes further: this game; may be repeated"},
	{name: "palette", means: "colours of a heat map"},
	{name: "piece", means: "how much is done together"},
	{name: "plain", means: "play line by line on a terminal too"},
	{name: "positions", means: "list the positions of this outcome, P, N or D, instead of values"},
	{name: "rate", means: "the questions a second from one address; 0 for any"},
	{name: "resume", means: "keep the run in this `file`, and continue it if the file is there"},
	{name: "right", means: "a right program for the package, as NAME=COMMAND; may be repeated"},
	{name: "runs", means: "end after this number of random inputs; 0 for no bound"},
	{name: "seed", means: "draw by this number"},
	{name: "segment", means: "with --certificate: make it a chain with that many values a segment, 65536 or more"},
	{name: "segments", means: "of a chain: check these segments alone, such as 1-10,14"},
	{name: "show", means: "what a heat map shows"},
	{name: "sort", means: "the order"},
	{name: "sorted", means: "with --positions: only numbers in ascending order"},
	{name: "start", means: "of outcome: the numbers of the position, such as 100 or 5,3"},
	{name: "steps", means: "steps that each game may take"},
	{name: "table", holds: inFolder, means: "the table on disk in this `folder`"},
	{name: "time-limit", means: "processor time of each run of the program"},
	{name: "title", holds: orNothing, means: "words above the picture"},
	{name: "with", holds: byCommas, means: "also tell"},
	{name: "workers", means: "work on this many cores; 0 for all"},
	{name: "wrong", means: "a wrong program for the table, as NAME=COMMAND; may be repeated"},
}

// oldNames has the names that flags of a command had. They go on working, and nobody hears
// of them.
var oldNames = map[string]map[string]string{
	"grundy contest":       {"show": "print"},
	"grundy period":        {"max": "last"},
	"grundy play":          {"lines": "plain"},
	"grundy plot":          {"max": "max-values"},
	"grundy quotient":      {"heaps": "last"},
	"grundy rules check":   {"max": "max-positions"},
	"grundy serve":         {"job": "dir"},
	"grundy solve":         {"moves": "limit"},
	"grundy sweep":         {"max": "last"},
	"grundy sweep summary": {"of": "column"},
	"grundy values":        {"job": "dir"},
	"grundy verify":        {"resume": "dir"},
}
