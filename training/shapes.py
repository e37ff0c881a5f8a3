"""Digits as schools teach them and as hands bend them, drawn as strokes in a unit box (x to the right, y down).

A family is one way to write a digit, such as a nine with a boxy head and a hooked tail. Calling it settles the
proportions of one hand; `digits.py` then draws that hand's digit several times, each a little differently.
"""
import numpy as np

CURVED, STRAIGHT, ROUNDED = "c", "l", "r"  # through the points; joined; joined with the corners cut


def nine(head, tail):
    def shape(rng):
        u = rng.uniform
        left, right, top = u(0, .2), u(.72, .95), u(0, .08)
        low = top + (u(.2, .32) if head == "flat" else u(.3, .56))
        middle = (top + low) / 2
        gap = u(0, .06)
        if head == "boxy" or (head == "flat" and rng.random() < .5):
            lean = rng.normal(0, .04)
            strokes = [(ROUNDED, (right, top), (left + lean, top + u(-.03, .05)), (left - lean, low), (right - gap, low + rng.normal(0, .04)))]
        elif head == "angular":
            strokes = [(ROUNDED, (right, top), (left, middle + rng.normal(0, .05)), (right - gap, low))]
        elif head == "open":
            strokes = [(CURVED, (right - u(.1, .25), top + u(.05, .12)), (left + .25, top), (left, middle), (left + .3, low), (right - gap, middle + .05))]
        else:
            strokes = [(CURVED, (right, top + .12), ((left + right) / 2, top - .03), (left, middle), ((left + right) / 2 - .05, low), (right, middle))]
        start = (right, top + u(0, .12))
        if tail == "straight":
            strokes.append((STRAIGHT, start, (right + rng.normal(-.04, .06), 1)))
        elif tail == "leaning":
            strokes.append((STRAIGHT, start, (u(.2, .55) if head == "round" else u(.45, .7), 1)))
        elif tail == "curved":
            strokes.append((CURVED, start, (right - .02, .5), (right - u(.1, .25), .85), (right - u(.35, .6), 1)))
        elif tail == "hooked":
            strokes.append((CURVED, start, (right + u(-.05, .05), .65), (right - u(.1, .2), .93), (u(.3, .5), 1), (left, u(.8, .92))))
        elif tail == "loose":  # a wide S that may swing back over itself
            wave, low_end = u(.15, .4), u(.85, .95)
            strokes.append((CURVED, start, (right + u(-.05, .08), low * .8), (right - wave, low + (1 - low) * .25), (right - u(.05, .2), low + (1 - low) * .65),
                            (u(.4, .6), 1), (left + u(-.15, .15), low_end), (left + u(.05, .3), low_end - u(0, .15))))
        else:  # an S: in below the head, out again, and back to the left
            wave = u(.05, .2)
            strokes.append((CURVED, start, (right - .02, low * .9), (right - wave, low + (1 - low) * .35), (right - wave * .6, low + (1 - low) * .6), (right - .2, u(.9, .97)),
                            (u(.3, .45), 1), (left + u(-.1, .15), u(.86, .96))))
        return strokes, u(.4, .85)
    return shape


def seven(hook, stem, bar):
    def shape(rng):
        u = rng.uniform
        left, right, top = u(0, .12), u(.82, 1), u(-.02, .06)
        strokes = []
        if hook == "long":
            # It must not reach the stem, because that would make a nine.
            strokes.append((ROUNDED, (left + u(-.05, .12), top + u(.16, .24 if bar else .4)), (left, top), (left + .15, top)))
        elif hook == "short":
            strokes.append((STRAIGHT, (left + u(-.03, .03), top + u(.06, .16)), (left, top)))
        if rng.random() < .35:
            strokes.append((CURVED, (left, top), ((left + right) / 2, top + u(.03, .12)), (right, top - u(0, .05))))
        else:
            strokes.append((STRAIGHT, (left, top), (right, top + rng.normal(0, .04))))
        foot = u(.25, .6)
        if stem == "straight":
            strokes.append((STRAIGHT, (right, top), (foot, 1)))
        elif stem == "upright":
            strokes.append((STRAIGHT, (right, top), (right + rng.normal(-.06, .05), 1)))
        else:
            strokes.append((CURVED, (right, top), (u(.55, .75), u(.35, .55)), (foot, 1)))
        if bar:
            y, middle = u(.44, .6) if bar == "barred" else u(.58, .82), (right + foot) / 2
            strokes.append((STRAIGHT, (middle - u(.25, .5), y + u(-.03, .06)), (middle + u(.15, .4), y - u(0, .08))))
        return strokes, u(.45, .9)
    return shape


