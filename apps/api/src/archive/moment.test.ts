import { expect, it } from 'vitest';
import { unneededBases } from './bases.ts';
import { readMoment } from './moment.ts';
import { chooseBase } from './recover.ts';

it('reads a moment by the clock of Shanghai, and refuses what is none', () => {
  expect(readMoment('2026-05-01 14:30').toISOString()).toBe('2026-05-01T06:30:00.000Z');
  expect(readMoment('2026-05-01T14:30:05.250Z').toISOString()).toBe('2026-05-01T14:30:05.250Z');
  expect(readMoment('2026-05-01 14:30+09:00').toISOString()).toBe('2026-05-01T05:30:00.000Z');
  for (const text of ['yesterday', '2026-05-01', '2026-02-30 10:00', '2026-05-01 25:00', '']) {
    expect(() => readMoment(text)).toThrow(/is no moment/);
  }
});

const base = (day: string) => ({
  folder: day,
  takenAt: new Date(`${day}T00:00:00Z`),
  segment: '000000010000000000000001',
});
const bases = ['2026-04-01', '2026-04-15', '2026-05-01'].map(base);

it('starts a restore from the last base backup before the moment', () => {
  const chosen = (text: string) => chooseBase(bases, new Date(text)).folder;
  expect(chosen('2026-04-15T00:00:00Z')).toBe('2026-04-15');
  expect(chosen('2026-04-30T23:59:59Z')).toBe('2026-04-15');
  expect(chooseBase(bases, undefined).folder).toBe('2026-05-01');
  expect(() => chosen('2026-03-31T00:00:00Z')).toThrow(/first base backup was taken at 2026-04-01/);
});

it('keeps the base backup that the oldest kept moment starts from', () => {
  const gone = (text: string) => unneededBases(bases, new Date(text)).map(({ folder }) => folder);
  expect(gone('2026-03-01T00:00:00Z')).toEqual([]);
  expect(gone('2026-04-10T00:00:00Z')).toEqual([]);
  expect(gone('2026-04-15T00:00:00Z')).toEqual(['2026-04-01']);
  expect(gone('2026-06-01T00:00:00Z')).toEqual(['2026-04-01', '2026-04-15']);
});
