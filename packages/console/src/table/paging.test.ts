import { describe, expect, it } from 'vitest';
import {
  followsWindow,
  lastPageIfTooFar,
  linkedPage,
  pagedQueryString,
  readPage,
  rowCountText,
} from './paging.ts';

const usual = { q: '', tab: 'todo' };

describe('readPage', () => {
  it('takes a page and one of the sizes that lists have', () => {
    expect(readPage({ page: '3', size: '50' })).toEqual({ page: 3, size: 50 });
  });

  it.each([{}, { page: '0', size: '0' }, { page: '-2', size: '201' }, { page: '1.5', size: '9' }])(
    'begins at the first page, whose size follows the window, for %o',
    (given) => {
      expect(readPage(given)).toEqual({ page: 1, size: followsWindow });
    },
  );
});

describe('writePaged', () => {
  it('leaves out what is usual', () => {
    expect(pagedQueryString(usual, { ...usual, page: 1, size: followsWindow })).toBe('');
  });

  it('writes what differs, also an empty text where something is usual', () => {
    expect(pagedQueryString(usual, { q: '土壤 a', tab: '', page: 2, size: 30 })).toBe(
      'q=%E5%9C%9F%E5%A3%A4+a&tab=&page=2&size=30',
    );
  });
});

describe('linkedPage', () => {
  it('says a size that only fits the window from the second page on', () => {
    expect(linkedPage({ page: 1, size: followsWindow }, 17)).toEqual({ page: 1, size: 0 });
    expect(linkedPage({ page: 2, size: followsWindow }, 17)).toEqual({ page: 2, size: 17 });
    expect(linkedPage({ page: 1, size: 50 }, 50)).toEqual({ page: 1, size: 50 });
  });
});

describe('pageBack', () => {
  it('leads from a page that is no more to the last one', () => {
    expect(lastPageIfTooFar({ page: 3, size: 10 }, 20)).toBe(2);
    expect(lastPageIfTooFar({ page: 3, size: 10 }, 0)).toBe(1);
  });

  it('leads nowhere from a page that is there, and from the first of nothing', () => {
    expect(lastPageIfTooFar({ page: 3, size: 10 }, 21)).toBeUndefined();
    expect(lastPageIfTooFar({ page: 1, size: 10 }, 0)).toBeUndefined();
  });
});

describe('rowsText', () => {
  it('keeps thousands apart', () => {
    expect(rowCountText(48)).toEqual(['48 条', '48']);
    expect(rowCountText(222_000)).toEqual(['222,000 条', '222,000']);
  });

  it('says that there are more than were counted', () => {
    expect(rowCountText(100_000, true)).toEqual(['10 万条以上', '100,000+']);
    expect(rowCountText(1_500, true)).toEqual(['1,500 条以上', '1,500+']);
  });
});
