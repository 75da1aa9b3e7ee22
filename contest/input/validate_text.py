import sys

DATA = sys.stdin.buffer.read()
TOKENS = DATA.split()
used = 0  # tokens that have been read
LAYOUT = []  # how the text of these tokens should look


def fail(token, want):
    """Reject the input: the token of that index should be something else."""
    start = stop = len(DATA)
    if token < len(TOKENS):
        start -= len(DATA.split(None, token)[token])
        stop = start + len(TOKENS[token])
    reject(start, stop, want)


def reject(start, stop, want):
    """Reject the input: want should be there instead of the text from start to stop."""
    line = DATA.count(b"\n", 0, start) + 1
    column = start - DATA.rfind(b"\n", 0, start)
    text = repr(DATA[start:min(stop, start + 40)].decode("ascii", "backslashreplace")) if start < stop else "the input ends here"
    sys.stderr.write("line %d, column %d: %s: want %s\n" % (line, column, text, want))
    sys.exit(REJECTED)


def read_number(name, least, most, end):
    """Read one number from least to most, and what stands after it."""
    global used
    values = take(name, 1, least, most)
    LAYOUT.append(b"%d" % values[0])
    LAYOUT.append(end)
    return values[0]


def take(name, count, least, most):
    """Take count numbers from least to most."""
    global used
    tokens = TOKENS[used:used + count]
    try:
        values = list(map(int, tokens))
        right = len(values) == count and (not values or least <= min(values) and max(values) <= most)
    except ValueError:
        right = False
    if not right:
        want = "a number (%s), %d ... %d" % (name, least, most)
        for i, token in enumerate(tokens):
            try:
                if not least <= int(token) <= most:
                    fail(used + i, want)
            except ValueError:
                fail(used + i, want)
        fail(len(TOKENS), want)
    used += count
    return values


def read_end():
    """Accept the input if nothing follows and the white space is right."""
    if used < len(TOKENS):
        fail(used, "the end of the input")
    text = b"".join(LAYOUT)
    if text != DATA:
        at = 0
        size = 1 << 20
        while size:  # find the first difference
            while text[at:at + size] == DATA[at:at + size] and at < len(text):
                at += size
            size //= 2
        other = "no white space" if DATA[at:at + 1].isspace() else "the shortest form of this number"
        want = {b"": "the end of the input", b" ": "one blank", b"\n": "the end of the line"}
        reject(at, min(at + 1, len(DATA)), want.get(text[at:at + 1], other))
    sys.exit(ACCEPTED)


#: read_count
def read_count(name, least, most, count_end, separator, end):
    """Read the number of things in a list, and what stands after it."""
    count = read_number(name, least, most, b"")
    if count > 0 or count_end != separator:
        LAYOUT.append(count_end)
    elif separator == b"\n":
        LAYOUT.append(end)
    return count


#: read_last
def read_last(last):
    """Read the number that stands after the last test, if it is there."""
    global used
    if TOKENS[used:used + 1] != [b"%d" % last]:
        return False
    used += 1
    LAYOUT.append(b"%d\n" % last)
    return True


#: read_total
def read_total(name, total, most):
    """Check a sum over the whole input."""
    if total > most:
        fail(used - 1, "a total of %s of at most %d, not %d" % (name, most, total))
    return total


#: read_repeats
def read_repeats(name, count, least, most):
    """Check how many repetitions there were."""
    if not least <= count <= most:
        fail(used, "%d ... %d %s" % (least, most, name))


#: check_order in_order
def check_order(name, values, order):
    """Check that the numbers last read are in an order."""
    if not in_order(values, order):
        fail(used - len(values), "numbers (%s) that are %s from here on" % (name, order))


#: read_numbers
def read_numbers(name, count, least, most, separator, end):
    """Read a list of numbers."""
    values = take(name, count, least, most)
    LAYOUT.append(separator.join([b"%d" % value for value in values]))
    if count > 0 or separator != b"\n":
        LAYOUT.append(end)
    return values


#: read_matrix read_rows
def read_matrix(name, height, width, least, most, end):
    """Read rows of numbers."""
    return read_rows(take(name, height * width, least, most), height, width, end)


#: read_rows
def read_rows(values, height, width, end):
    """Lay numbers out in rows."""
    rows = [values[i * width:(i + 1) * width] for i in range(height)]
    LAYOUT.append(b"\n".join([b" ".join([b"%d" % value for value in row]) for row in rows]))
    if height > 0:
        LAYOUT.append(end)
    return rows


#: read_records
def read_records(name, count, columns, end):
    """Read rows of numbers; each column has its name, bounds and what stands after it."""
    rows = []
    for _ in range(count):
        if rows:
            LAYOUT.append(b"\n")
        rows.append(tuple([read_number(*column) for column in columns]))
    if rows:
        LAYOUT.append(end)
    return rows


