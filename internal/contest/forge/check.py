import hashlib
import os

SPACE = re.compile(rb"[ \t-\r]*")
TOKEN = re.compile(rb"[^ \t-\r]+")
WHOLE = re.compile(rb"-?[0-9]{1,30}")
DECIMAL = re.compile(rb"[+-]?(?=\.?[0-9])[0-9]{0,200}(?:\.[0-9]{0,200})?(?:[eE][+-]?[0-9]{1,3})?")
MOST = 10000  # right outputs of one answer, where they are listed
texts = {}  # what is read, and how far
reading = ""  # the one that is read
answers = 0  # that have been judged
places = {0}  # where the answers so far may end, in the words of the output
taken = []  # the choices among winning moves, and how many there are of each
following = 0  # the next of them


class Wrong(Exception):
    """The text that is read is not as it should be."""


def finish(verdict, message):
    """End with a verdict."""
    where = sys.argv[3:4] if JUDGE == "icpc" else sys.argv[4:5]
    if where:
        where = os.path.join(where[0], "judgemessage.txt") if JUDGE == "icpc" else where[0]
        with open(where, "a", encoding="utf-8") as file:
            file.write(message + "\n")
    sys.stderr.write(ascii(message)[1:-1] + "\n")
    sys.exit(STATUS[verdict])


def turn(name):
    """Go on with another text."""
    global reading, DATA, position
    texts[reading] = DATA, position
    reading = name
    DATA, position = texts[name]


def reject(where, want):
    """Say that something else is wanted."""
    line = DATA.count(b"\n", 0, where) + 1
    column = where - DATA.rfind(b"\n", 0, where)
    found = TOKEN.match(DATA, where)
    text = ascii(found[0][:40].decode("latin-1")) if found else "the end"
    raise Wrong("%s, line %d, column %d: %s: want %s" % (reading, line, column, text, want))


def skip():
    """Pass over white space, and return the next word, which may be empty."""
    global position
    position = SPACE.match(DATA, position).end()
    found = TOKEN.match(DATA, position)
    return found[0] if found else b""


if not IS_CALL:  # in judges, white space may stand anywhere
    is_more_exactly = is_more

    def read_text(text):
        global position
        skip()
        if not DATA.startswith(text.strip(), position):
            reject(position, text.decode())
        position += len(text.strip())

    def read_number(name, least, most):
        global position
        word = skip()
        if not WHOLE.fullmatch(word) or not least <= int(word) <= most:
            reject(position, "a number (%s), %d ... %d" % (name, least, most))
        position += len(word)
        return int(word)

    def read_word(field, least, most):
        global position
        if most == 0:
            return ""
        word = skip()
        if not word or not least <= len(word) <= most or not set(word.decode("latin-1")) <= set(field["alphabet"]):
            reject(position, "a word (%s) of %d ... %d characters of %r" % (field["name"], least, most, field["alphabet"]))
        position += len(word)
        return word.decode("latin-1")

    def is_more(repeat, count, most):
        skip()
        return is_more_exactly(repeat, count, most)


def demand():
    """Judge an answer: its input is read."""
    if MODE == "forms":
        judge_form()
    else:
        judge_list()


def folded(word):
    """Return a word as it is compared."""
    return word.lower() if ANY_CASE else word


def read_form(form):
    """Read words and fields."""
    global position
    for word in form["words"]:
        if folded(skip()) != folded(word.encode()):
            reject(position, '"%s"' % word)
        position += len(word)
    for field in form["fields"]:
        values[field["name"]] = read_field(field)
    return [values[field["name"]] for field in form["fields"]]


def wrong_in(form, printed, answer):
    """Say what is wrong with what was read, or nothing."""
    if not form["judged"]:
        return "" if printed == answer else "not what the answer has"
    derive(0)
    found = call(FUNCTION)
    return found if isinstance(found, str) else "" if found else "not a right output"


def judge_form():
    """Judge one answer by its form."""
    global answers, position
    answers += 1
    turn("the answer")
    start = position
    for form in FORMS:
        position = start
        try:
            right = read_form(form)
            break
        except Wrong:
            pass
    else:
        reject(start, "an answer that has one of the forms of the output")
    wrong = wrong_in(form, right, right)
    if wrong:
        finish("failure", "answer %d of the judge is not right: %s" % (answers, wrong))
    turn("the output")
    wrong = wrong_in(form, read_form(form), right)
    if wrong:
        finish("wrong", "answer %d: %s" % (answers, wrong))
    turn("the input")


def choose(moves, most):
    """Take one of the winning moves where one is asked for."""
    global following
    if most != 1 or len(moves) < 2:
        return moves[:most]
    if following == len(taken):
        taken.append([0, len(moves)])
    following += 1
    at = taken[following - 1][0]
    return moves[at:at + 1]


