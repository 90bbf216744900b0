import { expect, test } from 'vitest';
import { accountsIn, faultsOfPages } from './support/judge.ts';

test.each(accountsIn('tasks'))(
  'pages of "%s" are in English only, without a grave fault, and readable in other themes',
  { timeout: 300_000 },
  async (account) => {
    expect(await faultsOfPages('tasks', account)).toBe('');
  },
);