#: read_lists read_numbers
def read_lists(name, count, read_length, least, most, separator, end):
    """Read lists, each with its length before it if that is not known."""
    lists = []
    for _ in range(count):
        if lists:
            LAYOUT.append(b"\n")
        values = take(name, read_length(), least, most)
        LAYOUT.append(separator.join([b"%d" % value for value in values]))
        lists.append(values)
    if lists:
        LAYOUT.append(end)
    return lists


#: read_length
def read_length(name, least, most, end):
    """Read the length of one of several lists."""
    length = read_number(name, least, most, b"")
    if length > 0:
        LAYOUT.append(end)
    return length


#: read_word
def read_word(name, least, most, alphabet, end):
    """Read a word of least to most characters of the alphabet."""
    global used
    word = ""
    if most > 0:
        want = "a word (%s) of %d ... %d characters of %r" % (name, least, most, alphabet)
        if used == len(TOKENS):
            fail(used, want)
        word = TOKENS[used].decode("latin-1")
        if not (least <= len(word) <= most and set(word) <= set(alphabet)):
            fail(used, want)
        used += 1
    LAYOUT.append(word.encode("latin-1"))
    LAYOUT.append(end)
    return word


#: read_words read_word
def read_words(name, count, least, most, alphabet, separator, end):
    """Read words."""
    words = []
    for _ in range(count):
        if words:
            LAYOUT.append(separator)
        words.append(read_word(name, least, most, alphabet, b""))
    if words or separator != b"\n":
        LAYOUT.append(end)
    return words


#: read_permutation read_numbers
def read_permutation(name, count, base, separator, end):
    """Read the numbers base, base + 1, ... in any order."""
    values = read_numbers(name, count, base, base + count - 1, separator, end)
    if len(set(values)) < len(values):
        fail(used - len(values), "a permutation from here on: an element (%s) is there twice" % name)
    return values


#: read_tree root read_rows
def read_tree(name, nodes, base, end):
    """Read the edges of a tree."""
    first = used
    count = max(nodes - 1, 0)
    values = take(name, 2 * count, base, base + nodes - 1)
    up = {}
    for i in range(count):
        a, b = root(up, values[2 * i]), root(up, values[2 * i + 1])
        if a == b:
            fail(first + 2 * i, "an edge of a tree (%s), which joins nodes that the edges before do not" % name)
        up[a] = b
    return list(map(tuple, read_rows(values, count, 2, end)))


#: read_parents
def read_parents(name, nodes, base, separator, end):
    """Read the parents of the nodes after the first, each less than its node."""
    first = used
    count = max(nodes - 1, 0)
    values = take(name, count, base, base + nodes - 2)
    for i, parent in enumerate(values):
        if parent > base + i:
            fail(first + i, "a parent (%s) before its node, %d" % (name, base + i + 1))
    LAYOUT.append(separator.join([b"%d" % value for value in values]))
    if count > 0 or separator != b"\n":
        LAYOUT.append(end)
    return [(parent, base + i + 1) for i, parent in enumerate(values)]


#: read_graph root read_rows
def read_graph(name, nodes, count, base, directed, acyclic, connected, repeated, end):
    """Read the edges of a graph."""
    first = used
    values = take(name, 2 * count, base, base + nodes - 1)
    edges = list(zip(values[::2], values[1::2]))
    seen = set()
    up = {}
    parts = nodes
    for i, (a, b) in enumerate(edges):
        if a == b:
            fail(first + 2 * i, "an edge (%s) between two nodes" % name)
        edge = (a, b) if directed or a < b else (b, a)
        if edge in seen and not repeated:
            fail(first + 2 * i, "an edge (%s) that is not there yet" % name)
        seen.add(edge)
        a, b = root(up, a), root(up, b)
        if a != b:
            up[a] = b
            parts -= 1
        elif acyclic and not directed:
            fail(first + 2 * i, "a graph (%s) without cycles" % name)
    if connected and nodes > 1 and parts > 1:
        fail(first, "a connected graph (%s) from here on, not %d parts" % (name, parts))
    if acyclic and directed:
        after, waiting = {}, {}
        for a, b in edges:
            after.setdefault(a, []).append(b)
            waiting[b] = waiting.get(b, 0) + 1
        free = [node for node in after if node not in waiting]
        gone = 0
        while free:
            for b in after.get(free.pop(), ()):
                gone += 1
                waiting[b] -= 1
                if waiting[b] == 0:
                    free.append(b)
        if gone < count:
            fail(first, "a graph (%s) without cycles from here on" % name)
    read_rows(values, count, 2, end)
    return edges
