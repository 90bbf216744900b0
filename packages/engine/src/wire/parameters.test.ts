import { Invalid } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { mergeParameters, readerOf } from './parameters.ts';

const read = readerOf(Type.Object({ ids: Type.Array(Type.String({ pattern: '^\\d+$' })) }));

/** Answer of a call to a body. */
const refusal = (parse: () => unknown): unknown => {
  let thrown: unknown;
  try {
    parse();
  } catch (error) {
    thrown = error;
  }
  return thrown instanceof Invalid ? thrown.faults : thrown;
};

test.each([
  ['a long list', { ids: Array.from({ length: 1_000_000 }, () => 'x') }, 'body'],
  ['lists in a list', [Array.from({ length: 300_000 }, () => [])], 'body'],
  [
    'many names',
    Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, 1])),
    'body',
  ],
  ['a list as one text', { ids: 'x,'.repeat(2_000_000) }, 'ids'],
])('%s of a body is refused before anybody looks at each value', (_, body, path) => {
  expect(refusal(() => read(mergeParameters(body)))).toMatchObject([
    { path, message: [expect.stringContaining('10 万项'), expect.any(String)] },
  ]);
});

test('what people send is far below: sub-tables with a thousand lines, ids as one text', () => {
  const lines = Array.from({ length: 3000 }, (_, id) => ({
    id,
    name: '甲',
    unit: '乙',
    rate: '1',
  }));
  expect(mergeParameters({ lines }).lines).toEqual(lines);
  expect(read(mergeParameters({ ids: '1,2,,3' })).ids).toEqual(['1', '2', '3']);
  const asText = readerOf(Type.Object({ ids: Type.String() }));
  expect(asText(mergeParameters({ ids: '1,2' }, { ids: ['1', '2'] })).ids).toBe('1,2');
  expect(refusal(() => asText(mergeParameters({ ids: ['a'] })))).toMatchObject([{ path: 'ids' }]);
});
