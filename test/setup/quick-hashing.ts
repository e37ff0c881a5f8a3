// Hashing a password takes long on purpose, and the tests do it a thousand times. With this preloaded, argon2 works with less memory,
// also in the server's threads. Stored hashes look as usual. Journeys and other tests of whole programs hash as people do.
import crypto, { type Argon2Algorithm, type Argon2Parameters } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { argon2Sync } = crypto;
crypto.argon2Sync = (algorithm: Argon2Algorithm, parameters: Argon2Parameters) =>
  argon2Sync(algorithm, { ...parameters, memory: 8, passes: 1 });
syncBuiltinESMExports();
