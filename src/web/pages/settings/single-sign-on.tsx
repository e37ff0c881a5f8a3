// Whether the account is linked with an identity at the provider of single sign-on, and what signing out leaves open there.
import { Box } from '@mantine/core';
import { Section } from '#web/components/ui/section.tsx';
import { useSignOnLink } from '#web/forms/use-sign-on-link.ts';
import { dayOf } from '#web/format.ts';
import { useSignOnOffer } from '#web/state/sign-on.ts';

export function SingleSignOn({ email }: { email: string }) {
  const offer = useSignOnOffer();
  const link = useSignOnLink();
  if (!offer) return null;
  const { name } = offer;
  return (
    <Section id="single-sign-on" title="Single sign-on" aria-busy={link === null}>
      <Box component="p" mih="1.55em">
        {link?.linkedAt && `Linked to ${name} since ${dayOf(link.linkedAt)}.`}
        {link?.linkedAt === null &&
          `Not linked yet. Signing in with ${name} links your account if ${name} knows you as ${email}.`}
      </Box>
      <p>
        Logging out ends your session in Courtside and leaves you signed in to {name}. On a shared computer, sign out
        there too.
      </p>
    </Section>
  );
}
