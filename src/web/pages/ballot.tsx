// The ballot processor's frame, behind its BETA watermark.
import { BetaWatermark } from '#web/components/beta-watermark.tsx';
import { Page } from '#web/components/page.tsx';
import { PRODUCT } from '#web/product.ts';

export function BallotPage() {
  return (
    <Page title={`${PRODUCT} Ballot Processor`} intro="Upload a completed ballot to extract scores">
      <BetaWatermark />
    </Page>
  );
}
