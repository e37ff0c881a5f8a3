"""Paper, pen and camera: from the ink of a batch to what a photo shows. What is of one ballot is alike for its cells."""
import math

import numpy as np
import torch
import torch.nn.functional as F

from crop import BORDER, CELLS, H, LEFT, SCALE, W, ZOOM


# Of each kind of day: the shares of ballots that are in focus and at most a little out of it, the blur of the others in drawn
# pixels, the share of cells that are cut out carelessly, and the noise.
DAYS = {
    "usual": (.55, .85, (2.3, 3.5), .12, 4),
    "careful": (.85, .97, (2.3, 3.5), .05, 4),
    "corrected": (.85, .97, (2.3, 3.5), .05, 4),
    "alike": (.62, .92, (2.3, 3.5), .12, 4),
    "rough": (.1, .4, (2.3, 5.3), .12, 12),
}
REACH = 16  # of the blur, in drawn pixels


class Camera:
    def __init__(self, seed, day="usual"):
        self.sharp, self.soft, self.blur, self.careless, self.noise = DAYS[day]
        self.torch = torch.Generator().manual_seed(seed)

    def uniform(self, low, high, *shape):
        return torch.rand(*shape, generator=self.torch) * (high - low) + low

    def normal(self, spread, *shape):
        return torch.randn(*shape, generator=self.torch) * spread

    def of_page(self, values):
        """One value for all cells of a ballot."""
        return values[::CELLS].repeat_interleave(CELLS, 0)

    def form(self, boxed, count):
        """Paper from 0 to 1: box or lines, the column's edge, the shaded side."""
        paper = torch.ones(count, H, W)
        for kind, draw in ((True, self.box), (False, self.lines)):
            cells = torch.from_numpy(np.flatnonzero(boxed == kind))
            if len(cells):
                paper[cells] = draw(len(cells))
        return paper

    def places(self, count, zoom=1):
        """Where each pixel lies on the form, in points: nearly where it should, but for a last misfit."""
        n = (count, 1, 1)
        careless = torch.where(self.uniform(0, 1, *n) < self.careless, 3.0, 1.0)
        turn, scale = self.normal(.012, *n) * careless, 1 + self.normal(.015, *n) * careless
        skew, bow = turn + self.normal(.01, *n), self.normal(.4, *n)
        middle = 15 if zoom == 1 else 20
        y, x = ((torch.arange(H) / SCALE + LEFT - middle) / zoom).view(1, -1, 1), ((torch.arange(W) / SCALE + LEFT - 24) / zoom).view(1, 1, -1)
        fx = (x * scale + (24 + self.normal(.35, *n) * careless)) + y * (turn * scale)
        fy = y * scale + ((bow / 576) * x * x - skew * x + middle + self.normal(.35, *n) * careless)
        return fx, fy

    def chance(self, part, count):
        return (torch.rand(count, 1, 1, generator=self.torch) < part).float()

    def box(self, count):
        """A box with, at times, the ruled line above or below it."""
        n = (count, 1, 1)
        stroked = lambda away, width: stroke(away, width, SCALE)
        fx, fy = self.places(count)
        width = self.of_page(self.uniform(.4, 1.2, *n))
        half_w, half_h = 22 + self.normal(.5, *n), 11 + self.normal(.35, *n)
        outside = torch.maximum((fx - 24).abs_() - half_w, (fy - 15).abs_() - half_h)
        drawn = stroked(outside, width)
        ruled = (self.chance(.45, count) * 27.5 + 1.25) * torch.where(self.chance(.5, count) > 0, 1.0, 99.0)
        drawn = torch.maximum(drawn, stroked(fy - ruled, .5))
        return 1 - drawn * self.of_page(self.uniform(.45, 1, *n) * self.chance(.98, count))

    def lines(self, count):
        """Lines to write on, the neighbors' lines, what is printed to the right, and the column's edge."""
        n = (count, 1, 1)
        fx, fy = self.places(count, ZOOM)
        stroked = lambda away, width: stroke(away, width, SCALE * ZOOM)
        width = self.of_page(self.uniform(.4, 1.2, *n))
        step = self.of_page(self.uniform(13.5, 17, *n))
        left = 3 + self.normal(.5, *n)
        drawn = stroked(fy - 20, width)
        for direction in (-1, 1):
            near = torch.where(self.chance(.7, count) > 0, step, torch.tensor(99.0))
            drawn = torch.maximum(drawn, stroked(fy - 20 - direction * near, width))
        drawn *= ((fx - left - 21).abs_() < 21)
        edge = self.normal(.8, *n)
        drawn = torch.maximum(drawn, stroked(fx - torch.where(self.chance(.45, count) > 0, edge, torch.tensor(99.0)), 1.2))
        wordy = torch.nonzero(torch.rand(count, generator=self.torch) < .5).flatten()
        drawn[wordy] = torch.maximum(drawn[wordy], self.words(fx[wordy], fy[wordy], left[wordy] + 42))
        shaded = self.chance(.45, count)
        shade = 1 - shaded * self.uniform(.05, .26, *n)
        paper = torch.where((fx < edge) & (self.chance(.5, count) > 0), torch.ones(()), shade)
        return paper * (1 - drawn * self.of_page(self.uniform(.45, 1, *n) * self.chance(.98, count)))

    def words(self, fx, fy, right):
        """Printed words right of the line, and at times a heading above it: stripes of letters at this size."""
        count = len(fx)
        n = (count, 1, 1)
        letters = torch.sin(fx * self.uniform(1.8, 2.6, *n) + self.uniform(0, 9, *n)) + torch.sin(fx * 4.1 + fy * self.uniform(-1.5, 1.5, *n)) > .1
        beside = (fx > right + 3) & (fy > 13.2) & (fy < 19.4)
        start, end, bottom = self.uniform(-30, 30, *n), self.uniform(20, 60, *n), self.uniform(-2, 4, *n)
        above = (fx > start) & (fx < end) & (fy < bottom) & (fy > bottom - 7) & (self.chance(.2, count) > 0)
        return (letters & (beside | above)).float()

    def inked(self, paper, ink):
        """Pen on paper: pencil grain, ballpoint skips, faint carbon."""
        count = len(ink)
        n = (count, 1, 1)
        kind = self.of_page(self.uniform(0, 1, *n))
        pencil, carbon = kind < .2, (kind >= .2) & (kind < .27)
        strength = torch.where(pencil, self.uniform(.3, .7, *n), torch.where(carbon, self.uniform(.2, .5, *n), self.uniform(.5, 1, *n)))
        strength = (self.of_page(strength) * (1 + self.normal(.06, *n))).clamp(.15, 1)
        grain = self.of_page(torch.where(pencil, self.uniform(.1, .4, *n), self.uniform(0, .08, *n)))
        ink *= (1 - grain * torch.rand(count, H, W, generator=self.torch)) * strength
        skips = (kind > .27) & (kind < .33)
        uneven = torch.nonzero((carbon | skips).flatten()).flatten()
        cloud = F.interpolate(torch.rand(len(uneven), 1, 9, 15, generator=self.torch), (H, W), mode="bilinear", align_corners=False).squeeze(1)
        ink[uneven] *= torch.where(carbon[uneven], .45 + .55 * cloud, (cloud * 3.5 - .3).clamp(0, 1))
        return paper * (1 - ink)

    def photograph(self, image, zoom):
        """What is enlarged is also more out of focus, and noisier: fewer of the photo's pixels are in one of the crop's."""
        count = len(image)
        n = (count, 1, 1)
        y, x = torch.meshgrid((torch.arange(H) - H / 2) / W, (torch.arange(W) - W / 2) / W, indexing="ij")
        toward = self.uniform(0, 2 * math.pi, *n)
        along = x * torch.cos(toward) + y * torch.sin(toward)
        light = self.of_page(self.uniform(.5, 1, *n)) * (1 + self.normal(.08, *n)).clamp(.7, 1.2) * (1 + along * self.normal(.12, *n))
        shadow = self.uniform(.15, .55, *n) * (self.uniform(0, 1, *n) < .1)
        light = light * (1 - shadow * torch.sigmoid((along - self.uniform(-.4, .4, *n)) * self.uniform(6, 60, *n)))
        image = self.blurred(image * light * 255, zoom.flatten())
        image += torch.randn(count, H, W, generator=self.torch) * self.of_page(self.normal(self.noise, *n).abs()) * zoom
        image = self.compressed(image.clamp_(0, 255))
        return image[:, BORDER:H - BORDER, BORDER:W - BORDER].clamp(0, 255).to(torch.uint8)

    def blurred(self, image, zoom):
        """Out of focus, here and there more one way than the other."""
        count = len(image)
        kind = self.of_page(self.uniform(0, 1, count, 1))
        sigma = torch.where(kind < self.sharp, self.uniform(.4, 1.2, count, 1), torch.where(kind < self.soft, self.uniform(1.2, 2.3, count, 1), self.uniform(*self.blur, count, 1)))
        sigma = self.of_page(sigma) * torch.exp(self.normal(.1, count, 1)) * zoom.view(-1, 1)
        at = torch.arange(-REACH, REACH + 1).float().view(1, -1)
        shaken = self.of_page(torch.where(self.uniform(0, 1, count, 1) < .1, self.uniform(1, 1.8, count, 1), torch.ones(count, 1)))
        kernel = lambda s: F.normalize(torch.exp(-at * at / (2 * s * s)), p=1, dim=1)
        across, down = kernel(sigma * shaken).view(count, 1, 1, -1), kernel(sigma / shaken).view(count, 1, -1, 1)
        image = F.pad(image.unsqueeze(0), (REACH, REACH, REACH, REACH), mode="replicate")
        return F.conv2d(F.conv2d(image, across, groups=count), down, groups=count).squeeze(0)

    def compressed(self, image):
        """JPEG on a third of the ballots: blocks of 8 x 8, the standard's table for light, quality 30 to 95."""
        chosen = self.of_page(torch.rand(len(image), generator=self.torch)) < .33
        if not chosen.any():
            return image
        part = image[chosen]
        rows, columns = H // 8 * 8, W // 8 * 8
        blocks = part[:, :rows, :columns].reshape(len(part), rows // 8, 8, columns // 8, 8).transpose(2, 3) - 128
        quality = self.of_page(self.uniform(30, 95, len(part), 1, 1, 1, 1))
        scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50)
        step = (JPEG_STEPS * scale).clamp(min=1)
        blocks = COSINES @ blocks @ COSINES.T
        blocks = COSINES.T @ (torch.round(blocks / step) * step) @ COSINES + 128
        part = part.clone()
        part[:, :rows, :columns] = blocks.transpose(2, 3).reshape(len(part), rows, columns)
        image = image.clone()
        image[chosen] = part
        return image


def stroke(away, width, scale):
    """Ink of a line from the distance to its middle, in points of so many drawn pixels."""
    return (away.abs_().mul_(-scale) + (width * (scale / 2) + .5)).clamp_(0, 1)


JPEG_STEPS = torch.tensor([
    [16, 11, 10, 16, 24, 40, 51, 61], [12, 12, 14, 19, 26, 58, 60, 55], [14, 13, 16, 24, 40, 57, 69, 56], [14, 17, 22, 29, 51, 87, 80, 62],
    [18, 22, 37, 56, 68, 109, 103, 77], [24, 35, 55, 64, 81, 104, 113, 92], [49, 64, 78, 87, 103, 121, 120, 101], [72, 92, 95, 98, 112, 100, 103, 99],
]).float()
COSINES = torch.tensor([[math.sqrt((1 if k == 0 else 2) / 8) * math.cos(math.pi * (2 * i + 1) * k / 16) for i in range(8)] for k in range(8)])
