// Links and secrets that let somebody read or do something without signing in. No backup contains them, and no restore brings one back.
import type { Role } from '#contract/words.ts';
import type { Truth, Who } from './truth.ts';

type Link = { token: string; isEnded: boolean };
type ExpiringLink = Link & { expires: number };
type ResetLink = ExpiringLink & { who: Who };
/** A link to a student’s card. */
type Card = ExpiringLink & { studentId: string };
type AccessToken = ExpiringLink & { name: string; who: Who; isOfSchool: boolean };
/** Times are hours since the beginning. */
type Webhook = {
  id: string;
  secret: string;
  previous: { secret: string; until: number } | null;
  isOn: boolean;
};
export type Invitation = ExpiringLink & { email: string; role: Role };

export type Links = {
  links: ResetLink[];
  cards: Card[];
  tokens: AccessToken[];
  invitations: Invitation[];
  /** At most one of the calendar links is open. */
  calendars: Link[];
  webhooks: Webhook[];
};

export const isOpen = ({ now }: Pick<Truth, 'now'>, { isEnded, expires }: ExpiringLink): boolean =>
  !isEnded && expires > now;
export function endLinks(links: Iterable<Link>): void {
  for (const link of links) link.isEnded = true;
}

/** With the school, what lets somebody into it ends. */
export function endLinksOfSchool(all: Links): void {
  const { cards, tokens, invitations, calendars } = all;
  all.webhooks = [];
  endLinks([...cards, ...tokens.filter(({ isOfSchool }) => isOfSchool), ...invitations, ...calendars]);
}
/** A backup is restored. */
export function endEveryLink(all: Links): void {
  endLinksOfSchool(all);
  endLinks([...all.links, ...all.tokens]);
}
