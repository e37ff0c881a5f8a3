// Installs a Debian package, if this process has permission.
import { spawnSync } from 'node:child_process';

const apt = (...args: string[]): boolean => {
  const { status } = spawnSync('apt-get', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    // RUNLEVEL=1 keeps a newly installed server from starting as a system service.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
  return status === 0;
};

/** Returns whether the package is installed afterwards. It is not if this isn't Debian, if we aren't root, or if it is unavailable. */
export const installDebianPackage = (name: string): boolean => {
  if (process.getuid?.() !== 0) return false;
  if (spawnSync('apt-get', ['--version']).status !== 0) return false;
  console.log(`Installing the Debian package ${name} …`);
  return apt('update') && apt('install', '--yes', '--no-install-recommends', name);
};