def four(kind):
    def shape(rng):
        u = rng.uniform
        if kind == "triangle":  # the stem ends at the bar, or hardly below it
            low, apex = u(.82, 1), u(.4, .75)
            stem = apex + u(-.04, .12)
            return [(STRAIGHT, (apex, 0), (u(0, .1), low), (stem + u(0, .3), low + rng.normal(0, .03))), (STRAIGHT, (apex, 0), (stem, min(1, low + u(0, .07))))], u(.55, .95)
        if kind == "closed":
            low, apex = u(.5, .75), u(.5, .72)
            return [(STRAIGHT, (apex, 0), (u(0, .1), low), (u(.8, 1.05), low + rng.normal(0, .03))), (STRAIGHT, (apex, u(0, .06)), (apex + rng.normal(-.02, .04), 1))], u(.5, .9)
        if kind == "short stem":
            low = u(.6, .85)
            return [(STRAIGHT, (u(.35, .6), 0), (u(0, .1), low), (u(.85, 1), low - u(0, .08))), (STRAIGHT, (u(.6, .75), u(.25, .5)), (u(.5, .68), u(low + .08, 1)))], u(.5, .9)
        if kind == "stemless open":
            low = u(.68, .95)
            return [(ROUNDED, (u(.1, .35), 0), (u(0, .12), low), (u(.85, 1), low - u(0, .06))), (STRAIGHT, (u(.65, .85), u(0, .3)), (u(.6, .8), min(1, low + u(0, .08))))], u(.5, .9)
        if kind == "flowing":
            x = u(.7, .9)
            return [(CURVED, (u(.1, .25), .03), (.08, .4), (.35, u(.48, .6)), (x - .05, .35), (x, 0)), (STRAIGHT, (x, 0), (x - u(0, .15), 1))], u(.45, .85)
        if kind == "curled":  # the bar curls up into the stem
            low, x = u(.5, .72), u(.65, .9)
            return [(CURVED, (u(.3, .5), 0), (u(.05, .15), low * .6), (u(0, .15), low), (.4, low + u(0, .06)), (x, low - u(.1, .3))),
                    (CURVED, (x, u(.1, .35)), (x - u(0, .08), .6), (x - u(.05, .2), .9), (x - u(.1, .45), 1))], u(.45, .85)
        low, x = u(.45, .65), u(.62, .85)
        return [(ROUNDED, (u(.05, .3), 0), (u(0, .12), low), (u(.88, 1.05), low - u(0, .06))), (STRAIGHT, (x, u(0, .25)), (x - u(0, .12), 1))], u(.45, .85)
    return shape


def one(roof, foot):
    def shape(rng):
        u = rng.uniform
        x, lean = u(.42, .6), rng.normal(0, .05)
        strokes = [(STRAIGHT, (x + lean, 0), (x - lean, 1))]
        if roof == "beam":
            strokes.append((STRAIGHT, (x + lean - u(.2, .45), u(-.02, .03)), (x + lean + u(.1, .45), u(-.02, .03))))
        elif roof:
            reach, drop = {"short": (u(.15, .35), u(.08, .22)), "long": (u(.35, .75), u(.22, .5)), "long low": (u(.4, .9), u(.4, .7)), "to the line": (u(.6, 1), u(.6, .98))}[roof]
            strokes.append((STRAIGHT, (x + lean - reach, drop), (x + lean, 0)) if rng.random() < .6
                           else (CURVED, (x + lean - reach, drop), (x + lean - reach * .4, drop * .6), (x + lean, 0)))
        if foot:
            strokes.append((STRAIGHT, (x - lean - u(.2, .55), 1 + rng.normal(0, .02)), (x - lean + u(.2, .55), 1 + rng.normal(0, .02))))
        return strokes, u(.35, .75)
    return shape


