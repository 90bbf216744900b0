import { expect, test } from 'vitest';
import { inChosenOrder, withKeyMoved } from './columnOrder.ts';

const usual = ['kind', 'applicant', 'dept', 'step', 'time'];

test('columns stand as they were put, and a new one beside its usual neighbour', () => {
  expect(inChosenOrder(usual, [])).toEqual(usual);
  expect(inChosenOrder(usual, ['time', 'kind', 'applicant', 'dept', 'step'])).toEqual([
    'time',
    'kind',
    'applicant',
    'dept',
    'step',
  ]);
  expect(inChosenOrder(usual, ['step', 'kind', 'dept'])).toEqual([
    'step',
    'time',
    'kind',
    'applicant',
    'dept',
  ]);
  expect(inChosenOrder(['kind', 'step'], ['time', 'step', 'kind'])).toEqual(['step', 'kind']);
});

test('a column takes the place of another one, to the left and to the right', () => {
  expect(withKeyMoved(usual, 'time', 'kind')[0]).toBe('time');
  expect(withKeyMoved(usual, 'kind', 'step')).toEqual([
    'applicant',
    'dept',
    'step',
    'kind',
    'time',
  ]);
  expect(withKeyMoved(usual, 'kind', 'gone')).toEqual(usual);
});
