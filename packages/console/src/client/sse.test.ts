import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEventReader } from './sse.ts';

const text =
  ': hello\r\n\r\nid: 7\nevent: message\ndata: {"a":1}\n\ndata: two\ndata:  lines\n\nretry: 5\n\ndata:\n\nid: 8\rdata: 中文\r\r';

const expected = [
  { id: '7', type: 'message', data: '{"a":1}' },
  { id: '7', type: 'message', data: 'two\n lines' },
  { id: '7', type: 'message', data: '' },
  { id: '8', type: 'message', data: '中文' },
];

it('reads events wherever the pieces are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
      const read = createEventReader();
      const places = [0, ...cuts.sort((a, b) => a - b), text.length];
      const events = places.slice(1).flatMap((end, index) => read(text.slice(places[index], end)));
      // A trailing CR may be half of a CRLF: the last event shows with whatever comes next.
      expect([...events, ...read('\n')]).toEqual(expected);
    }),
  );
});
