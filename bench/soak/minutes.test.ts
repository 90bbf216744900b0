import { expect, test } from 'vitest';
import { findingsOf, type Minute, minuteOf, newCounting, slopeOf } from './minutes.ts';

const minute = (server: number, time: number, errors = 0): Minute =>
  minuteOf(
    {
      ...newCounting(),
      times: Array.from({ length: 20 }, () => time),
      errors: new Map(errors === 0 ? [] : [['list: 500', errors]]),
    },
    { server, workers: 20, database: 100, pages: 500 },
  );
const minutes = (server: (at: number) => number, time: (at: number) => number) =>
  Array.from({ length: 20 }, (_, at) => minute(server(at), time(at)));
const failed = (all: readonly Minute[], busy = false) =>
  findingsOf(all, busy)
    .filter(({ met }) => !met)
    .map(({ what }) => what);
const even = (value: number) => () => value;

test('a line through values has their slope', () => {
  expect(slopeOf([3, 5, 7, 9])).toBeCloseTo(2);
  expect(slopeOf([4, 4, 4])).toBe(0);
  expect(slopeOf([4])).toBe(0);
});

test('memory that grows at first and then stays is flat; memory that goes on growing is not', () => {
  const early = (at: number): number => 200 + Math.min(at, 8) * 20;
  expect(failed(minutes(early, even(30)))).toEqual([]);
  expect(failed(minutes((at) => 200 + at * 5, even(30)))).toEqual(['memory of the server']);
});

test('connections whose memory rises and falls are no leak; those that only rise are', () => {
  const of = (database: (at: number) => number): readonly Minute[] =>
    minutes(even(200), even(30)).map((one, at) => ({
      ...one,
      memory: { ...one.memory, database: database(at) },
    }));
  expect(failed(of((at) => 600 + (at % 4) * 200))).toEqual([]);
  expect(failed(of((at) => 600 + at * 60))).toEqual(['memory of PostgreSQL']);
});

test('answers that become slower are found, but not on a machine with other work', () => {
  const slower = minutes(even(200), (at) => 20 + at * 4);
  expect(failed(slower)).toEqual(['p95']);
  expect(failed(slower, true)).toEqual([]);
});

test('one error is an error, however short the soak', () => {
  expect(failed([minute(200, 30), minute(200, 30, 1)])).toEqual(['errors']);
});
