import { describe, expect, it } from 'vitest';
import {
  ageOnNewYear,
  type LeaderFile,
  type LeaderRule,
  unmetRequirements,
} from './leader-rule.ts';

const open: LeaderRule = {
  planYear: 2027,
  leaderRank: null,
  leaderDegree: null,
  leaderMinAge: null,
  leaderMaxAge: null,
  leaderSorters: null,
};
const file: LeaderFile = { rank: '012', degree: '201', birthDate: '1987-01-02', sorter: '01' };
const unknown: LeaderFile = { rank: null, degree: null, birthDate: null, sorter: null };
const lacks = (rule: Partial<LeaderRule>, own: Partial<LeaderFile> = {}) =>
  unmetRequirements({ ...open, ...rule }, { ...file, ...own }).map(([zh]) => zh);

describe('R-102.1: whoever leads a declaration', () => {
  it('may be anybody where nothing is asked', () => {
    expect(unmetRequirements(open, unknown)).toEqual([]);
  });
  it('has the rank or a higher one, of whatever series', () => {
    expect(lacks({ leaderRank: '2' })).toEqual([]);
    expect(lacks({ leaderRank: '2' }, { rank: '081' })).toEqual([]);
    expect(lacks({ leaderRank: '2' }, { rank: '013' })).toEqual(['职称不符合要求：需副高级及以上']);
    expect(lacks({ leaderRank: '4' }, { rank: '999' })).toHaveLength(1);
  });
  it('has the degree, which no honour replaces', () => {
    expect(lacks({ leaderDegree: '3' })).toEqual([]);
    expect(lacks({ leaderDegree: '4' }, { degree: '1' })).toHaveLength(1);
    expect(lacks({ leaderDegree: '2' }, { degree: '301' })).toEqual([
      '学位不符合要求：需博士及以上',
    ]);
  });
  it('is of an age on 1 January of the year of the plan', () => {
    expect(ageOnNewYear('1987-01-01', 2027)).toBe(40);
    expect(ageOnNewYear('1987-01-02', 2027)).toBe(39);
    expect(lacks({ leaderMaxAge: 39 })).toEqual([]);
    expect(lacks({ leaderMaxAge: 39 }, { birthDate: '1987-01-01' })).toEqual([
      '年龄不符合要求：不超过 39 周岁',
    ]);
    expect(lacks({ leaderMinAge: 40 })).toEqual(['年龄不符合要求：需满 40 周岁']);
  });
  it('is of one of the categories', () => {
    expect(lacks({ leaderSorters: ['02', '07'] })).toEqual([
      '人员类别不符合要求：需专职科研人员、博士后',
    ]);
    expect(lacks({ leaderSorters: ['01'] })).toEqual([]);
  });
  it('is asked for what the file does not say', () => {
    const rule = { ...open, leaderRank: '4', leaderDegree: '4', leaderMinAge: 18 } as const;
    expect(unmetRequirements(rule, unknown)).toHaveLength(3);
  });
});