def more_choices():
    """Go on to the next choices, if there are any."""
    global following
    following = 0
    while taken:
        taken[-1][0] += 1
        if taken[-1][0] < taken[-1][1]:
            return True
        taken.pop()
    return False


def judge_list():
    """Judge one answer by all that are right."""
    outputs = []
    while True:
        derive(0)
        found = call(FUNCTION)
        outputs += [parts(printed(item)) for item in (found if MODE == "any" else [found])]
        if not more_choices():
            break
        if len(outputs) > MOST:
            finish("failure", "more right outputs than %d" % MOST)
    follow(outputs)


def printed(value):
    """Return what is printed for a value."""
    if IS_CALL:
        return json.dumps(value).encode()
    if isinstance(value, (list, tuple)):
        return b" ".join(map(printed, value))
    return str(value).encode()


def parts(text):
    """Split an output into what is compared: words, or the results of calls."""
    if not IS_CALL:
        return TOKEN.findall(text)
    found = []
    for line in text.split(b"\n"):
        if line.strip():
            try:
                found.append(json.loads(line.decode(), parse_int=literal, parse_float=literal, parse_constant=no_number))
            except (ValueError, RecursionError):
                found.append(("no JSON", line))
    return found


def literal(text):
    """Return a number as its text, which is no string."""
    return ("number", text)


def follow(outputs):
    """Judge the next answer by the words of right ones."""
    global answers, places
    answers += 1
    after = {at + len(output) for output in outputs for at in places
             if len(output) <= len(GOT) - at and all(map(same, output, GOT[at:at + len(output)]))}
    if not after:
        finish("wrong", "answer %d is not one of the %d right ones, such as %.40s" % (answers, len(outputs), show(outputs[0])))
    places = after


def show(output):
    """Return an output as text."""
    return " ".join(ascii(part)[2:-1] if isinstance(part, bytes) else ascii(part) for part in output)


def decimal(word):
    """Return the number that a word is, or None."""
    return Fraction(word.decode()) if DECIMAL.fullmatch(word) else None


def same(want, got):
    """Tell whether a word means the same as one of the answer."""
    if want == got or IS_CALL:
        return want == got
    number = decimal(want) if ABSOLUTE or RELATIVE else None
    if number is None:
        return folded(want) == folded(got)
    other = decimal(got)
    return other is not None and (abs(number - other) <= ABSOLUTE or abs(number - other) <= RELATIVE * abs(number))


def judge_words():
    """Judge an output by the words of the answer."""
    want = parts(texts["the answer"][0])
    for i, word in enumerate(want):
        if i == len(GOT):
            finish("malformed", "the output ends after %d words" % i)
        if not same(word, GOT[i]):
            finish("wrong", "word %d: %s, want %s" % (i + 1, show(GOT[i:i + 1])[:40], show([word])[:40]))
    if len(GOT) > len(want):
        finish("malformed", "the output has more than %d words" % len(want))


def arguments(words):
    """Take the arguments of the default validator."""
    global ANY_CASE, ABSOLUTE, RELATIVE
    words = iter(words)
    for word in words:
        if word == "case_sensitive":
            ANY_CASE = False
        elif word in ("float_tolerance", "float_absolute_tolerance", "float_relative_tolerance"):
            bound = Fraction(next(words, "0"))
            ABSOLUTE = ABSOLUTE if "relative" in word else bound
            RELATIVE = RELATIVE if "absolute" in word else bound
        elif word != "space_change_sensitive":  # blanks are compared as the problem says
            finish("failure", "no argument %s; want case_sensitive or float_tolerance" % word)


def main():
    global GOT
    names = {"the input": sys.argv[1], "the answer": sys.argv[2 if JUDGE == "icpc" else 3]}
    if JUDGE == "testlib":
        names["the output"] = sys.argv[2]
    for name in names:
        with open(names[name], "rb") as file:
            texts[name] = file.read(), 0
    if JUDGE == "icpc":
        texts["the output"] = sys.stdin.buffer.read(), 0
        arguments(sys.argv[4:])
    GOT = parts(texts["the output"][0]) if MODE != "forms" else []
    listed = MODE == "list" and LISTED.get(hashlib.sha256(texts["the input"][0]).hexdigest())
    try:
        if listed:
            for outputs in listed:
                follow([parts(output.encode("latin-1")) for output in outputs])
        elif MODE in ("list", "words"):
            judge_words()
        else:
            turn("the input")
            read_fields(INPUT)
        if MODE == "forms":
            for name in ("the answer", "the output"):
                turn(name)
                if skip():
                    reject(position, "the end")
        elif (listed or MODE in ("any", "choice")) and len(GOT) not in places:
            finish("malformed", "there is more after the last answer")
    except Wrong as wrong:
        finish("malformed" if reading == "the output" else "failure", str(wrong))
    finish("right", "right")
