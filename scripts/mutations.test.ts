import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faults } from './mutations/faults.ts';
import { required } from './mutations/required.ts';
import { testedFaults } from './mutations/tested.ts';
import { occurrences, placeOfPlayed, placeOfTested } from './mutations/write.ts';
import { root } from './steps.ts';

// Checking that plays and tests notice them takes minutes: `npm run mutations`.
const places = [
  ...faults.map((fault) => [fault.name, placeOfPlayed(fault)] as const),
  ...testedFaults.map((fault) => [fault.name, placeOfTested(fault)] as const),
];

describe('the faults that plays or tests must notice', () => {
  test.each(places)('“%s” can be written into the engine', (_name, place) => {
    expect(occurrences(place)).toEqual(place.change.map(() => 1));
  });

  test('the test that is to notice a fault stands in the file that is named', () => {
    const missing = testedFaults.filter(
      ({ noticedBy: { file, test } }) => !readFileSync(join(root, file), 'utf8').includes(test),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test('are all that the design asks for, or it says why not', () => {
    expect(Object.keys(required).map(Number)).toEqual(Array.from({ length: 38 }, (_, i) => i + 1));
    const names = new Set(places.map(([name]) => name));
    const unknown = Object.values(required).filter(
      (row) => 'fault' in row && !names.has(row.fault),
    );
    expect(unknown).toEqual([]);
  });
});
