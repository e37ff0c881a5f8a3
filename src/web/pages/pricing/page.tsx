// What premium status is and how a school gets it. No prices have been decided.
import { AskSupport } from '#web/support/ask-support.tsx';
import { Page } from '#web/components/ui/page.tsx';
import classes from '#web/components/ui/prose.module.css';

export default function PricingPage() {
  return (
    <Page title="Subscription Options" intro="Premium status is given to a school, not to a person." narrow>
      <div className={classes.prose}>
        <p>
          Premium status means that your school’s program has a subscription. With it, the school’s Primary Admins and
          Admins can read photos of ballots into the season book. Everything else works without it: typing ballots,
          importing files, the season book and its metrics.
        </p>
        <p>The School page shows whether it’s active.</p>
        <p>
          A super admin turns it on.{' '}
          <AskSupport before="To ask about premium status for your school, have its Primary Admin " />
        </p>
      </div>
    </Page>
  );
}
