import { expect, test } from 'vitest';
import { ageBandOf, agesOfBand, type GroupedPerson, groupTrials } from './grouping.ts';

const one = (person: string, key: string, before: string, after: string): GroupedPerson => ({
  person,
  key,
  label: [key, key],
  before,
  after,
});

test('two norms stand beside each other by groups, those first that move most', () => {
  const first = [one('1', 'a', '10', '12.5'), one('2', 'a', '8', '7'), one('3', 'b', '5', '50')];
  const second = [one('1', 'a', '10', '10')];
  expect(groupTrials([first, second])).toEqual([
    {
      key: 'b',
      label: ['b', 'b'],
      people: 1,
      before: '5.00',
      trials: [
        { after: '50.00', change: '45.00', winners: 1, losers: 0 },
        { after: '0.00', change: '0.00', winners: 0, losers: 0 },
      ],
    },
    {
      key: 'a',
      label: ['a', 'a'],
      people: 2,
      before: '18.00',
      trials: [
        { after: '19.50', change: '1.50', winners: 1, losers: 1 },
        { after: '10.00', change: '0.00', winners: 0, losers: 0 },
      ],
    },
  ]);
});

test('the ages of a band are exactly those that it groups', () => {
  for (let age = 15; age < 80; age += 1) {
    const { least = 0, most = 200 } = agesOfBand(ageBandOf(age).key);
    expect([age, age >= least && age <= most]).toEqual([age, true]);
    const own = ageBandOf(age).key;
    for (const [other, isWithin] of ['20', '30', '40', '50', '60'].map((key) => {
      const span = agesOfBand(key);
      return [key, age >= (span.least ?? 0) && age <= (span.most ?? 200)] as const;
    })) {
      expect([age, other, isWithin]).toEqual([age, other, other === own]);
    }
  }
});

test('ages stand in bands of ten years', () => {
  expect([19, 35, 59, 60, 71, null].map((age) => ageBandOf(age).key)).toEqual([
    '20',
    '30',
    '50',
    '60',
    '60',
    '',
  ]);
});
