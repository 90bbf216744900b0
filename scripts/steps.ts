import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Root folder of the project. */
export const root = join(import.meta.dirname, '..');

/** Program of a longer run. */
export interface Step {
  readonly title: string;
  /** Program of `node_modules/.bin`, or script of the project that ends in `.ts`. */
  readonly run: readonly [program: string, ...args: string[]];
  /** Title of an earlier step that must have passed. */
  readonly needs?: string;
}

const nodeOf = (program: string): readonly string[] =>
  program.endsWith('.ts') ? [join(root, program)] : [join(root, 'node_modules', '.bin', program)];

/** Runs a program with this Node, printing its output at once. @returns its exit code. */
export function runProgram([program, ...args]: Step['run']): Promise<number> {
  return new Promise((resolve, reject) => {
    // Programs of .bin are Node scripts or binaries; Windows starts neither without a shell.
    const direct = program.endsWith('.ts');
    const [first = '', ...rest] = direct ? [process.execPath, ...nodeOf(program)] : nodeOf(program);
    const child = spawn(first, [...rest, ...args], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32' && !direct,
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** Result of a step. */
export interface Outcome {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'not run';
  readonly seconds: number;
  /** Reason why it was skipped. */
  readonly because?: string;
}

/** Returns the steps that ran with their seconds, those that did not pass, and the closing line. */
export const summary = (outcomes: readonly Outcome[]): readonly string[] => {
  const count = (state: Outcome['state']): number =>
    outcomes.filter((one) => one.state === state).length;
  const left = count('not run');
  return [
    ...outcomes
      .filter(({ state }) => state !== 'not run')
      .map(({ title, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${title}`),
    ...outcomes
      .filter(({ state }) => state !== 'passed')
      .map(({ title, state, because }) => `✗ ${title} ${state}${because ? `: ${because}` : ''}`),
    `steps: ${count('passed')} passed, ${count('failed')} failed${left > 0 ? `, ${left} not run` : ''}`,
  ];
};

/**
 * Runs all steps one after another, also after a failure. A step is skipped only if a step that it
 * needs did not pass.
 */
export async function outcomesOf(
  steps: readonly Step[],
  program: (run: Step['run']) => Promise<number> = runProgram,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, { title, run, needs }] of steps.entries()) {
    console.log(`\n── ${index + 1}/${steps.length} ${title}`);
    const missing = outcomes.find((one) => one.title === needs && one.state !== 'passed');
    if (missing) {
      const because = `${missing.title} ${missing.state}`;
      console.error(`✗ ${title} not run: ${because}`);
      outcomes.push({ title, state: 'not run', seconds: 0, because });
      continue;
    }
    const started = Date.now();
    const code = await program(run).catch((error: unknown) => {
      console.error(error);
      return 1;
    });
    const state = code === 0 ? 'passed' : 'failed';
    const seconds = (Date.now() - started) / 1000;
    outcomes.push({ title, state, seconds });
    const line = `${title}${state === 'failed' ? ' failed after' : ','} ${seconds.toFixed(1)} s`;
    if (state === 'failed') console.error(`✗ ${line}`);
    else console.log(`✓ ${line}`);
  }
  return outcomes;
}

/**
 * Runs all steps and prints failures and a closing line; the exit code is 1 if a step failed.
 * @param reports returns lines to print before the closing ones
 */
export async function runSteps(
  steps: readonly Step[],
  reports: () => readonly string[] = () => [],
): Promise<void> {
  const outcomes = await outcomesOf(steps);
  const total = outcomes.reduce((sum, { seconds }) => sum + seconds, 0);
  const lines = [...reports(), ...summary(outcomes)];
  console.log(`\n${lines.join('\n')}, in ${Math.round(total)} s`);
  if (outcomes.some(({ state }) => state !== 'passed')) process.exitCode = 1;
}
