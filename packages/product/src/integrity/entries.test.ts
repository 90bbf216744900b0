import { describe, expect, test } from 'vitest';
import { dayIn, entriesIn, matchFromPoints, matchPointsOf } from './entries.ts';

const watch = [
  [
    'Record ID',
    'Title',
    'Journal',
    'OriginalPaperDate',
    'OriginalPaperDOI',
    'RetractionDate',
    'RetractionDOI',
    'RetractionNature',
    'Reason',
  ],
  [
    '1',
    'A Study of X',
    'Journal of X',
    '5/12/2021 0:00',
    'https://doi.org/10.1000/ABC',
    '11/20/2023 0:00',
    '10.1000/ret',
    'Retraction',
    '+Fake Peer Review;+Paper Mill;',
  ],
  [
    '2',
    'A Correction',
    'Journal of X',
    '5/12/2021 0:00',
    '10.1000/def',
    '11/20/2023 0:00',
    '',
    'Correction',
    '',
  ],
  [
    '3',
    'No DOI',
    'Journal of Y',
    '1/2/2020 0:00',
    'Unavailable',
    '',
    'unavailable',
    'Expression of concern',
    '',
  ],
];

test('a file of Retraction Watch is read by its headings; corrections are no retractions', () => {
  expect(entriesIn(watch)).toEqual([
    {
      row: 2,
      doi: '10.1000/abc',
      title: 'A Study of X',
      journal: 'Journal of X',
      issn: '',
      year: 2021,
      date: '2023-11-20',
      noticeDoi: '10.1000/ret',
      reason: 'Fake Peer Review；Paper Mill；Retraction',
    },
    expect.objectContaining({ row: 4, doi: '', noticeDoi: '', date: null, year: 2020 }),
  ]);
});

test('a list of journals is read below the title of its publisher', () => {
  const found = entriesIn([
    ['2025 年国际期刊预警名单'],
    [],
    ['序号', '期刊名称', 'ISSN', '预警等级'],
    [1, 'Journal of Z', '1234-567x', '高'],
    [2, '', '', ''],
  ]);
  expect(found).toMatchObject([{ journal: 'Journal of Z', issn: '1234567X', reason: '高' }]);
});

test('a table without such headings is no list', () => {
  expect(
    entriesIn([
      ['姓名', '工号'],
      ['甲', '1'],
    ]),
  ).toBeNull();
});

describe('dates', () => {
  test.each([
    ['11/20/2023 0:00', '2023-11-20'],
    ['2023-11-20', '2023-11-20'],
    ['2023年11月', '2023-11-01'],
    ['2023/2/30', null],
    ['', null],
  ])('%s', (text, day) => {
    expect(dayIn(text)).toBe(day);
  });
});

test('a title alone is no match; with its journal or its year it is', () => {
  const none = { doi: false, title: false, journal: false, year: false };
  expect(matchPointsOf({ ...none, title: true })).toBeLessThan(matchFromPoints);
  expect(matchPointsOf({ ...none, journal: true, year: true })).toBeLessThan(matchFromPoints);
  expect(matchPointsOf({ ...none, title: true, year: true })).toBeGreaterThanOrEqual(
    matchFromPoints,
  );
  expect(matchPointsOf({ ...none, title: true, journal: true })).toBeGreaterThanOrEqual(
    matchFromPoints,
  );
  expect(matchPointsOf({ ...none, doi: true })).toBe(100);
});
