import json
import sys


def reject(want):
    """Reject the input: want should be on the line."""
    sys.stderr.write("line %d: %s: want %s\n" % (number, ascii(line[:60].decode("latin-1")), want))
    sys.exit(REJECTED)


def no_number(text):
    """Reject NaN and the like."""
    raise ValueError(text)


def read_call(line, count):
    """Return the arguments of a call."""
    if not line.strip():
        reject("no empty line")
    try:
        pairs = json.loads(line, object_pairs_hook=list, parse_constant=no_number)
    except (ValueError, RecursionError):
        pairs = None
    names = [pair[0] for pair in pairs] if type(pairs) is list and line[:1] == b"{" else []
    if names not in (["args"], ["args", "expect"]):
        reject('an object {"args": [...], "expect": ...}')
    args = pairs[0][1]
    if type(args) is not list or len(args) != count:
        reject("%d arguments" % count)
    text = b'{"args": ' + json.dumps(args).encode()
    end = b"}\n"
    if len(names) > 1:
        text += b', "expect": '
        expect = line[len(text):-len(end)]
        if expect != expect.strip(b" \t\r\n"):
            reject("no blanks around what is expected")
        text += expect
    if line != text + end:
        reject("numbers and blanks as in " + ascii((text + end)[:60].decode("latin-1")))
    return args


def check_number(name, value, least, most):
    """Check a number."""
    if type(value) is not int or not least <= value <= most:
        reject("a number (%s), %d ... %d" % (name, least, most))
    return value


def check_list(name, value, least, most):
    """Check a list of least to most elements."""
    if type(value) is not list or not least <= len(value) <= most:
        reject("a list (%s) of %d ... %d elements" % (name, least, most))
    return value


#: check_order in_order
def check_order(name, values, order):
    """Check that numbers are in an order."""
    if not in_order(values, order):
        reject("numbers (%s) that are %s" % (name, order))


#: check_numbers
def check_numbers(name, value, count_least, count_most, least, most):
    """Check a list of numbers."""
    for element in check_list(name, value, count_least, count_most):
        check_number(name, element, least, most)
    return value


#: check_word
def check_word(name, value, least, most, alphabet):
    """Check a word of least to most characters of the alphabet."""
    if type(value) is not str or not least <= len(value) <= most or not set(value) <= set(alphabet):
        reject("a word (%s) of %d ... %d characters of %r" % (name, least, most, alphabet))
    return value


#: check_words check_word
def check_words(name, value, count_least, count_most, least, most, alphabet):
    """Check a list of words."""
    for element in check_list(name, value, count_least, count_most):
        check_word(name, element, least, most, alphabet)
    return value


#: check_lists check_numbers
def check_lists(name, value, count_least, count_most, length_least, length_most, least, most):
    """Check a list of lists of numbers."""
    for element in check_list(name, value, count_least, count_most):
        check_numbers(name, element, length_least, length_most, least, most)
    return value


#: check_records
def check_records(name, value, count_least, count_most, columns):
    """Check rows of numbers; each column has its name and bounds."""
    for row in check_list(name, value, count_least, count_most):
        check_list(name, row, len(columns), len(columns))
        for element, column in zip(row, columns):
            check_number(column[0], element, *column[1:])
    return list(map(tuple, value))


#: check_permutation check_numbers
def check_permutation(name, value, count, base):
    """Check a list of the numbers base, base + 1, ... in any order."""
    if len(set(check_numbers(name, value, count, count, base, base + count - 1))) < count:
        reject("a permutation (%s): an element is there twice" % name)
    return value


#: check_tree root check_lists
def check_tree(name, value, nodes, base):
    """Check the edges of a tree."""
    count = max(nodes - 1, 0)
    up = {}
    for a, b in check_lists(name, value, count, count, 2, 2, base, base + nodes - 1):
        a, b = root(up, a), root(up, b)
        if a == b:
            reject("edges of a tree (%s), which join nodes that the edges before do not" % name)
        up[a] = b
    return list(map(tuple, value))


#: check_parents check_number
def check_parents(name, value, nodes, base):
    """Check the parents of the nodes after the first, each less than its node."""
    count = max(nodes - 1, 0)
    for i, parent in enumerate(check_list(name, value, count, count)):
        check_number(name, parent, base, base + i)
    return [(parent, base + i + 1) for i, parent in enumerate(value)]


#: check_graph root check_lists
def check_graph(name, value, nodes, count_least, count_most, base, directed, acyclic, connected, repeated):
    """Check the edges of a graph."""
    seen, up, parts, after, waiting = set(), {}, nodes, {}, {}
    for a, b in check_lists(name, value, count_least, count_most, 2, 2, base, base + nodes - 1):
        edge = (a, b) if directed or a < b else (b, a)
        if a == b or edge in seen and not repeated:
            reject("an edge (%s) between two nodes that is not there yet" % name)
        seen.add(edge)
        after.setdefault(a, []).append(b)
        waiting[b] = waiting.get(b, 0) + 1
        a, b = root(up, a), root(up, b)
        if a != b:
            up[a] = b
            parts -= 1
        elif acyclic and not directed:
            reject("a graph (%s) without cycles" % name)
    if connected and nodes > 1 and parts > 1:
        reject("a connected graph (%s), not %d parts" % (name, parts))
    free = [node for node in after if node not in waiting]
    gone = 0
    while free:
        for b in after.get(free.pop(), ()):
            gone += 1
            waiting[b] -= 1
            if waiting[b] == 0:
                free.append(b)
    if acyclic and directed and gone < len(value):
        reject("a graph (%s) without cycles" % name)
    return list(map(tuple, value))