def zero(kind, mark=None):
    def shape(rng):
        u = rng.uniform
        if kind == "boxy":
            strokes = [(ROUNDED, (.5, 0), (u(0, .1), u(0, .06)), (u(0, .1), u(.94, 1)), (u(.9, 1), u(.94, 1)), (u(.9, 1), u(0, .06)), (.5, 0))]
        else:
            # Against the clock from somewhere near the top, a little more or less than once around.
            start, turn = np.radians(u(-125, -50)), np.radians(360 + {"open": u(-50, -15), "looped": u(25, 60)}.get(kind, u(-8, 15)))
            lean, egg = rng.normal(0, .08), rng.normal(0, .05)
            angles = start - np.linspace(0, turn, 13)
            inward = np.linspace(1, .75 if kind == "looped" else u(.92, 1.03), 13)
            xs, ys = .5 + .45 * inward * np.cos(angles), .5 + .5 * inward * np.sin(angles)
            strokes = [(CURVED, *zip(xs + lean * (.5 - ys) + egg * np.cos(2 * angles), ys))]
        over = u(-.12, .3)
        if mark == "slash":
            strokes.append((STRAIGHT, (.85 + over * .6, .15 - over), (.15 - over * .6, .85 + over)))
        elif mark == "level slash":
            y, rise = u(.4, .6), u(-.1, .2)
            strokes.append((STRAIGHT, (.05 - over, y + rise), (.95 + over, y - rise)))
        elif mark == "backslash":
            strokes.append((STRAIGHT, (.15 - over * .6, .15 - over), (.85 + over * .6, .85 + over)))
        elif mark == "dot":
            strokes.append((STRAIGHT, (.48, u(.42, .5)), (.54, u(.48, .56))))
        return strokes, u(.35, .6) if kind == "narrow" else u(.5, .95)
    return shape


def looped_two(rng):
    """The pen turns once around at the foot, in a loop of any size."""
    u = rng.uniform
    low, size, left = u(.75, .97), u(.1, .34), u(.02, .25)
    return [(CURVED, (left, u(.15, .35)), (u(.35, .55), 0), (u(.75, .95), u(.15, .35)), (u(.5, .7), u(.5, .65)), (left + size * .6, low),
             (left - size * .4, low - size * .2), (left + size * .3, low - size), (left + size * 1.5, low - size * .3), (.75, u(.9, 1)), (u(.95, 1.2), u(.7, .98)))], u(.45, .9)


def bent(*skeletons):
    """Fixed strokes, each point moved once for this hand."""
    def shape(rng):
        strokes = skeletons[rng.integers(len(skeletons))]
        return [(kind, *((x + rng.normal(0, .045), y + rng.normal(0, .035)) for x, y in points)) for kind, *points in strokes], rng.uniform(.42, .9)
    return shape


def families(skeletons):
    """Every digit's families by name; `skeletons` are the older fixed strokes, for digits that need no more."""
    # Leaves out shapes that could be another digit: a leaning nine with an angular head, a box with a bar.
    nines = {f"{head} {tail}": nine(head, tail) for head in ("round", "boxy", "flat", "angular", "open") for tail in ("straight", "leaning", "curved", "hooked", "waved", "loose")}
    sevens = {" ".join(filter(None, (hook, stem, bar))): seven(hook, stem, bar) for hook in ("", "short", "long") for stem in ("straight", "upright", "curved") for bar in (None, "barred", "barred low")}
    del nines["angular leaning"], sevens["long upright barred"], sevens["long upright barred low"]
    ones = {" ".join(filter(None, (roof, foot and "foot"))) or "plain": one(roof, foot) for roof in ("", "short", "long", "long low", "to the line", "beam") for foot in (False, True)}
    zeros = {" ".join(filter(None, (kind, mark))): zero(kind, mark) for kind in ("round", "narrow") for mark in (None, "slash", "dot")}
    zeros |= {"boxy": zero("boxy"), "looped": zero("looped"), "open": zero("open"), "boxy slash": zero("boxy", "slash"),
              "round level slash": zero("round", "level slash"), "round backslash": zero("round", "backslash")}
    two, three, five, six, eight = (skeletons[digit] for digit in (2, 3, 5, 6, 8))
    return {
        0: zeros,
        1: ones,
        2: {"round": bent(two[0], two[2], two[3]), "looped": bent(two[1], two[4]), "large loop": looped_two,
            "angular": bent([(STRAIGHT, (.05, .1), (.85, .05), (.05, .98), (.95, .95))], [(CURVED, (.05, .15), (.5, 0), (.85, .2), (.6, .55)), (STRAIGHT, (.6, .55), (.05, .97), (.95, .97))])},
        3: {"round": bent(three[0], three[2]), "flat top": bent(three[1], three[3])},
        4: {kind: four(kind) for kind in ("open", "closed", "triangle", "short stem", "stemless open", "flowing", "curled")},
        5: {"hat": bent(five[0], five[1], five[6], five[8]), "loose hat": bent(five[3], five[5], five[7], five[9]), "flowing": bent(five[2], five[4], five[10])},
        6: {"round": bent(six[0], six[1], six[3]), "upright": bent(six[2], six[4], six[6]), "low": bent(six[5], six[7]),
            "boxy": bent([(ROUNDED, (.2, 0), (.1, .97), (.85, .97), (.85, .55), (.12, .55))])},
        7: sevens,
        8: {"one stroke": bent(eight[0], eight[2], eight[3], eight[4]), "two rings": bent(eight[1], eight[5])},
        9: nines,
    }


