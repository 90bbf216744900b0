import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Root folder of the project. */
export const root = join(import.meta.dirname, '..');

/** One program of a longer run. */
export interface Step {
  readonly title: string;
  /** A program of `node_modules/.bin`, or a script of the project that ends in `.ts`. */
  readonly run: readonly [program: string, ...args: string[]];
}

const nodeOf = (program: string): readonly string[] =>
  program.endsWith('.ts') ? [join(root, program)] : [join(root, 'node_modules', '.bin', program)];

/** Runs a program with this Node, its output as it comes. @returns its exit code. */
export function runProgram([program, ...args]: Step['run']): Promise<number> {
  return new Promise((resolve, reject) => {
    // Programs of .bin are scripts of Node or binaries; Windows starts neither without a shell.
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

/**
 * Runs the steps one after another and stops at the first that fails, since the later ones build on
 * the earlier. Prints what each took and a closing line.
 */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  const began = Date.now();
  for (const [index, step] of steps.entries()) {
    const started = Date.now();
    console.log(`\n── ${index + 1}/${steps.length} ${step.title}`);
    const code = await runProgram(step.run);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    if (code !== 0) {
      console.error(`\n✗ ${step.title} failed after ${seconds} s`);
      console.log(`steps: ${index} passed, 1 failed, ${steps.length - index - 1} not run`);
      process.exit(code);
    }
    console.log(`✓ ${step.title}, ${seconds} s`);
  }
  const total = Math.round((Date.now() - began) / 1000);
  console.log(`\nsteps: ${steps.length} passed, 0 failed, in ${total} s`);
}
