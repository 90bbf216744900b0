import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { startApplication } from './support/application.ts';
import type { Answer } from './support/client.ts';
import { ok } from './support/filing.ts';
import { complete, sample } from './support/inputs.ts';

/** References that people paste are parsed in workers, within bounds of size and time. */
const app = await startApplication();
afterAll(() => app.close());

/** A personnel file whose owner has no account. */
const filed = app.resources.find(({ key }) => key === 'personnel') as Resource;

test('authors are found among the personnel files, too, and those without an account are said to be', async () => {
  const [input = {}] = sample(complete(filed, app.targets()), 1);
  const file = {
    name: '欧阳砚秋',
    nameVariants: 'Ouyang YQ',
    jobNum: 'NOACC1',
    userId: null,
    idNumber: '',
  };
  await ok(
    (await app.as('admin')).post(`${filed.path}/submit`, { ...input, ...file, account: null }),
  );
  const pasted = `@article{a, title={A study of bricks}, author={Ouyang, Yanqiu and Lin, Xiaolan}, journal={Bricks}, year={2025}}`;
  const found = await ok(
    (await app.as('teacher')).post('kh-edu-research/papers/recognise', { text: pasted }),
  );
  const said = JSON.stringify(found);
  expect(said).toContain('欧阳砚秋');
  expect(said).toContain('NOACC1');
  expect(said).toContain('在人员库中没有账号');
});

describe('pasted references', () => {
  const paste = async (text: string): Promise<Answer> =>
    (await app.as('teacher')).post('kh-edu-research/papers/recognise', { text });
  const doubling = (times: number): string =>
    `@string{a="b"}\n${'@string{a=a # a}\n'.repeat(times)}${Array.from(
      { length: 100 },
      (_, index) => `@article{k${index}, title="${index}" # a, author=a, year=2026}\n`,
    ).join('')}`;

  test.each([
    ['abbreviations that double 24 times', doubling(24)],
    ['abbreviations that double 3,000 times', doubling(3000)],
    [
      'an abbreviation joined 3,000 times',
      `@string{a="b"${' # a # a}\n@string{a=a'.repeat(3000)}}`,
    ],
  ])('%s are refused with the reason', async (_, text) => {
    const answer = await paste(text);
    expect(answer.status).toBe(400);
    expect(answer.msg).toContain('@string');
  });

  test('a paste beyond the limit is refused, and its parameter named', async () => {
    const answer = await paste('a'.repeat(500_001));
    expect([answer.status, answer.errors[0]?.path]).toEqual([400, 'text']);
    expect(answer.msg).toContain('50 万字');
  });

  test('while long junk is read, others are answered', async () => {
    const other = await app.as('rd_admin');
    let reading = true;
    const junk = paste(`@article{a, title={A}, author={${'A and '.repeat(80_000)}}}`).finally(
      () => {
        reading = false;
      },
    );
    let answered = 0;
    while (reading) {
      expect((await other.get('keyan/site')).status).toBe(200);
      answered += 1;
    }
    expect([200, 400]).toContain((await junk).status);
    expect(answered).toBeGreaterThan(20);
  });

  test('one person has a number of pastes waiting, and others do not wait behind them', async () => {
    const long = `@article{a, title={A}, author={${'A and '.repeat(20_000)}}}`;
    const many = Promise.all(Array.from({ length: 12 }, () => paste(long)));
    const statuses = (await many).map((answer) => answer.status);
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status !== 429).length).toBeGreaterThanOrEqual(9);
  });
});