# What schools teach where, as far as it differs; any other digit is any of its families.
COUNTRIES = {
    "Germany": {0: ["round", "narrow"], 1: ["long", "to the line"], 4: ["open", "short stem"], 7: ["straight barred", "curved barred"], 9: ["round hooked", "round curved"]},
    "France": {0: ["round", "looped"], 1: ["long", "to the line"], 2: ["looped"], 4: ["short stem"], 7: ["straight barred", "short curved barred"], 9: ["round curved", "open hooked"]},
    "Italy": {0: ["round"], 1: ["short foot", "long foot"], 4: ["open", "short stem"], 7: ["straight barred", "short straight barred"], 9: ["round curved", "round hooked"]},
    "Poland": {0: ["narrow"], 1: ["long", "to the line"], 4: ["open", "stemless open"], 7: ["curved barred"], 9: ["round hooked", "round waved"]},
    "Russia": {0: ["narrow", "looped"], 1: ["long"], 2: ["looped"], 4: ["open", "flowing"], 7: ["short curved barred", "long curved barred"], 9: ["round hooked", "round waved"]},
    "Turkey": {0: ["round", "boxy"], 1: ["short foot", "short"], 4: ["closed", "triangle"], 7: ["straight barred", "straight"], 9: ["round curved", "boxy straight"]},
    "India": {0: ["round", "open"], 1: ["plain", "short foot", "beam foot"], 4: ["open", "closed"], 7: ["short curved", "straight"], 9: ["open curved", "round leaning"]},
    "Japan": {0: ["narrow", "open"], 1: ["plain"], 4: ["closed", "triangle"], 7: ["short straight", "long straight"], 9: ["round straight", "angular straight"]},
    "Korea": {0: ["round", "open"], 1: ["plain"], 4: ["closed", "triangle"], 7: ["long straight", "long upright"], 9: ["boxy straight", "round leaning"]},
    "China": {0: ["narrow"], 1: ["plain", "short"], 4: ["closed", "flowing"], 7: ["straight", "short curved"], 9: ["round straight", "angular curved"]},
    "Brazil": {0: ["round", "round slash"], 1: ["short foot", "long foot"], 4: ["open", "triangle"], 7: ["straight barred", "short straight barred"], 9: ["round curved", "flat curved"]},
    "Mexico": {0: ["round", "round slash"], 1: ["short", "short foot"], 4: ["open", "closed"], 7: ["straight barred", "curved"], 9: ["round straight", "flat hooked"]},
    "Norway": {0: ["round slash", "narrow slash"], 1: ["short", "plain"], 4: ["open", "stemless open"], 7: ["straight barred"], 9: ["round leaning", "flat leaning"]},
    "United States": {0: ["round", "looped"], 1: ["plain"], 4: ["open", "closed"], 7: ["straight", "short straight"], 9: ["round straight", "angular straight"]},
    "United Kingdom": {0: ["round"], 1: ["plain", "short"], 4: ["open", "short stem"], 7: ["straight", "curved"], 9: ["round leaning", "round curved"]},
    "Israel": {0: ["narrow", "boxy"], 1: ["long", "plain"], 4: ["triangle", "closed"], 7: ["straight barred", "long straight"], 9: ["boxy leaning", "flat straight"]},
}


def rounded(points, amount):
    """Corners cut twice (Chaikin)."""
    p = np.array(points, np.float32)
    for _ in range(2):
        a, b = p[:-1], p[1:]
        cut = np.stack([a + (b - a) * amount, b - (b - a) * amount], 1).reshape(-1, 2)
        p = np.vstack([p[:1], cut[1:-1], p[-1:]])
    return p
