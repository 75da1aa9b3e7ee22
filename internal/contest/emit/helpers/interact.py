RIGHT, WRONG, BROKEN = (42, 43, 1) if JUDGE == "icpc" else (0, 1, 3)
FEW = 24  # where more moves than these lose, one is made at random

games, turn, lines = 0, 0, []
fault = None  # the first thing that the program did wrong
chance = random.Random()


def words(path):
    """The words of the input. Lines are said to the program when they have been read."""
    with open(path, newline="") as file:
        text = file.read()
    chance.seed(hashlib.sha256(text.encode()).digest())
    for line in text.splitlines():
        lines.append(line)
        yield from line.split()


def say(line):
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except (BrokenPipeError, ValueError):
        pass  # the program has ended, which shows where it should answer


def finish(status, why):
    """End, and tell the judge why."""
    sys.stderr.write(why + "\n")
    try:
        if JUDGE == "icpc" and len(sys.argv) > 3:
            with open(sys.argv[3].rstrip("/") + "/judgemessage.txt", "a") as file:
                file.write(why + "\n")
        elif JUDGE == "testlib" and len(sys.argv) > 2:
            with open(sys.argv[2], "w") as file:
                file.write(why + "\n")
    except OSError as e:
        sys.stderr.write("%s\n" % e)
        status = BROKEN
    sys.stderr.flush()
    try:
        sys.stdout.close()
    except (BrokenPipeError, ValueError):
        pass
    sys.exit(status)


def blame(why):
    """Note what the program did wrong first."""
    global fault
    if fault is None:
        fault = "game %d, turn %d: %s" % (games, turn, why)


def reject(why):
    blame(why)
    if LOST:
        say(LOST)
    finish(WRONG, fault)


def broken(why):
    finish(BROKEN, "the judge is wrong: game %d, turn %d: %s" % (games, turn, why))


heard = []  # words of the last line that are not taken yet
said = ""  # that line


def shown(text):
    return repr(text if len(text) < 60 else text[:57] + "...")


def hear_line():
    while True:
        line = sys.stdin.buffer.readline(1 << 16)
        if not line:
            reject("the program says nothing more")
        if line.strip():
            return line.decode("latin-1").strip()


def hear_word():
    global said
    if not heard:
        said = hear_line()
        heard.extend(said.split())
    return heard.pop(0)


def hear_end():
    if heard:
        reject("it said %s, and %s stands behind the end" % (shown(said), shown(heard[0])))


def hear_number(least, most):
    word = hear_word()
    if not re.match(r"(?:0|-?[1-9][0-9]{0,18})\Z", word) or not least <= int(word) <= most:
        reject("it said %s: want a number from %d to %d, not %s" % (shown(said), least, most, shown(word)))
    return int(word)


def hear_move(bounds, counts):
    least, most = bounds
    if MOVE == "number":
        move = hear_number(least, most)
    elif MOVE == "word":
        move = hear_word()
        if not least <= len(move) <= most or any(c not in ALPHABET for c in move):
            reject("it said %s: want %d to %d characters of %s" % (shown(said), least, most, ALPHABET))
    else:
        count = hear_number(*counts) if COUNTED else counts[0]
        move = [hear_number(least, most) for _ in range(count)]
        if IS_TUPLE:
            move = tuple(move)
    hear_end()
    return move


def text_of(move):
    if isinstance(move, (list, tuple)):
        return " ".join(map(str, [len(move)] * COUNTED + list(move)))
    return str(move)


def winning(state, moves, won, after, most):
    """Up to most of the moves that win, from a random one on."""
    wins, first = [], chance.randrange(len(moves)) if moves else 0
    for move in moves[first:] + moves[:first]:
        if not won(after(state, move)):
            wins.append(move)
            if len(wins) == most:
                break
    return wins


def choose(state, moves, won, options, after):
    """A move that wins, or else any, or one after which few moves win."""
    if won(state):
        wins = winning(state, moves, won, after, 1)
        if not wins:
            broken("no move wins in %r, which is won" % (state,))
        return wins[0]
    best = chance.choice(moves)
    if len(moves) > FEW or chance.random() < 0.5:
        return best
    fewest = None
    for move in moves:
        following = after(state, move)
        replies = options(following)
        if len(replies) > FEW:
            return best
        wins = len(winning(following, replies, won, after, fewest))
        if fewest is None or wins < fewest:
            best, fewest = move, wins
    return best


def play(state, won, options, after, illegal, bounds, counts=None):
    global games, turn
    while lines:
        say(lines.pop(0))
    games, turn = games + 1, 0
    is_won, judge = won(state), FIRST == "judge"
    if SAYS[0]:
        word = hear_word()
        hear_end()
        if word not in SAYS:
            reject("want %s or %s, not %s" % (SAYS[0], SAYS[1], shown(said)))
        yes = word == SAYS[0]
        if FIRST == "chosen":
            judge = not yes
        elif not yes:
            if is_won != judge:
                reject("it said %s, and it can win" % word)
            return
    if is_won == judge:
        if not SAYS[0]:
            broken("the program cannot win")
        blame("it said %s, and the judge wins" % shown(said))
    while True:
        moves = options(state)
        if not moves:
            break
        if judge:
            move = choose(state, moves, won, options, after)
            say(text_of(move))
        else:
            turn += 1
            if turn > MOST:
                reject("it makes more than %d moves" % MOST)
            move = hear_move(bounds, counts)
            if illegal is not None:
                why = illegal(state, move)
            else:
                why = "" if move in moves else "there is no such move"
            if why:
                reject("it said %s: %s" % (shown(said), why))
        state = after(state, move)
        if not judge and won(state):
            blame("it said %s, and gave the win away" % shown(said))
        judge = not judge
    if won(state) == judge:
        reject("the judge has won")
    if fault:
        broken("it has missed a win: %s" % fault)
    if CLAIM and judge and hear_line() != CLAIM:
        reject("want %s behind the last move" % shown(CLAIM))
    if WON:
        say(WON)


def run(main):
    try:
        main()
        for _ in data:
            pass
    except StopIteration:
        broken("the input ends early")
    except OSError as e:
        broken(str(e))
    while lines:
        say(lines.pop(0))
    try:
        sys.stdout.close()
    except (BrokenPipeError, ValueError):
        pass
    rest = sys.stdin.buffer.readline(1 << 16)
    while rest and not rest.strip():
        rest = sys.stdin.buffer.readline(1 << 16)
    if rest:
        finish(WRONG, "output behind the end: %s" % shown(rest.decode("latin-1").strip()))
    finish(RIGHT, "%d games won" % games)


if len(sys.argv) < 3:
    sys.exit("want %s INPUT %s" % (sys.argv[0], "ANSWER FEEDBACK" if JUDGE == "icpc" else "OUTPUT [ANSWER]"))
data = words(sys.argv[1])
