// `npm run test:browsers`: the main tasks in Firefox ESR and WebKitGTK. Installs Debian's packages if it runs as root and
// finds none.
import { spawnSync } from 'node:child_process';
import { installDebianPackage } from './tools/debian.ts';
import { runTool, stopTools } from './tools/test-tools.ts';

const PROGRAMS = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };

const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program], { stdio: 'ignore' }).status === 0;

const missing = Object.entries(PROGRAMS).filter(
  ([program, debianPackage]) => !isInstalled(program) && !(installDebianPackage(debianPackage) && isInstalled(program)),
);
for (const [program, debianPackage] of missing) {
  console.error(
    `${program} is missing and couldn’t be installed. Install Debian’s package ${debianPackage} and try again.`,
  );
}
const passed = missing.length === 0 && (await runTool('vitest', ['run', '--project', 'browsers']));
await stopTools();
process.exitCode = passed ? 0 : 1;
