import { expect, test } from 'vitest';
import type { FigureAnswer, Question } from './figure.ts';
import { askFigures } from './figure-questions.web.ts';

const question = (figure: string): Question => ({ figure });

/** A client whose server answers each question with its name, and refuses calls that hold a refused one. */
const answering = (refused?: string) => {
  const calls: string[][] = [];
  const post = async (_path: string, body: unknown): Promise<unknown> => {
    const names = (body as { questions: readonly Question[] }).questions.map(
      ({ figure }) => figure,
    );
    calls.push(names);
    if (refused && names.includes(refused)) throw new Error(`no ${refused}`);
    return names.map((name) => name as unknown as FigureAnswer);
  };
  return { calls, client: { post } as Parameters<typeof askFigures>[0] };
};

test('parts of a page that ask at once ask in one call, and each gets its own answers', async () => {
  const { calls, client } = answering();
  const answers = await Promise.all([
    askFigures(client, [question('a'), question('b')]),
    askFigures(client, [question('c')]),
  ]);
  expect(calls).toEqual([['a', 'b', 'c']]);
  expect(answers).toEqual([['a', 'b'], ['c']]);
  expect(await askFigures(client, [question('d')])).toEqual(['d']);
  expect(calls.at(-1)).toEqual(['d']);
});

test('a part that is refused leaves the others their answers', async () => {
  const { client } = answering('b');
  const [a, b] = await Promise.allSettled([
    askFigures(client, [question('a')]),
    askFigures(client, [question('b')]),
  ]);
  expect(a).toMatchObject({ status: 'fulfilled', value: ['a'] });
  expect(b).toMatchObject({ status: 'rejected' });
});

test('no call asks more than the server takes', async () => {
  const { calls, client } = answering();
  const many = Array.from({ length: 40 }, (_, n) => question(String(n)));
  await Promise.all([askFigures(client, many), askFigures(client, many)]);
  expect(calls.map((names) => names.length)).toEqual([40, 40]);
});
