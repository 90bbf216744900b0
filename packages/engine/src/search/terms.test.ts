import { expect, test } from 'vitest';
import { matchRangesOf, typedTextRuns } from './marks.ts';
import { loadReadings } from './readings.ts';
import { syllableDivisions } from './syllables.ts';
import { cachingTermMaker, type SearchedText, termMaker } from './terms.ts';
import { typedQuery } from './typed.ts';

const readings = await loadReadings();
const termsOf = termMaker(readings);

/** Does this condition of `tsquery` hold of the terms? A second reading of the few forms we write. */
const holds = (condition: string, terms: ReadonlySet<string>): boolean => {
  const tokens = condition.match(/'[^']*'(?::\*)?|[&|()]/g) ?? [];
  let at = 0;
  const single = (): boolean => {
    const token = tokens[at++] ?? '';
    if (token === '(') {
      const inner = either();
      at += 1;
      return inner;
    }
    const text = token.slice(1, token.lastIndexOf("'"));
    return token.endsWith(':*') ? [...terms].some((one) => one.startsWith(text)) : terms.has(text);
  };
  const every = (): boolean => {
    let value = single();
    while (tokens[at] === '&') {
      at += 1;
      value = single() && value;
    }
    return value;
  };
  const either = (): boolean => {
    let value = every();
    while (tokens[at] === '|') {
      at += 1;
      value = every() || value;
    }
    return value;
  };
  return either();
};

const texts = (...given: readonly string[]): readonly SearchedText[] =>
  given.map((text) => ({ text, names: false }));

const finds = (typed: string, of: readonly SearchedText[]): boolean => {
  const terms = new Set(termsOf(of));
  const [found, named] = [false, true].map((one) => {
    const query = typedQuery(typed, '', one);
    return query !== null && holds(query.all, terms);
  });
  expect(named).toBe(found);
  return found === true;
};

const paper = [
  ...texts(
    'LW20260001',
    '基于BERT的科研管理系统',
    'Über learning systems',
    '10.1016/j.jss.2020.110',
  ),
  { text: '曾明、单雄信;Anna Müller', names: true },
];

test.each([
  ['科', 'one character'],
  ['统', 'the last character'],
  ['科研', 'two characters'],
  ['科研管理系统', 'many'],
  ['管理 科研', 'words in any order'],
  ['kygl', 'initials'],
  ['kyglxt', 'more initials than are kept together'],
  ['keyan', 'pinyin'],
  ['keyanguanlixit', 'pinyin with the last syllable begun'],
  ['ke yan', 'pinyin in words'],
  ["ke'yan", 'pinyin with an apostrophe'],
  ['曾明', 'a name'],
  ['zengming', 'a name by its family name'],
  ['shanxx', 'nothing'],
  ['sxx', 'initials of a name by its family name'],
  ['lw2026', 'the beginning of a number'],
  ['ＬＷ２０２６０００１', 'full-width letters'],
  ['20260001', 'the digits of a number'],
  ['10.1016/j.jss.2020.110', 'a DOI'],
  ['https://doi.org/10.1016/j.jss', 'nothing'],
  ['bert的科研', 'a word inside Chinese'],
  ['uber', 'a word without its accent'],
  ['muller', 'a name without its accent'],
  ['learn sys', 'beginnings of words'],
])('%s is found by %s', (typed, how) => {
  expect(finds(typed, paper)).toBe(how !== 'nothing');
});

test.each(['研科', '科管', 'xyz', 'earning', 'zhengming', '10.1017', '理系管'])(
  '%s finds no record that does not hold it',
  (typed) => expect(finds(typed, paper)).toBe(false),
);

test('readings follow the word, and names of people their family name', () => {
  expect(finds('chongqingyinhang', texts('重庆银行'))).toBe(true);
  expect(finds('lvse', texts('绿色化学'))).toBe(true);
  expect(finds('lüse', texts('绿色化学'))).toBe(true);
  expect(finds('qiuying', texts('仇英'))).toBe(false);
  expect(finds('qiuying', [{ text: '仇英', names: true }])).toBe(true);
});

test('one that remembers names makes the same terms', () => {
  const remembering = cachingTermMaker(readings);
  for (const _ of ['first', 'again']) expect(remembering(paper)).toEqual(termsOf(paper));
});

test('letters are divided into syllables in every way, the last perhaps begun', () => {
  expect(syllableDivisions('fangan')).toEqual([
    ['fang', 'an'],
    ['fang', 'a', 'n'],
    ['fan', 'gan'],
    ['fan', 'ga', 'n'],
  ]);
  expect(syllableDivisions('keyang').map((one) => one.join(' '))).toContain('ke yang');
  expect(syllableDivisions('lyu')).toEqual([['lv']]);
  expect(syllableDivisions('bxz')).toEqual([]);
  expect(syllableDivisions('xianxianxianxianxianxianxianxian').length).toBeLessThanOrEqual(8);
});

test('what holds nothing to search for is no question, and no text makes a term of reach', () => {
  for (const typed of ['', '  ', '%', "'", '_ ! :*', '\\']) expect(typedQuery(typed)).toBeNull();
  const odd = `@u1 '@d2' @000000.paper =x #y ~z`;
  expect(termsOf(texts(odd)).join('')).not.toContain('@');
  expect(typedQuery(`a' | '@u1`)?.all).not.toContain('@');
});

const shown = (text: string, typed: string, names = false): string => {
  const ranges = matchRangesOf(text, typedTextRuns(typed), readings, names);
  return [...ranges]
    .reverse()
    .reduce(
      (all, [from, to]) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`,
      text,
    );
};

test.each([
  ['高校科研管理', '科研', '高校[科研]管理'],
  ['高校科研管理', 'kygl', '高校[科研管理]'],
  ['高校科研管理', 'keyang', '高校[科研管]理'],
  ['高校科研管理', 'keyanb', '高校科研管理'],
  ['高校科研管理', 'keyangu', '高校[科研管]理'],
  ['高校科研管理', '管理 高校', '[高校]科研[管理]'],
  ['Deep Learning', 'learn', 'Deep [Learn]ing'],
  ['𠀀Ｂert 模型', 'bert', '𠀀[Ｂert] 模型'],
  ['Über', 'uber', '[Über]'],
])('%s typed %s is marked %s', (text, typed, expected) => {
  expect(shown(text, typed)).toBe(expected);
});

test('a name is marked by the reading of its family name', () => {
  expect(shown('李明、曾国藩', 'zgf', true)).toBe('李明、[曾国藩]');
});
