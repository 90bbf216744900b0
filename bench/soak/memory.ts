import { readFileSync } from 'node:fs';
import { childrenOf } from '../servers.ts';
import type { Memory } from './minutes.ts';

/**
 * Returns a process's memory and its shared part in KB; zeros if the system does not report them,
 * or the process has ended.
 */
const holdingsOf = (pid: number): { readonly all: number; readonly shared: number } => {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const read = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
    return { all: read('Pss'), shared: read('Pss_Shmem') };
  } catch {
    return { all: 0, shared: 0 };
  }
};

/** Returns a process and all its descendants. */
const familyOf = (pid: number, children: ReadonlyMap<number, readonly number[]>): number[] => [
  pid,
  ...(children.get(pid) ?? []).flatMap((child) => familyOf(child, children)),
];

/**
 * Returns the current memory of all processes of an installation.
 * @param postmaster first process of the embedded database; undefined for an external one.
 */
export const installationMemory = (server: number, postmaster: number | undefined): Memory => {
  const children = childrenOf();
  const database = postmaster === undefined ? [] : familyOf(postmaster, children);
  const workers = familyOf(server, children).filter(
    (pid) => pid !== server && !database.includes(pid),
  );
  const sum = (pids: readonly number[], of: (pid: number) => number): number =>
    Math.round(pids.reduce((all, pid) => all + of(pid), 0) / 1024);
  const all = (pid: number): number => holdingsOf(pid).all;
  const shared = (pid: number): number => holdingsOf(pid).shared;
  return {
    server: sum([server], all),
    workers: sum(workers, all),
    database: sum(database, (pid) => all(pid) - shared(pid)),
    pages: sum(database, shared),
  };
};
