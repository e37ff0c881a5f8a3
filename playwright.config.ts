import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/tools/chromium.ts';

const { executablePath, args } = findChromium();
// The workers read this file again, and need not search again.
process.env['TEST_CHROMIUM'] = executablePath;

export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '**/*.spec.ts',
  globalSetup: ['./test/setup/web-app.ts', './test/setup/demo-world.ts'],
  outputDir: 'test-results',
  fullyParallel: false,
  // More than cores: a journey also waits, for the loading screen among others.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath, args },
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
});
