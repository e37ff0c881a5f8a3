import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/tools/chromium.ts';

const { executablePath, args } = findChromium();
// The workers read this file again, and need not search again.
process.env['TEST_CHROMIUM'] = executablePath;

export default defineConfig({
  testDir: 'test/journeys',
  // It waits for a run on a quiet machine; `LONG=1 npx playwright test` includes it.
  testIgnore: process.env['LONG'] === undefined ? /session-ended\.spec/ : [],
  testMatch: '**/*.spec.ts',
  globalSetup: './test/setup/web-app.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath, args },
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
