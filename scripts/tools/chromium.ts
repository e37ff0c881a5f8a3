// Finds a Chromium for journeys and measurements: what the system has, else Debian's package, else Playwright's download.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { installDebianPackage } from './debian.ts';

export type Chromium = { executablePath: string; args: string[] };

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

// It opens nothing but this product on this machine, so it needs no sandbox (which root and containers do not have), and
// everything that it would ask of its maker over the network is off.
const ARGS = [
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

const playwrightsOwn = (): string | undefined =>
  existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;

const downloadPlaywrightsOwn = (): string | undefined => {
  console.log("Downloading Playwright's Chromium …");
  const cli = join(dirname(fileURLToPath(import.meta.resolve('@playwright/test'))), 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 'inherit', 'inherit'] });
  return playwrightsOwn();
};

/** The path of a Chromium, which is installed first if need be, and the flags to start it with. */
export const findChromium = (): Chromium => {
  const executablePath =
    // Whoever has looked already passes on what was found: every worker of a test run asks again.
    process.env['TEST_CHROMIUM'] ??
    onThisSystem() ??
    playwrightsOwn() ??
    (installDebianPackage('chromium-headless-shell') ? onThisSystem() : undefined) ??
    downloadPlaywrightsOwn();
  if (executablePath === undefined) {
    throw new Error('No Chromium was found and none could be installed: install one and put it on the PATH.');
  }
  return { executablePath, args: ARGS };
};
