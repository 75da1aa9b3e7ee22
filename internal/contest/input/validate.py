import json
import re
import sys

DATA = b""  # that is read
IS_CALL = "call" in INPUT
SPACE = re.compile(rb"\s*")
NUMBER = re.compile(rb"-?[0-9]{1,30}")
WORD = re.compile(rb"[!-~]*")
STRING = re.compile(rb'"(?:[^"\\\x00-\x1f\x7f-\xff]|\\.)*"')
values = {}  # of the fields that have been read
totals = {}
position = 0  # in DATA


def tighten(level, bounds):
    """Put tighter bounds in place of those of fields and repetitions."""
    for field in level["fields"]:
        field.get("item", field).update(bounds.get(field["name"], {}))
    if "repeat" in level:
        level["repeat"].update(bounds.get(level["repeat"]["name"], {}))
        tighten(level["repeat"]["level"], bounds)


def reject(where, want):
    """Reject the input: want should be there."""
    line = DATA.count(b"\n", 0, where) + 1
    column = where - DATA.rfind(b"\n", 0, where)
    rest = re.match(rb"\s|[^\s]{0,40}", DATA[where:where + 40])[0].decode("latin-1")
    text = ascii(rest) if rest else "the input ends here"
    sys.stderr.write("line %d, column %d: %s: want %s\n" % (line, column, text, want))
    sys.exit(REJECTED)


def read_text(text):
    """Read a text that must be there."""
    global position
    if not DATA.startswith(text, position):
        names = {b" ": "one blank", b"\n": "the end of the line"}
        reject(position, names.get(text, text.decode()))
    position += len(text)


def read_number(name, least, most):
    """Read a number from least to most."""
    global position
    found = NUMBER.match(DATA, position)
    number = int(found[0]) if found else 0
    if not found or not least <= number <= most:
        space = DATA[position:position + 1].isspace() and DATA[position:].strip()
        reject(position, "no white space" if space else "a number (%s), %d ... %d" % (name, least, most))
    if found[0] != b"%d" % number:
        reject(position, "the shortest form of this number")
    position = found.end()
    return number


def read_word(field, least, most):
    """Read a word."""
    global position
    start = position
    found = (STRING if IS_CALL else WORD).match(DATA, position)
    word = found and found[0].decode()
    if found and IS_CALL:
        word = json.loads(word)
        if json.dumps(word).encode() != found[0]:
            word = None
    if word is None or not least <= len(word) <= most or not set(word) <= set(field["alphabet"]):
        reject(start, "a word (%s) of %d ... %d characters of %r" % (field["name"], least, most, field["alphabet"]))
    position = found.end()
    return word


OPERATIONS = {
    "+": int.__add__, "-": int.__sub__, "*": int.__mul__, "//": int.__floordiv__, "<<": int.__lshift__,
    "min": min, "max": max,
}


ORDERS = {"increasing": int.__lt__, "nondecreasing": int.__le__, "decreasing": int.__gt__, "nonincreasing": int.__ge__}


def value_of(bound, least=0):
    """Return a bound: a number, or an earlier field, its length, or what is made of two bounds, and a number more."""
    if type(bound) is list:
        if len(bound) == 4:
            value = OPERATIONS[bound[0]](value_of(bound[1], None), value_of(bound[2], None))
        else:
            value = values[bound[0]]
        bound = bound[-1] + (value if isinstance(value, int) else len(value))
    return bound if least is None else max(least, bound)


def bounded(field):
    """Return the name and the bounds of a number of a field."""
    return field["name"], value_of(field["least"], None if field["signed"] else 0), value_of(field["most"], None)


def read_count(field):
    """Read how many things there are where it stands before them, and return the least and the most."""
    least, most = value_of(field["count"][0]), value_of(field["count"][1])
    if field["counted"] and not IS_CALL:
        least = most = read_number("the number of " + field["name"], least, most)
        if most > 0 or not field["inner"] and field["counted"] != field["separator"]:
            read_text(field["counted"].encode())
        elif not field["inner"] and field["separator"] == "\n":
            read_text(field["end"].encode())
    return least, most


