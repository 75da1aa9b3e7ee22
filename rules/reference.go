package rules

// Editors show the words of the language with a sentence about each, for editors. docs/rules.md
// describes the language; a test compares the names with those that files find defined.

// A Word is a word of the language.
type Word struct {
	Name string `json:"name"`
	Form string `json:"form"` // how it is written
	Says string `json:"says"` // one sentence
	Kind string `json:"kind"` // one of [WordKinds]
}

// WordKinds are the kinds of words: what the top level declares, the kinds of fields, the
// functions that a file defines, what they call, settings of the file, other functions, and
// methods of values.
func WordKinds() []string {
	return []string{"declaration", "field", "definition", "play", "setting", "function", "method"}
}

// Words returns the words of the language, by their kinds.
func Words() []Word {
	return []Word{
		{"position", "position(field = kind, …)", "Declares what a position is: its fields.", "declaration"},
		{"symmetric", `symmetric("…", …, of = "field", letters = "xo")`, "Declares positions that are the same game: swap, reverse, rotate, reflect, flip, half-turn, transpose, exchange.", "declaration"},
		{"touching", `touching("X", diagonal = False, leaps = …, rides = …, apart = …, rest = ".", of = "field")`, "Declares that groups of cells that touch are independent of each other.", "declaration"},
		{"example", `example(value, …, outcome = "P", nim_value = 0, options = 3, perft = [3, 5])`, "States what is known of a position; the check compares it.", "declaration"},
		{"equals", `equals(code = "0.77", heaps = f, shift = 0, least = 0)`, "Declares that the positions are the same game as heaps of another.", "declaration"},
		{"heap", `heap(octal = "0.77")`, "Declares a game of heaps that is built in: by octal, code, subtract, all_but or take.", "declaration"},
		{"board", "board(leaps = …, rides = …, size = …, blocked = …)", "Declares one piece on a board, by its leaps and rides.", "declaration"},

		{"integer", "integer(lo, hi)", "A field: an integer from lo to hi.", "field"},
		{"heaps", "heaps(lo, hi, most)", "A field: integers whose order does not matter.", "field"},
		{"row", `row("X.", most)`, "A field: a row of letters, or of integers as row(lo, hi, most).", "field"},
		{"grid", `grid(".#", height, width)`, "A field: rows of the same length, of letters or integers.", "field"},

		{"moves", "def moves(fields)", "Calls move or move_sum for each move from a position.", "definition"},
		{"start", "def start(numbers)", "Returns the position that these integers choose.", "definition"},
		{"legal", "def legal(fields)", "Returns True, or a message that says why there is no such position.", "definition"},
		{"parts", "def parts(fields)", "Calls part for each of the independent positions whose sum this one is.", "definition"},
		{"value", "def value(fields)", "Returns the nim-value, or -1 where the formula does not know it.", "definition"},
		{"outcome", "def outcome(fields)", `Returns "N", "P", or "?" where the formula does not know it.`, "definition"},

		{"move", "move(value, …, label = …, entails = …, again = …)", "States a move: the position after it, one value a field. With entails the opponent must move in it; with again the same player moves again.", "play"},
		{"move_sum", "move_sum(position, …, label = …, again = …)", "States a move that leaves a sum of positions. With again the same player moves again.", "play"},
		{"copies", "copies(n, position)", "In move_sum: n times the position.", "play"},
		{"part", "part(value, …)", "In parts: one of the independent positions.", "play"},
		{"win", "win()", "The play is over here, and the player to move has won.", "play"},
		{"lose", "lose()", "The play is over here, and the player to move has lost.", "play"},
		{"draw", "draw()", "In moves: the play is over here, and is a draw. As def draw(fields): returns the picture of a position.", "play"},
		{"scene", `scene("grid", rows, piece = (row, column))`, "In draw: a picture of kind heaps, numbers, row, grid, board, coins, tree, graph or hackenbush.", "play"},
		{"put", "put(r, value, place, …)", "A row or grid with the value in these places.", "play"},
		{"fill", "fill(value, n), fill(value, height, width)", "A row or a grid of that value.", "play"},
		{"cut", "cut(g, row, column, height, width)", "The part of a grid of that size that begins at that cell.", "play"},
		{"inside", "inside(r, i), inside(g, row, column)", "Whether there is such a cell.", "play"},

		{"loopy", "loopy = True", "Play need not end; a play that goes on for ever is a draw.", "setting"},
		{"misere", "misere = True", "The last move loses.", "setting"},
		{"name", `name = "…"`, "The name of the game.", "setting"},
		{"reads", `reads = "{pins:X} pin|{pins:X} pins"`, "How a position reads behind the name of the game: {field}, or {field:letters} for how many of them stand there; a form behind | is for other numbers than 1.", "setting"},
		{"notation", `notation = "…"`, "How positions are typed, where their form does not say it.", "setting"},
		{"needs", `needs = "…"`, "The skill that the game takes, for the list of games: forced, count, copy, xor, table, numbers, values or ahead.", "setting"},
		{"source", `source = "…"`, "Where the game comes from.", "setting"},
		{"known", `known = "…"`, "Facts about the game, such as its P-positions.", "setting"},
		{"oeis", `oeis = "A…"`, "The number of its nim-values in the OEIS.", "setting"},
		{"words", `words = ["…"]`, "Words by which the game is found.", "setting"},

		{"abs", "abs(n)", "The integer without its sign.", "function"},
		{"all", "all(values)", "Whether all of them are true.", "function"},
		{"any", "any(values)", "Whether one of them is true.", "function"},
		{"bool", "bool(x)", "Whether x is true: not 0, not empty, not None.", "function"},
		{"dict", "dict(pairs, name = value, …)", "A dict of these pairs.", "function"},
		{"enumerate", "enumerate(values, start = 0)", "Pairs of a number and a value.", "function"},
		{"fail", "fail(words, …)", "Ends the work with an error that says this.", "function"},
		{"int", "int(x, base = 10)", "The integer that x is, or that its digits write.", "function"},
		{"len", "len(x)", "How many elements x has.", "function"},
		{"list", "list(values)", "A new list of the values.", "function"},
		{"max", "max(a, b, …, key = f)", "The largest value.", "function"},
		{"min", "min(a, b, …, key = f)", "The smallest value.", "function"},
		{"print", "print(x, …)", "Shows x in rules check and options, to find mistakes; other commands refuse a file that prints.", "function"},
		{"range", "range(from, to, step)", "The integers from the first up to, but without, the second.", "function"},
		{"reversed", "reversed(values)", "The values, the last one first.", "function"},
		{"sorted", "sorted(values, key = f, reverse = False)", "The values in ascending order.", "function"},
		{"str", "str(x)", "The text of x.", "function"},
		{"sum", "sum(values, start = 0)", "The sum of integers.", "function"},
		{"tuple", "tuple(values)", "A tuple of the values.", "function"},
		{"zip", "zip(values, others, …)", "Tuples of the first elements, the second ones, and so on.", "function"},

		{"append", "list.append(x)", "Adds x at the end of the list.", "method"},
		{"count", "x.count(value)", "How often the value stands in a row, grid, list or string.", "method"},
		{"extend", "list.extend(values)", "Adds the values at the end of the list.", "method"},
		{"index", "x.index(value)", "The first place where the value stands.", "method"},
		{"insert", "list.insert(i, x)", "Puts x before the element at place i.", "method"},
		{"pop", "list.pop(i), dict.pop(key)", "Removes an element and returns it; the last one of a list if none is named.", "method"},
		{"remove", "list.remove(x)", "Removes the first element that is equal to x.", "method"},
		{"get", "dict.get(key, default)", "The value of the key, or default.", "method"},
		{"items", "dict.items()", "Pairs of keys and values.", "method"},
		{"keys", "dict.keys()", "The keys.", "method"},
		{"values", "dict.values()", "The values.", "method"},
		{"elems", "string.elems()", "The letters of the string.", "method"},
		{"endswith", "string.endswith(end)", "Whether the string ends like that.", "method"},
		{"find", "string.find(part)", "The place where the part begins, or -1.", "method"},
		{"isdigit", "string.isdigit()", "Whether the string consists of digits.", "method"},
		{"join", "string.join(strings)", "The strings with this one between them.", "method"},
		{"replace", "string.replace(old, new)", "The string with new in place of old.", "method"},
		{"split", "string.split(between)", "The parts of the string.", "method"},
		{"startswith", "string.startswith(start)", "Whether the string begins like that.", "method"},
		{"strip", "string.strip()", "The string without blanks at its ends.", "method"},
	}
}
