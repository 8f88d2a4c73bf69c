import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { must } from '../../scripts/release/steps.ts';
import { run } from '../../scripts/run.ts';

/** Debian as debootstrap lays it, kept from one run to the next. */
const DEBIAN = join(tmpdir(), 'tsena-debian');
const MEMORY_BYTES = 1024 ** 3;
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt';
const CGROUP = existsSync('/sys/fs/cgroup/memory')
  ? { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' }
  : { folder: '/sys/fs/cgroup', limit: 'memory.max', peak: 'memory.peak' };

/** The commands that ran on a machine, and what came of them. */
export type Walk = Awaited<ReturnType<typeof inOneGigabyte>>;

/** Why no machine can be made here, for a test that is skipped; undefined if one can. */
export async function whyNoMachine(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'A machine is made by root.';
  for (const tool of ['debootstrap', 'systemd-nspawn']) {
    if (!(await run(tool, ['--version'], { quiet: true })).ok) return `A machine needs ${tool}.`;
  }
  return undefined;
}

/** Lays a blank Debian with a line of Node and its npm in `folder`, which must not exist. */
export async function makeMachine(folder: string, node: number): Promise<void> {
  if (!existsSync(DEBIAN)) {
    const packages = '--include=systemd,systemd-sysv,ca-certificates,sudo';
    await must('debootstrap', ['--variant=minbase', packages, 'bookworm', `${DEBIAN}.part`]);
    await rename(`${DEBIAN}.part`, DEBIAN);
  }
  await must('cp', ['--archive', DEBIAN, folder]);
  const name = `node-${process.platform}-${process.arch}`;
  const downloaded = `${folder}-node`;
  await must('npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefix',
    downloaded,
    `${name}@${node}`,
    'npm@11',
  ]);
  const modules = join(downloaded, 'node_modules');
  await cp(join(modules, name, 'bin/node'), join(folder, 'usr/bin/node'));
  // The headers, so that compiling an addon asks no other server.
  await cp(join(modules, name, 'include/node'), join(folder, 'usr/include/node'), { recursive: true });
  await cp(join(modules, 'npm'), join(folder, 'usr/lib/node_modules/npm'), { recursive: true });
  for (const tool of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${tool}-cli.js`, join(folder, 'usr/bin', tool));
  // It trusts whom this machine trusts.
  await cp(join('/', CERTIFICATES), join(folder, CERTIFICATES), { dereference: true });
  await rm(downloaded, { recursive: true });
}

const UNIT = `[Unit]
After=multi-user.target
[Service]
Type=oneshot
WorkingDirectory=/root
Environment=HOME=/root NODE_EXTRA_CA_CERTS=/${CERTIFICATES} npm_config_nodedir=/usr
StandardOutput=append:/root/walk.log
StandardError=inherit
ExecStart=/root/walk.sh
ExecStopPost=/bin/sh -c 'journalctl --unit "tsena*" --no-pager >> /root/walk.log; systemctl poweroff'
[Install]
WantedBy=multi-user.target
`;

/** Runs a command of a shell and all that it starts in 1 GB of memory, and ends what it leaves behind. */
export async function inOneGigabyte(command: string) {
  const group = join(CGROUP.folder, `tsena-walk-${process.pid}`);
  await mkdir(group);
  await writeFile(join(group, CGROUP.limit), String(MEMORY_BYTES));
  const started = Date.now();
  const end = `for pid in $(cat ${group}/cgroup.procs); do [ $pid = $$ ] || kill -9 $pid; done 2> /dev/null`;
  const { output } = await run('bash', ['-c', `echo $$ > ${group}/cgroup.procs\n${command}\n${end}`], { quiet: true });
  const seconds = (Date.now() - started) / 1000;
  const peakBytes = Number(await readFile(join(group, CGROUP.peak), 'utf8'));
  await expect.poll(() => readFile(join(group, 'cgroup.procs'), 'utf8')).toBe('');
  await rmdir(group);
  return {
    /** What the commands printed, each after a line with the seconds since the start. */
    log: output,
    seconds,
    /** The most memory that the whole machine used, the cache of its files included. */
    peakBytes,
  };
}

/** The lines of a script that stops at the first command that fails, and says when each began. */
export function writeScript(commands: readonly string[]): string {
  return ['#!/bin/bash', 'set -eu', `PS4='+ $SECONDS s: '`, 'set -x', ...commands, 'echo walked', ''].join('\n');
}

/**
 * Boots the machine with 1 GB of memory, types the commands as root and ends it. Without a network it has the loopback
 * alone.
 */
export async function walk(folder: string, commands: readonly string[], network: boolean): Promise<Walk> {
  await writeFile(join(folder, 'etc/systemd/system/walk.service'), UNIT);
  await mkdir(join(folder, 'etc/systemd/system/multi-user.target.wants'), { recursive: true });
  await symlink('../walk.service', join(folder, 'etc/systemd/system/multi-user.target.wants/walk.service'));
  await writeFile(join(folder, 'root/walk.sh'), writeScript(commands));
  await chmod(join(folder, 'root/walk.sh'), 0o755);
  const flags = [
    '--quiet',
    '--register=no',
    '--keep-unit',
    '--boot',
    '--console=pipe',
    ...(network ? [] : ['--private-network']),
  ];
  const booted = await inOneGigabyte(`systemd-nspawn --directory=${folder} ${flags.join(' ')} < /dev/null`);
  return { ...booted, log: await readFile(join(folder, 'root/walk.log'), 'utf8').catch(() => booted.log) };
}
