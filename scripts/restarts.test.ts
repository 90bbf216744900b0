import { expect, it } from 'vitest';
import { Restarts } from './restarts.mjs';

const crash = {
  code: null,
  signal: 'SIGABRT',
  served: true,
  stopping: false,
  lived: 3_600_000,
} as const;

it('starts a server again that died, and says why', () => {
  const told = (end: object) => new Restarts().after({ ...crash, ...end }).line;
  expect(new Restarts().after(crash).wait).toBe(500);
  expect(told({})).toMatch(/memory ran out.* started again in 0\.5 s/);
  expect(told({ signal: 'SIGKILL' })).toMatch(/killed/);
  expect(told({ signal: 'SIGSEGV' })).toMatch(/ended by SIGSEGV/);
  expect(told({ signal: null, code: 7 })).toMatch(/ended with code 7/);
});

it.each([
  ['that ended well', { code: 0, signal: null }],
  ['that was told to stop and could not in time', { code: 1, signal: null, stopping: true }],
  ['that never served', { code: 1, signal: null, served: false }],
])('does not start one again %s', (_, end) => {
  expect(new Restarts().after({ ...crash, ...end })).toEqual({ wait: null, line: '' });
});

it('waits longer after each quick death, tries a start that fails, and then every three minutes', () => {
  const restarts = new Restarts();
  const quick = { ...crash, lived: 2000 };
  expect(restarts.after(quick).wait).toBe(500);
  const failed = { code: 1, signal: null, served: false, stopping: false, lived: 900 } as const;
  expect([1, 2, 3, 4].map(() => restarts.after(failed).wait)).toEqual([1000, 2000, 5000, 15_000]);
  for (const times of [6, 7, 8]) {
    const { wait, line } = restarts.after(quick);
    expect(wait).toBe(180_000);
    expect(line).toContain(`${times} times in a row`);
  }
});

it('forgets quick deaths once a server has lived for a minute', () => {
  const restarts = new Restarts();
  for (let time = 0; time < 5; time += 1) restarts.after({ ...crash, lived: 2000 });
  expect(restarts.after({ ...crash, lived: 61_000 }).wait).toBe(500);
});
