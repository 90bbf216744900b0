import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { RefetchingQueryClient } from './freshQueries.ts';

test('what a first fetch brings is not shown once a change came between', async () => {
  const queries = new RefetchingQueryClient();
  const answers: ((rows: string) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['live', 'work'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    retry: false,
  });
  const stop = observer.subscribe(() => undefined);
  const invalidated = queries.invalidateQueries({ queryKey: ['live'] });
  // The first question was asked before the change.
  answers[0]?.('stale');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('fresh');
  await invalidated;
  expect(queries.getQueryData(['live', 'work'])).toBe('fresh');
  stop();
});
