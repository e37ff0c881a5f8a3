// What an email looks like: one template, as text and as HTML. Both are made from the same sentences, so they say the same.

export type EmailContent = {
  subject: string;
  /** What is to be read before the link ... */
  before: readonly string[];
  link: { label: string; address: string };
  /** ... and after it. */
  after: readonly string[];
};

type Site = { address: string; contact: string | undefined };

const NAME = 'Courtside';
const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

const help = ({ contact }: Site): string[] => (contact === undefined ? [] : [`Questions? Contact support: ${contact}`]);

function textOf({ before, link, after }: EmailContent, site: Site): string {
  return [...before, link.address, ...after, ...help(site), `${NAME}\n${site.address}`].join('\n\n');
}

const paragraph = (html: string, style = 'margin:0 0 16px'): string => `<p style="${style}">${html}</p>`;
const anchor = (address: string, label = address): string =>
  `<a href="${escaped(address)}" style="color:#7b5526" class="link">${escaped(label)}</a>`;

function contactOf(contact: string): string {
  return anchor(contact.includes('@') && !/^https?:/.test(contact) ? `mailto:${contact}` : contact, contact);
}

/** Mail programs know few styles, so these are inline; those that know the dark scheme get its colors from the style sheet. */
function htmlOf({ subject, before, link, after }: EmailContent, site: Site): string {
  const small = `margin:0 0 8px;font-size:14px`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #171c26 !important; color: #ebe6da !important; }
  .link { color: #d9b568 !important; }
  .button { background: #d9b568 !important; color: #1b212c !important; }
  .end { border-color: #333b4a !important; color: #aeaba4 !important; }
}
</style>
</head>
<body class="page" style="margin:0;background:#faf7f1;color:#1b212c;font:16px/1.6 ${SANS}">
<div style="max-width:560px;margin:0 auto;padding:32px 20px">
${paragraph(NAME, `margin:0 0 24px;font:600 24px/1.2 ${SERIF}`)}
${before.map((text) => paragraph(escaped(text))).join('\n')}
${paragraph(
  `<a href="${escaped(link.address)}" class="button" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#643f22;color:#fffdf9;font-weight:600;text-decoration:none">${escaped(link.label)}</a>`,
  'margin:0 0 16px',
)}
${paragraph(anchor(link.address), 'margin:0 0 24px;font-size:14px;overflow-wrap:anywhere;word-break:break-word')}
${after.map((text) => paragraph(escaped(text))).join('\n')}
<div class="end" style="margin-top:32px;padding-top:16px;border-top:1px solid #dad1c0;color:#685f51">
${site.contact === undefined ? '' : paragraph(`Questions? Contact support: ${contactOf(site.contact)}`, small)}
${paragraph(`${NAME}<br>${anchor(site.address)}`, small)}
</div>
</div>
</body>
</html>
`;
}

/** The email's two parts. */
export const bodyOf = (content: EmailContent, site: Site): { text: string; html: string } => ({
  text: textOf(content, site),
  html: htmlOf(content, site),
});
