// Installs a package of Debian's, where this process may do so.
import { spawnSync } from 'node:child_process';

const apt = (...args: string[]): boolean => {
  const { status } = spawnSync('apt-get', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    // RUNLEVEL=1 keeps a freshly installed server from being started as a service of the machine.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
  return status === 0;
};

/** True when the package is installed afterwards; false when this is no Debian, or not its root, or it cannot be had. */
export const installDebianPackage = (name: string): boolean => {
  if (process.getuid?.() !== 0) return false;
  if (spawnSync('apt-get', ['--version']).status !== 0) return false;
  console.log(`Installing Debian's package ${name} …`);
  return apt('update') && apt('install', '--yes', '--no-install-recommends', name);
};
