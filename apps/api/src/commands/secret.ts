import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Failure } from '../failure.ts';

/**
 * Reads a secret from the operator: typed twice without echo on a terminal, otherwise the first
 * line of standard input, so that scripts need no argument that other users could see.
 *
 * @throws Failure when the two entries differ or the input is empty.
 */
export async function askSecret(question: string): Promise<string> {
  const secret = process.stdin.isTTY ? await askTwice(question) : await firstLine();
  if (secret === '') throw new Failure('No password was given.');
  return secret;
}

async function askTwice(question: string): Promise<string> {
  const first = await ask(`${question}: `);
  const second = await ask('Once more: ');
  if (first !== second) throw new Failure('The two were not the same.');
  return first;
}

async function ask(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stdout.write('\n');
  }
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
}
