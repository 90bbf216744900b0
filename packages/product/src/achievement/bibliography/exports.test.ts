import { describe, expect, it } from 'vitest';
import { joinDate } from './date.ts';
import { readDoi } from './identifiers.ts';
import { readAuthors } from './name.ts';
import { parseReferences } from './parse.ts';
import type { Reference } from './reference.ts';

// Examples of how exports and copied text really look. People and works are invented.

const only = (text: string): Reference => {
  const found = parseReferences(text);
  expect(found).toHaveLength(1);
  return found[0] as Reference;
};

const names = (printed: string): string[] => readAuthors([printed]).map(({ name }) => name);

describe('what exports print', () => {
  it.each([
    ['10.1000/demo.1，收录', '10.1000/demo.1'],
    ['10.1000/demo.1。', '10.1000/demo.1'],
    ['10.1000/demo.1中国知网', '10.1000/demo.1'],
    ['https://doi.org/10.1000/demo.1?utm_source=x', '10.1000/demo.1'],
    ['10.1000/demo.1?', '10.1000/demo.1'],
    ['https://www.example.com/doi/10.1000/demo.1/full', '10.1000/demo.1'],
    ['<doi>10.1000/demo.1</doi>', '10.1000/demo.1'],
    ['<a href="https://doi.org/10.1000/demo.1">10.1000/demo.1</a>', '10.1000/demo.1'],
    [
      '10.1002/(SICI)1097(199706)35:3<337::AID-1>3.0.CO;2-1',
      '10.1002/(SICI)1097(199706)35:3<337::AID-1>3.0.CO;2-1',
    ],
  ])('behind a DOI: %s', (text, doi) => {
    expect(readDoi(text)).toBe(doi);
  });

  it.each([
    ['林晓岚1,2;周启明1*', ['林晓岚', '周启明']],
    ['林晓岚(1),周启明(2)', ['林晓岚', '周启明']],
    ['Lin, Xiaolan1,*; Zhou, Qiming²', ['Lin, Xiaolan', 'Zhou, Qiming']],
    ['LinXiaolan', ['Lin Xiaolan']],
    ['Prof. Lin Xiaolan', ['Lin Xiaolan']],
    ['Prof. Dr. Lin Xiaolan <lin@example.edu>', ['Lin Xiaolan']],
    ['Lin X.L.†; Zhou Q.¶', ['Lin X.L.', 'Zhou Q.']],
    ['林晓岚教授 (lin@example.edu)', ['林晓岚']],
    ['第29研究所', ['第29研究所']],
  ])('in names: %s', (printed, expected) => {
    expect(names(printed)).toEqual(expected);
  });

  it.each([
    ['2023', 'NOV 15 2023', '2023-11-15'],
    ['2023', '2023 DEC', '2023-12'],
    ['1998', '1998, thesis publ. 1997', '1998'],
  ])('in the day beside the year %s: %s', (year, day, date) => {
    expect(joinDate(year, day)).toBe(date);
  });

  it('small tags of CNKI', () => {
    const work = only(
      'rt Journal Article\nsr 1\na1 林晓岚;周启明;\nt1 甲的研究\njf 乙学报\nyr 2024\nis 07\nop 1-7',
    );
    expect(work).toMatchObject({ type: 'article', title: '甲的研究', issue: '07', pages: '1-7' });
    expect(work.authors).toHaveLength(2);
  });

  it.each([
    ['%0 Journal Article\n%A 林晓岚\n%T 甲\n%J 乙年鉴\n%~ 中国年鉴', 'yearbook'],
    ['%0 Generic\n%A 演示委员会\n%T 甲\n%~ 国家标准', 'standard'],
    ['RT Journal Article\nSR 1\nT1 甲\nA1 演示委员会\nDB 法律法规', 'legalText'],
    ['RT Journal Article\nSR 1\nT1 甲\nA1 统计局\nDS 中国年鉴网络出版总库', 'yearbook'],
    ['RT Legal Rule/Regulation\nSR 1\nT1 甲\nA1 演示委员会', 'legalText'],
    ['%0 Legal Rule or Regulation\n%A 演示委员会\n%T 甲', 'legalText'],
  ])('the real kind in a second tag: %j', (text, type) => {
    expect(only(text).type).toBe(type);
  });

  it.each([
    '%0 Journal Article\n%A 林晓岚\n%T 甲\n%J 乙学报\n%P 7\n%P 12-18',
    'TY  - JOUR\nTI  - 甲\nSP  - 7\nSP  - 12-18\nER  - ',
    'RT Journal Article\nSR 1\nT1 甲\nSP 7\nOP 12-18',
  ])('a count of pages before the pages: %j', (text) => {
    expect(only(text).pages).toBe('12-18');
  });

  it('the month in which a paper came online, before it has a year', () => {
    expect(only('PT J\nAU Lin, XL\nTI A\nSO B\nEA NOV 2023\nER').date).toBe('2023-11');
  });

  it('dashes that a word processor put into RIS', () => {
    expect(only('TY – JOUR\nTI – 甲\nAU – 林晓岚\nER – ')).toMatchObject({ title: '甲' });
  });

  it('tags in titles', () => {
    expect(only('TY  - JOUR\nTI  - CO<sub>2</sub> at <i>T</i> < 5 K\nER  - ').title).toBe(
      'CO2 at T < 5 K',
    );
  });

  it('a whole list in the braces of one name, and others', () => {
    const work = only('@article{a, title={甲}, author={{林晓岚, 周启明, 吴思远}}, journal={乙}}');
    expect(work.authors.map(({ name }) => name)).toEqual(['林晓岚', '周启明', '吴思远']);
    const more = only('@article{a, title={T}, author={Lin, X. and others}, journal={J}}');
    expect(more.moreAuthors).toBe(true);
  });
});
