import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

/**
 * Shows that the property test can fail: each fault below is written into a copy of the core, and
 * the same play has to find it. Seed 3, on which the unchanged copy passes.
 */
const mutations: readonly [name: string, file: string, from: string, to: string][] = [
  ['nested forks are not closed', 'working-state.ts', 'inside(this.scope(scope).parent)', 'false'],
  [
    'a second handler is not noticed',
    'command-handlers.ts',
    "if (task.status !== 'TODO') throw handled();",
    '',
  ],
  [
    'a join opens one token early',
    'routing.ts',
    'if (arrivedBranches(arrived) < arrived.expected) return;',
    'if (arrivedBranches(arrived) < arrived.expected - 1) return;',
  ],
  [
    'the others’ tasks of a finished step stay open',
    'working-state.ts',
    "if (task.status === 'TODO') {",
    "if (task.status === 'TODO' && status !== 'DONE') {",
  ],
  ['a fork gone back into waits for all branches', 'back.ts', 'expected: 1,', 'expected: 2,'],
  [
    'the applicant approves',
    'working-state.ts',
    'return user === this.held.applicant || this.input',
    'return this.input',
  ],
  [
    'an approval taken back is still counted at the join',
    'withdraw.ts',
    '(arrival) => arrival.flow !== flow)',
    '(arrival) => arrival.flow === flow)',
  ],
  [
    'an exclusive gateway takes the last flow that holds',
    'gateways.ts',
    'others.find(isOpen)',
    'others.findLast(isOpen)',
  ],
  [
    'an inclusive gateway takes its default as well',
    'gateways.ts',
    'return open.length > 0 || gateway.default === null ? open : [gateway.default];',
    'return gateway.default === null ? open : [...open, gateway.default];',
  ],
  [
    'the rule for enough votes is not looked at',
    'command-handlers.ts',
    'step.multi?.completion != null &&',
    'step.multi?.completion === undefined &&',
  ],
  ['a step in turn begins with the last', 'routing.ts', 'people.slice(0, 1)', 'people.slice(-1)'],
  [
    'a step that nobody has dealt with is sent back to',
    'back.ts',
    "(visit.status === 'DONE' || visit.status === 'BACK'),",
    'true,',
  ],
  [
    'a refusal that reaches the end is an approval',
    'verdict.ts',
    "result: applicants ? 'withdrawn' : 'refused', by: visit }",
    "result: 'approved' }",
  ],
];

const source = join(import.meta.dirname, '..');
const workshop = join(source, '../../../.tsbuild/mutants');

const survives = (name: string, change?: (folder: string) => void): Promise<boolean> => {
  const folder = join(workshop, name);
  mkdirSync(folder, { recursive: true });
  cpSync(source, folder, { recursive: true });
  change?.(folder);
  const play = `
    import { playMany } from './workflow/testing/simulate.ts';
    try { playMany(800, 3); } catch (error) { console.log(error.message); process.exit(9); }`;
  writeFileSync(join(folder, 'play.ts'), play);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['play.ts'], { cwd: folder, stdio: 'ignore' });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 || code === 9 ? resolve(code === 0) : reject(new Error(`${name}: exit ${code}`)),
    );
  });
};

describe('the property test', { timeout: 60_000 }, () => {
  afterAll(() => rmSync(workshop, { recursive: true, force: true }));

  test('passes on the unchanged core', async () => {
    expect(await survives('unchanged')).toBe(true);
  });

  test.each(mutations)('notices when %s', async (name, file, from, to) => {
    const change = (folder: string): void => {
      const path = join(folder, 'workflow', file);
      const text = readFileSync(path, 'utf8');
      expect(text.split(from).length, `${from} stands once in ${file}`).toBe(2);
      writeFileSync(path, text.replace(from, to));
    };
    expect(await survives(name.replaceAll(/\W/g, '-'), change)).toBe(false);
  });
});
