import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change, Fault } from './faults.ts';

export const root = join(import.meta.dirname, '../..');
const kernel = join(root, 'packages/kernel/src');
const workshop = join(root, '.tsbuild/mutations');

/** File into which a fault is written, and its text. */
export interface Place {
  readonly path: string;
  readonly change: Change;
}

export const placeOfPlayed = ({ file, change }: Fault): Place => ({
  path: join(kernel, 'workflow', file),
  change,
});

export const placeOfTested = ({ file, change }: Pick<Fault, 'file' | 'change'>): Place => ({
  path: join(root, 'packages', file),
  change,
});

/**
 * Returns how often each text to be replaced occurs in its file: must be once, otherwise the fault
 * is outdated.
 */
export const occurrences = ({ path, change }: Place): readonly number[] => {
  const text = readFileSync(path, 'utf8');
  return change.map(([from]) => text.split(from).length - 1);
};

/**
 * Writes a copy of the kernel with the fault.
 * @returns the address of its module of plays
 */
export const writeMutant = ({ name, file, change }: Fault): string => {
  const folder = join(workshop, name.replaceAll(/\W/g, '-'));
  mkdirSync(folder, { recursive: true });
  cpSync(kernel, folder, { recursive: true });
  const path = join(folder, 'workflow', file);
  const text = change.reduce(
    (all, [from, to]) => all.replace(from, () => to),
    readFileSync(path, 'utf8'),
  );
  writeFileSync(path, text);
  return join(folder, 'workflow/testing/simulate.ts');
};

export const removeMutants = (): void => rmSync(workshop, { recursive: true, force: true });
