import hashlib
import json
import sys


def reject(why):
    sys.stderr.write(why + "\n")
    sys.exit(REJECTED)


def parts(text):
    """Split an output into what is compared: words, or the results of calls."""
    if CALLS:
        try:
            return [json.loads(line) for line in text.splitlines() if line.strip()]
        except ValueError as e:
            reject("not JSON: %s" % e)
    return text.split()


def main():
    with open(sys.argv[1], "rb") as file:
        name = hashlib.sha256(file.read()).hexdigest()
    with open(sys.argv[2 if JUDGE == "icpc" else 3], encoding="latin-1") as file:
        answer = file.read()
    if JUDGE == "icpc":
        text = sys.stdin.buffer.read().decode("latin-1")
    else:
        with open(sys.argv[2], encoding="latin-1") as file:
            text = file.read()
    got = parts(text)
    places = {0}  # where the answers so far may end
    for number, outputs in enumerate(RIGHT.get(name, [[answer]])):
        following = set()
        for output in map(parts, outputs):
            for at in places:
                if got[at:at + len(output)] == output:
                    following.add(at + len(output))
        if not following:
            reject("answer %d is not one of the right ones, such as %r" % (number + 1, outputs[0].strip()[:40]))
        places = following
    if len(got) not in places:
        reject("there is more behind the last answer")
    sys.exit(ACCEPTED)


main()
