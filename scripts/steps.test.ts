import { afterEach, expect, it, vi } from 'vitest';
import { outcomesOf, type Step, summary } from './steps.ts';

const steps: readonly Step[] = [
  { title: 'Types', run: ['tsc'] },
  { title: 'Page', run: ['page.ts'] },
  { title: 'Journeys', run: ['e2e.ts'], needs: 'Page' },
  { title: 'Laws', run: ['laws.ts'] },
];

afterEach(() => {
  vi.restoreAllMocks();
});

/** The last lines of a run in which these programs fail. */
const told = async (failing: readonly string[]) => {
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockReturnValue(undefined);
  const ran: string[] = [];
  const outcomes = await outcomesOf(steps, ([program]) => {
    ran.push(program);
    return Promise.resolve(failing.includes(program) ? 1 : 0);
  });
  const lines = summary(outcomes.map((one) => ({ ...one, seconds: 1 })));
  const timed = lines.filter((line) => line.startsWith('    1.0 s  '));
  return { ran, timed: timed.length, lines: lines.slice(timed.length) };
};

it('a step that fails hides no later one', async () => {
  const { ran, timed, lines } = await told(['tsc', 'laws.ts']);
  expect(timed).toBe(4);
  expect(ran).toEqual(['tsc', 'page.ts', 'e2e.ts', 'laws.ts']);
  expect(lines).toEqual(['✗ Types failed', '✗ Laws failed', 'steps: 2 passed, 2 failed']);
});

it('a step without what it needs is not run, and says why', async () => {
  const { ran, timed, lines } = await told(['page.ts']);
  expect(timed).toBe(3);
  expect(ran).toEqual(['tsc', 'page.ts', 'laws.ts']);
  expect(lines).toEqual([
    '✗ Page failed',
    '✗ Journeys not run: Page failed',
    'steps: 2 passed, 1 failed, 1 not run',
  ]);
});

it('a run without a fault says so', async () => {
  expect((await told([])).lines).toEqual(['steps: 4 passed, 0 failed']);
});
