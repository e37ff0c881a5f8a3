"""The crop: what the recognizer cuts out for one score, and how it is drawn.

It is 64 x 40 pixels: a box and what is around it, 48 x 30 points; or of a line, on which writing is smaller, 36 x 22.5
points, with the line 15 points below its top. It is stored with a margin of 3 pixels on every side so that training can shift it.
Everything is planned in a field of 48 x 30 points in which a line lies 20 points below the top, and lines are enlarged in the end.
"""
MARGIN = 3
PX = 64 / 48  # pixels a point in the crop
FINE = 2  # drawn pixels a crop pixel
BORDER = 6  # drawn pixels around the crop, for the blur
H, W = (40 + 2 * MARGIN) * FINE + 2 * BORDER, (64 + 2 * MARGIN) * FINE + 2 * BORDER
SCALE = PX * FINE  # drawn pixels a point
ZOOM = 4 / 3  # of lines, around (24, 20)
LEFT = -(MARGIN + BORDER / FINE) / PX  # the form's place of the drawing's corner, in points
CELLS = 28  # of a ballot
BLANK, OTHER = 11, 12  # classes behind the scores 0 to 10
