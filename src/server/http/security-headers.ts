// What every answer tells the browser to forbid. Of inline scripts and styles only those of the built page itself are allowed,
// by their hashes.
import { secureHeaders } from 'hono/secure-headers';
import type { Settings } from '../settings.ts';
import { inlineSources } from './web-app.ts';

export function securityHeaders(settings: Settings) {
  const own = ["'self'"];
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [...own, ...inlineSources('script')],
      styleSrc: [...own, ...inlineSources('style')],
      imgSrc: [...own, 'blob:', 'data:'],
      fontSrc: own,
      connectSrc: own,
      manifestSrc: own,
      baseUri: ["'none'"],
      formAction: own,
      frameAncestors: ["'none'"],
      // No text becomes markup or a script anywhere in the app: neither React nor the components need it.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    },
    crossOriginEmbedderPolicy: 'require-corp',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
    strictTransportSecurity: settings.PUBLIC_URL?.startsWith('https:') ? 'max-age=63072000; includeSubDomains' : false,
  });
}
