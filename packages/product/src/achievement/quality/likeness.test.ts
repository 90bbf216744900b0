import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ComparedPart, duplicateFromPoints, likenessOf } from './likeness.ts';
import { comparedDigestOf, searchTermsOf } from './terms.server.ts';

const letter = fc.constantFrom(
  ...'基于深度学习的湿地碳汇遥感反演方法研究水稻田甲烷排放监测模型应用',
);
const title = fc.array(letter, { minLength: 6, maxLength: 30 }).map((letters) => letters.join(''));
const person = fc.constantFrom('1', '2', '3', '4', '外校甲');
const known: fc.Arbitrary<ComparedPart> = fc.record({
  title,
  year: fc.option(fc.integer({ min: 2018, max: 2026 })),
  keys: fc.subarray(['doi 10.1/a', 'doi 10.1/b', 'issn 1']),
  people: fc.uniqueArray(person, { maxLength: 4 }),
});

const paper: ComparedPart = {
  title: '基于深度学习的湿地碳汇遥感反演研究',
  year: 2025,
  keys: [],
  people: ['1', '2'],
};

describe('how likely two records are one', () => {
  test('it does not matter which comes first', () => {
    fc.assert(
      fc.property(known, known, (one, other) => {
        expect(likenessOf(one, other).score).toBe(likenessOf(other, one).score);
      }),
    );
  });

  test('points lie between 0 and 100, and a record is like itself', () => {
    fc.assert(
      fc.property(known, known, (one, other) => {
        const { score } = likenessOf(one, other);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(likenessOf(one, one).score).toBeGreaterThanOrEqual(duplicateFromPoints);
      }),
    );
  });

  test('the same number is certain, whatever else differs', () => {
    fc.assert(
      fc.property(known, known, (one, other) => {
        const keys = ['isbn 9787115546081'];
        expect(likenessOf({ ...one, keys }, { ...other, keys })).toEqual({
          score: 100,
          reasons: ['key'],
        });
      }),
    );
  });

  test('shared people and a close year never make it less likely', () => {
    fc.assert(
      fc.property(title, title, known, (one, other, rest) => {
        const bare = { ...rest, keys: [] };
        const apart = likenessOf(
          { ...bare, title: one, people: ['1'], year: 2018 },
          { ...bare, title: other, people: ['2'], year: 2026 },
        );
        const close = likenessOf({ ...bare, title: one }, { ...bare, title: other });
        expect(close.score).toBeGreaterThanOrEqual(apart.score);
      }),
    );
  });

  test('a word more in the title, by the same people in the next year, is suspected', () => {
    const other = { ...paper, title: '基于深度学习的湿地碳汇遥感反演方法研究', year: 2026 };
    expect(likenessOf(paper, other)).toMatchObject({ reasons: ['similar', 'people', 'year'] });
    expect(likenessOf(paper, other).score).toBeGreaterThanOrEqual(duplicateFromPoints);
  });

  test('of two kinds it takes nearly the same title, and somebody in both', () => {
    const across = (other: Partial<ComparedPart>) =>
      likenessOf(paper, { ...paper, ...other }, true);
    expect(across({ year: 2024 })).toMatchObject({
      reasons: ['title', 'people', 'year', 'otherKind'],
    });
    expect(across({ year: 2024 }).score).toBeGreaterThanOrEqual(duplicateFromPoints);
    expect(across({ people: ['9'] }).score).toBe(0);
    expect(across({ title: '基于深度学习的湿地碳汇反演研究' }).score).toBe(0);
    expect(likenessOf(paper, { ...paper, title: '基于深度学习的湿地碳汇反演研究' }).score).not.toBe(
      0,
    );
  });

  test('another work of the same people is not', () => {
    const other = { ...paper, title: '稻田甲烷排放的季节变化' };
    expect(likenessOf(paper, other).score).toBe(0);
  });

  test('the next work of a series by the same people, on another object, is not', () => {
    const other = { ...paper, title: '基于深度学习的农田碳储遥感反演研究' };
    expect(likenessOf(paper, other).score).toBe(0);
  });

  test('other numbers speak against it', () => {
    const one = { ...paper, keys: ['applyNum 1'] };
    const other = { ...paper, keys: ['applyNum 2'] };
    expect(likenessOf(one, other).reasons).toContain('otherKey');
    expect(likenessOf(one, other).score).toBeLessThan(likenessOf(paper, paper).score);
  });
});

const meet = (one: ComparedPart, other: ComparedPart): boolean => {
  const own = new Set(searchTermsOf(['writing'], other).own);
  return searchTermsOf(['writing'], one).asked.some((term) => own.has(term));
};

describe('where records that may be one meet', () => {
  test('the same number, title, or person in the same year', () => {
    fc.assert(
      fc.property(known, known, (one, other) => {
        expect(meet({ ...one, keys: ['doi x'] }, { ...other, keys: ['doi x'] })).toBe(true);
        expect(meet(one, { ...other, title: `《${one.title}》` })).toBe(true);
        const [mine, theirs] = [
          { ...one, people: ['9'], year: 2024 },
          { ...other, people: ['9'], year: 2025 },
        ];
        expect(meet(mine, theirs)).toBe(true);
        expect(meet(theirs, mine)).toBe(true);
      }),
    );
  });

  test('titles that are nearly the same, though nobody is in both', () => {
    const long = `${paper.title}——以洪湖国际重要湿地为例`;
    const other = { ...paper, title: long.replace('为例', '例'), people: ['8'] };
    expect(meet({ ...paper, title: long }, other)).toBe(true);
  });

  test('titles that have little in common do not', () => {
    const other = { ...paper, title: '稻田甲烷排放的季节变化与管理', people: ['8'] };
    expect(meet(paper, other)).toBe(false);
  });

  test('only kinds that can be taken for the same', () => {
    const asked = searchTermsOf(['writing', 'artwork'], paper).asked;
    const meets = (place: string) =>
      searchTermsOf([place], paper).own.some((term) => asked.includes(term));
    expect(['writing', 'artwork', 'patentapp'].map(meets)).toEqual([true, true, false]);
  });
});

test('a digest changes with what is compared, and with nothing else', () => {
  fc.assert(
    fc.property(known, known, (one, other) => {
      const shuffled = { ...one, people: one.people.toReversed(), keys: one.keys.toReversed() };
      expect(comparedDigestOf(shuffled)).toBe(comparedDigestOf(one));
      expect(comparedDigestOf({ ...one, year: (one.year ?? 2000) + 1 })).not.toBe(
        comparedDigestOf(one),
      );
      if (one.title !== other.title) {
        expect(comparedDigestOf({ ...one, title: other.title })).not.toBe(comparedDigestOf(one));
      }
    }),
  );
});
