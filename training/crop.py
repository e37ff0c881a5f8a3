"""The crop: what the recognizer cuts out for one score, and how it is drawn.

It is 128 x 80 pixels: a box and what is around it, 48 x 30 points; or of a line, on which writing is smaller, 36 x 22.5
points, with the line 15 points below its top. It is stored with a margin of 6 pixels on every side so that training can shift it.
Everything is planned in a field of 48 x 30 points in which a line lies 20 points below the top, and lines are enlarged in the end.
"""
MARGIN = 6
BORDER = 6  # drawn pixels around that, for the blur
H, W = 80 + 2 * (MARGIN + BORDER), 128 + 2 * (MARGIN + BORDER)
SCALE = 128 / 48  # pixels a point
ZOOM = 4 / 3  # of lines, around (24, 20)
LEFT = -(MARGIN + BORDER) / SCALE  # the form's place of the drawing's corner, in points
CELLS = 28  # of a ballot
BLANK, OTHER = 11, 12  # classes behind the scores 0 to 10
