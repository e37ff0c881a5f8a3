import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, installedChromium } from './scripts/tools/chromium.ts';

// Tools such as knip load this file too, so it must not install anything: `npm test` does that beforehand.
const executablePath = installedChromium();

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
    reuseContext: true,
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
});
