import { expect, test } from 'vitest';
import { music } from './music.ts';
import { shownWorkValues, validateWork } from './testing.ts';

const judge = validateWork(music);

const complete = {
  ...shownWorkValues,
  workName: '艺术歌曲《橘颂》',
  musicType: '02',
  displayWay: '03',
  carrier: '全省高校音乐作品展演',
  publishDate: '2026-05-04',
};

test('a song is complete with type, event, level and date', () => {
  expect(judge(complete)).toMatchObject({ faults: [], row: { statYear: 2026 } });
  expect(judge({ ...complete, carrier: '', displayLevel: '' }).faults).toEqual([
    expect.stringMatching(/^displayLevel: /),
    expect.stringMatching(/^carrier: /),
  ]);
});

test('two singers of one song at one concert are two records (R-502)', () => {
  const [author = {}] = shownWorkValues.authors;
  const other = { ...complete, authors: [{ ...author, name: '徐怀瑾' }] };
  expect(judge(other).row.occasion).not.toBe(judge(complete).row.occasion);
});
