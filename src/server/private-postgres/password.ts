// On Windows, PostgreSQL listens on the loopback address, which every user of the machine can reach, so it asks for a password.
// Elsewhere it has a socket in a folder that only one user can enter.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const fileIn = (dataDir: string): string => path.join(dataDir, 'database-password');

export function makePassword(dataDir: string): string | null {
  if (process.platform !== 'win32') return null;
  const password = randomBytes(24).toString('base64url');
  fs.writeFileSync(fileIn(dataDir), password, { mode: 0o600, flush: true });
  return password;
}

export const readPassword = (dataDir: string): string =>
  process.platform === 'win32' ? fs.readFileSync(fileIn(dataDir), 'utf8') : '';
