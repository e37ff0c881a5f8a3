// Finds a Chromium for journeys and measurements: the system's, else Debian's package, else Playwright's download.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { installDebianPackage } from './debian.ts';

export type Chromium = { executablePath: string; args: string[] };

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

// It opens only this product on this machine, so it needs no sandbox, which root and containers can't have. Its own network
// requests are off.
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onThisSystem = (): string | undefined => {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
};

const playwrightChromium = (): string | undefined =>
  existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;

const downloadPlaywrightChromium = (): string | undefined => {
  console.log("Downloading Playwright's Chromium …");
  const cli = join(dirname(fileURLToPath(import.meta.resolve('@playwright/test'))), 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 'inherit', 'inherit'] });
  return playwrightChromium();
};

/** Chromium's path if this machine has one. Installs nothing. */
export const installedChromium = (): string | undefined =>
  // Set by `provideChromium`, so that the workers of a test run don't search again.
  process.env['TEST_CHROMIUM'] ?? onThisSystem() ?? playwrightChromium();

/** Chromium's path, installed first if there is none, and the flags to start it with. */
export const findChromium = (): Chromium => {
  const executablePath =
    installedChromium() ??
    (installDebianPackage('chromium-headless-shell') ? onThisSystem() : undefined) ??
    downloadPlaywrightChromium();
  if (executablePath === undefined) {
    throw new Error('Chromium is missing and couldn’t be installed. Install it and put it on the PATH.');
  }
  return { executablePath, args: CHROMIUM_ARGS };
};
