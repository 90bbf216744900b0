import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';

// Faulty tasks, for the tests of the pool.

export const double = (value: number): number => 2 * value;

export const processId = async (milliseconds: number): Promise<number> => {
  await sleep(milliseconds);
  return process.pid;
};

/** Runs until somebody makes the file. */
export const runUntilFile = async (path: string): Promise<void> => {
  while (!existsSync(path)) await sleep(10);
};

export const loopForever = (_: null): never => {
  for (;;);
};

/** Ways to fill memory; a limit on a thread's heap survives the first only. */
export const memoryBombs: Readonly<Record<string, () => unknown>> = {
  objects: () => fill((index) => ({ index })),
  texts: () =>
    fill(
      (index) =>
        Array.from({ length: 26 })
          .reduce<string>((text) => text + text, `${index}`)
          .split('').length,
    ),
  arrays: () => fill((index) => new Array(3e7).fill(index + 0.5)),
  map: () => {
    const map = new Map<number, number>();
    for (let index = 0; ; index += 1) map.set(index, index);
  },
  buffers: () => fill(() => Buffer.alloc(20_000_000, 1)),
};

const fill = (make: (index: number) => unknown): never => {
  const kept: unknown[] = [];
  for (let index = 0; ; index += 1) kept.push(make(index));
};

export const fillMemory = (way: string): unknown => memoryBombs[way]?.();

export const refuse = (_: null): never => {
  throw new Refused(['不行', 'No'], {
    reasons: [{ id: 'u', name: '审核', text: ['太长', 'Too long'] }],
  });
};

export const judge = (path: string): never => {
  throw new Invalid([{ path, message: ['不对', 'Wrong'] }]);
};

export const fail = (_: null): never => {
  throw new TypeError('x is not a function');
};

export const exit = (code: number): never => process.exit(code);

export const text = (length: number): string => 'x'.repeat(length);

export const environment = (_: null): NodeJS.ProcessEnv => ({ ...process.env });