def read_list(name, limits, separator, read):
    """Read a list. In a call it ends by itself."""
    least, most = limits
    found = []
    if IS_CALL:
        read_text(b"[")
    separator = b", " if IS_CALL else separator.encode()
    while len(found) < most and not (IS_CALL and DATA.startswith(b"]", position)):
        if found:
            read_text(separator)
        found.append(read(len(found)))
    if IS_CALL:
        if len(found) < least:
            reject(position, "a list (%s) of %d ... %d elements" % (name, least, most))
        read_text(b"]")
    return found


def read_element(field, width):
    """Return what reads element i of a list."""
    name, kind, base = field["name"], field["kind"], field["base"]
    if kind == "texts":
        return lambda i: read_word(field, width[0], width[1])
    if kind == "lists":
        item, number = field["item"], bounded(field["item"])
        return lambda i: ordered(item, read_list(item["name"], read_count(item), item["separator"], lambda j: read_number(*number)))
    if kind == "records":
        columns = [(column["end"].encode(), bounded(column)) for column in field["columns"]]
        return lambda i: read_record(name, columns)
    if kind == "tree" and field["parents"]:
        return lambda i: (read_number(name, base, base + i), base + i + 1)
    if kind in ("tree", "graph"):
        return lambda i: tuple(read_list(name, (2, 2), " ", lambda j: read_number(name, base, base + width[0] - 1)))
    number = bounded(field)
    return lambda i: read_number(*number)


def read_record(name, columns):
    """Read a number for each column."""
    if IS_CALL:
        return tuple(read_list(name, (len(columns), len(columns)), "", lambda j: read_number(*columns[j][1])))
    row, before = [], b""
    for end, number in columns:
        read_text(before)
        row.append(read_number(*number))
        before = end
    return tuple(row)


def read_field(field):
    """Read a field."""
    kind, separator = field["kind"], field["separator"]
    if kind == "number":
        found, shown = read_number(*bounded(field)), True
    elif kind == "text":
        found, shown = read_word(field, value_of(field["least"], None), value_of(field["most"], None)), True
    else:
        limits, width = read_count(field), (0, 0)
        if kind == "texts":
            width = value_of(field["least"], None), value_of(field["most"], None)
        elif kind == "graph":
            width = (value_of(field["nodes"]),) * 2
        elif kind == "tree":
            width = limits
        if kind == "tree":
            limits = (max(0, limits[0] - 1),) * 2
        start = position
        found = read_list(field["name"], limits, separator, read_element(field, width))
        shown = found or separator != "\n"
        for wrong in wrongs(field, found, width[0]):
            reject(start, wrong + " from here on")
    if shown and not IS_CALL:
        read_text(field["end"].encode())
    return found


def ordered(field, found):
    """Check the order of a list."""
    order = field["order"]
    if order == "distinct":
        right = len(set(found)) == len(found)
    else:
        right = order == "" or all(map(ORDERS[order], found, found[1:]))
    if not right:
        reject(position, "numbers (%s) before it that are %s" % (field["name"], field["order"]))
    return found


def wrongs(field, found, nodes):
    """Yield what is wrong with all the elements of a list together."""
    name, kind = field["name"], field["kind"]
    ordered(field, found)
    for j, column in enumerate(field.get("columns", ())):
        ordered(column, [row[j] for row in found])
    if kind == "lists" and field["acyclic"] and has_cycle([(i + field["base"], b) for i, row in enumerate(found) for b in row]):
        yield "lists (%s) of the edges of a graph without cycles" % name
    if kind not in ("tree", "graph"):
        return
    up, seen, parts, cycle = {}, set(), nodes, False
    for a, b in found:
        edge = (a, b) if field["directed"] or a < b else (b, a)
        if a == b or edge in seen and not field["repeated"]:
            yield "edges (%s) between two nodes, each once" % name
        seen.add(edge)
        a, b = root(up, a), root(up, b)
        cycle = cycle or a == b
        parts -= a != b
        up[a] = b
    if kind == "tree" and cycle:
        yield "edges of a tree (%s)" % name
    if field["connected"] and parts > 1:
        yield "a connected graph (%s)" % name
    if field["acyclic"] and (cycle if not field["directed"] else has_cycle(found)):
        yield "a graph (%s) without cycles" % name


