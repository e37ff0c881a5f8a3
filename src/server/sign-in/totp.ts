// Codes of authenticator apps (RFC 6238): six digits, a new code every 30 seconds, HMAC-SHA-1, which is what every app supports.
// The library loads with the first second factor, because most people have none.

async function appOf(secret: Uint8Array, label = '') {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ issuer: 'Courtside', label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
}

/** What a person types into an authenticator app, and what the app reads from the QR code. */
export async function setupOf(secret: Uint8Array, email: string): Promise<{ secret: string; uri: string }> {
  const app = await appOf(secret, email);
  return { secret: app.secret.base32, uri: app.toString() };
}

/** The step whose code this is: the current one, or the one before or after, because clocks differ. */
export async function stepOf(secret: Uint8Array, code: string, seconds: number): Promise<number | undefined> {
  const app = await appOf(secret);
  const timestamp = seconds * 1000;
  const delta = app.validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : app.counter({ timestamp }) + delta;
}

/** A random code in base32, whose letters and digits can't be mistaken for one another. */
export async function randomCode(bytes: number): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: bytes }).base32;
}
