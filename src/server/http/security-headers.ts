// What every answer tells the browser to forbid. Of inline scripts and styles only those of the built page itself are allowed,
// by their hashes.
import type { Settings } from '../settings.ts';
import { inlineSources } from './web-app.ts';

export function securityHeaders(settings: Settings): Record<string, string> {
  const policy = {
    'default-src': `'none'`,
    'script-src': [`'self'`, ...inlineSources('script')].join(' '),
    'style-src': [`'self'`, ...inlineSources('style')].join(' '),
    'img-src': `'self' blob: data:`,
    'font-src': `'self'`,
    'connect-src': `'self'`,
    'worker-src': `'self'`,
    'manifest-src': `'self'`,
    'base-uri': `'none'`,
    'form-action': `'self'`,
    'frame-ancestors': `'none'`,
    // No text becomes markup or a script anywhere in the app: neither React nor the components need it.
    'require-trusted-types-for': `'script'`,
    // For the address of the one worker that a page may start: the photo reader.
    'trusted-types': 'photo-reader',
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources}`)
      .join('; '),
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    ...(settings.PUBLIC_URL?.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
      : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
}
