import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromStored, type Storable, toStored } from './stored.ts';

it('returns what was stored, and when', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.nat(), (content, datetime) => {
      const stored = fromStored(toStored(content as Storable, datetime));
      expect(stored?.content).toEqual(JSON.parse(JSON.stringify(content)));
      expect(stored?.datetime).toBe(datetime);
    }),
  );
});

it('writes the wrapper that the specification gives', () => {
  expect(JSON.parse(toStored('x', 7, 'session'))).toEqual({
    dataType: 'string',
    content: 'x',
    type: 'session',
    datetime: 7,
  });
});

it.each([null, undefined, '', 'plain', '{}', '[]', '{"dataType":"number","content":"1"}', '{"a'])(
  'reads %s as no value',
  (text) => expect(fromStored(text)).toBeUndefined(),
);
