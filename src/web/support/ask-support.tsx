// The only place that sends people to support. The contact is a setting of the server; without it, nobody is sent there.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#web/server/query-client.ts';

interface AskSupportProps {
  /** The sentence up to the link: "If it should, ". */
  before: string;
  /** What to do where no contact is set. */
  otherwise?: ReactNode;
}

/** "If it should, contact support." with the contact as a link. Until it is known whether there is one, it keeps the place of what there is without it. */
export function AskSupport({ before, otherwise }: AskSupportProps) {
  const contact = useQuery(api.session.supportContact.queryOptions());
  if (contact.isPending) return otherwise && <span style={{ visibility: 'hidden' }}>{otherwise}</span>;
  if (!contact.data) return otherwise;
  return (
    <>
      {before}
      <Anchor inherit underline="always" href={contact.data.includes('://') ? contact.data : `mailto:${contact.data}`}>
        contact support
      </Anchor>
      .
    </>
  );
}
