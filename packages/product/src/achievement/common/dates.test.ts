import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import { expect, test } from 'vitest';
import { supplyNationalDictionaries } from '../../shared/formats/national.server.ts';
import { achievements } from '../achievements.ts';
import { achievementMixin } from './achievement.ts';

supplyNationalDictionaries();

const dated = achievements.flatMap((kind: Resource) =>
  (achievementMixin.optionsOf(kind)?.dates ?? []).map((date) => [kind.key, date, kind] as const),
);

test.each(dated)('what %s says of %s lies not in the future (R-505)', (_key, date, kind) => {
  // The day of a grant stands where something is granted.
  const granted = { patentStatus: '06' };
  const faultsOn = (day: string): readonly string[] =>
    validate(kind, {}, { ...granted, [date]: day }, 'complete', { today: '2026-11-22' })
      .faults.filter(({ path }) => path === date)
      .map(({ message }) => message[0]);
  expect(faultsOn('2026-11-22')).toEqual([]);
  expect(faultsOn('2026-11-23')).toEqual([expect.stringMatching(/】不能晚于今天$/)]);
});

test('every kind of the library has a date that its reporting year follows', () => {
  const without = achievements.filter(
    (kind: Resource) =>
      achievementMixin.optionsOf(kind)?.citation && !dated.some(([key]) => key === kind.key),
  );
  expect(without.map(({ key }) => key)).toEqual([]);
});
