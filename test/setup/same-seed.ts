// Properties are tried with the same values each time, so that a failure comes from the change. TEST_SEED chooses others, and so does
// `npm run test:long`.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 1) });
