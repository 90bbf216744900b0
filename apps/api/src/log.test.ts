import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('the log says what the database refused, and nothing of the row', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const refusal = Object.assign(new Error('new row violates check constraint "status"'), {
    code: '23514',
    table: 'personnel',
    detail: 'Failing row contains (1, 林晓岚, 19900001234).',
    where: 'SQL statement "… 19900001234"',
    parameters: ['19900001234'],
  });
  log.error({ err: refusal, requestId: 'r1' }, 'request failed');
  log.error({ error: refusal }, 'not written');
  const text = lines.join('');
  expect(text).toContain('23514');
  expect(text).toContain('violates check constraint');
  expect(text).toContain('r1');
  expect(text).not.toContain('19900001234');
  expect(text).not.toContain('林晓岚');
});
