// Measures the time and memory for rejecting files that aren't photos: npm run bench:bad-images
import { UnreadableImage } from '#recognizer/ballot-reader.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { BAD_IMAGES } from '#test/ballots/bad-images.ts';

const ROUNDS = 20;
const peak = (): number => process.resourceUsage().maxRSS / 1024;

let worst = 0;
for (const [what, bytes, , name] of BAD_IMAGES) {
  const before = peak();
  let slowest = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    const sentence = await readBallot(bytes, name).then(
      () => 'accepted',
      (error: unknown) => (error instanceof UnreadableImage ? error.message : String(error)),
    );
    slowest = Math.max(slowest, performance.now() - start);
    if (round === 0) console.log(`${what}: ${sentence}`);
  }
  worst = Math.max(worst, slowest);
  console.log(`  at most ${slowest.toFixed(1)} ms, ${(peak() - before).toFixed(0)} MB more`);
}
console.log(`Slowest of all: ${worst.toFixed(1)} ms. Peak memory of this process: ${peak().toFixed(0)} MB.`);
