import { expect, test } from 'vitest';
import { refreshBySource } from './refreshed.ts';

const time = '2026-11-30 04:20:00';

test.each([
  ['an empty count is filled', {}, { citedNum: 3 }, { citedNum: 3, sourceCited: 3 }],
  [
    'a count that the source said last follows it',
    { citedNum: 3, sourceCited: 3 },
    { citedNum: 5 },
    { citedNum: 5, sourceCited: 5 },
  ],
  [
    'a count that somebody typed stays, and that of the source stands beside it',
    { citedNum: 9, sourceCited: 3 },
    { citedNum: 5 },
    { sourceCited: 5 },
  ],
  [
    'a paper that is open is said to be',
    { isOA: null },
    { openAccess: 'gold' },
    { openAccess: 'gold', isOA: '1' },
  ],
  [
    'a paper that is open by now',
    { isOA: '0', openAccess: 'closed' },
    { openAccess: 'green' },
    { openAccess: 'green', isOA: '1' },
  ],
  [
    'what somebody said of open access stays',
    { isOA: '1', openAccess: null },
    { openAccess: 'closed' },
    { openAccess: 'closed' },
  ],
  [
    'a record without 是否开放获取 gets none',
    {},
    { openAccess: 'closed' },
    { openAccess: 'closed' },
  ],
  ['a state that nobody knows is left', {}, { openAccess: 'platinum' }, {}],
  ['a work that the source does not know was asked for all the same', { citedNum: 2 }, {}, {}],
])('%s', (_what, stands, told, wanted) => {
  expect(refreshBySource(stands, told, time)).toEqual({ refreshTime: time, ...wanted });
});
