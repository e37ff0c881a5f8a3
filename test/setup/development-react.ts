// React's development build captures a stack for each element, ten thousand a second at most, which took a tenth of the time of all
// pages. Here it has always captured enough: its warnings are the same without. So they are without marks for a profiler, which it
// makes where the console has these two; this file loads before React's renderer.
import * as react from 'react';

type Internals = { recentlyCreatedOwnerStacks: number };
const internals = (react as unknown as Record<string, Internals>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
if (internals === undefined) throw new Error('React keeps its count of stacks elsewhere.');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });
Object.assign(console, { createTask: undefined, timeStamp: undefined });