def root(up, node):
    """Find the node that stands for all that are joined with this one."""
    while up.setdefault(node, node) != node:
        up[node] = up[up[node]]
        node = up[node]
    return node


def has_cycle(edges):
    """Tell whether directed edges have a cycle."""
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
    return gone < len(edges)


def read_fields(level):
    """Read the fields of a level, and what repeats in it."""
    for i, field in enumerate(level["fields"]):
        if IS_CALL and i > 0:
            read_text(b", ")
        values[field["name"]] = found = read_field(field)
        if "total" in field:
            totals[field["name"]] = total = totals.get(field["name"], 0) + size(field, found)
            if total > field["total"]:
                reject(position, "before it a total of %s of at most %d, not %d" % (field["name"], field["total"], total))
    derive(level["out"])
    if "repeat" in level:
        read_repeats(level["repeat"])
    else:
        demand()


def derive(out):
    """Find what functions make of fields that so many repetitions share."""
    for name, function, shared in DERIVED:
        if shared == out:
            values[name] = call(function)


def call(function):
    """Call a function of the problem."""
    return FUNCTIONS[function](*[values[name] for name in TAKES[function]])


def demand():
    """Check what the problem demands besides its declaration."""
    for function, right, want in DEMANDS:
        found = call(function)
        if found != "" and found is not right:
            reject(position, "before it " + (found if isinstance(found, str) else want))


def size(field, found):
    """Return what a field adds to its total: a number, or how many letters or elements it has."""
    if field["kind"] in ("texts", "lists"):
        return sum(map(len, found))
    return found if field["kind"] == "number" else len(found)


def read_repeats(repeat):
    """Read what repeats."""
    least, most = value_of(repeat["count"][0]), value_of(repeat["count"][1])
    if repeat["how"] == "counted":
        least = most = read_number(repeat["name"], least, most)
        read_text(repeat["end"].encode())
    count = 0
    while is_more(repeat, count, most):
        if count == most:
            reject(position, "at most %d repetitions" % most)
        count += 1
        if IS_CALL:
            read_text(b'{"args": [')
        read_fields(repeat["level"])
        if IS_CALL:
            read_rest()
    if count < least:
        reject(position, "at least %d repetitions" % least)
    if repeat["how"] == "until":
        read_text(repeat["ending"].encode())


def is_more(repeat, count, most):
    """Tell whether another repetition follows."""
    if repeat["how"] == "to end":
        return position < len(DATA)
    if repeat["how"] == "until":
        return not is_end(repeat["last"])
    return count < most


def is_end(numbers):
    """Tell whether these numbers follow."""
    at = position
    for n in numbers:
        found = NUMBER.match(DATA, at)
        if not found or int(found[0]) != n:
            return False
        at = SPACE.match(DATA, found.end()).end()
    return True


def read_rest():
    """Read what stands after the arguments of a call."""
    global position
    read_text(b"]")
    if DATA.startswith(b', "expect": ', position):
        position += len(b', "expect": ')
        end = DATA.find(b"\n", position) - 1
        text = DATA[position:end]
        try:
            json.loads(text.decode(), parse_constant=no_number)
        except (ValueError, RecursionError):
            text = b" "
        if text != text.strip(b" \t\r\n"):
            reject(position, "a JSON value")
        position = end
    read_text(b"}\n")


def no_number(text):
    """Reject NaN and the like."""
    raise ValueError(text)
