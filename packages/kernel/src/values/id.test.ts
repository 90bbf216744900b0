import { expect, test } from 'vitest';
import { isId } from './id.ts';

test('an id is a whole number of 64 bits, as text', () => {
  for (const id of ['0', '1', '2124091342614392837', '9223372036854775807']) {
    expect(isId(id)).toBe(true);
  }
  for (const no of ['', '-1', '1.0', ' 1', '9223372036854775808', '1'.repeat(20), 1, null, {}]) {
    expect(isId(no)).toBe(false);
  }
});
