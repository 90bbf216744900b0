import { describe, expect, test } from 'vitest';
import { faults } from './mutations/faults.ts';
import { occurrences } from './mutations/write.ts';

// Whether the plays notice them takes a minute: `npm run mutations`.
describe('the faults that plays must notice', () => {
  test.each(faults)('“$name” can be written into the engine', (fault) => {
    expect(occurrences(fault)).toEqual(fault.change.map(() => 1));
  });
});
