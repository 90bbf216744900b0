import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AuthorRow } from '../common/authors.ts';
import { paper as shape } from '../paper/paper.ts';
import { differingFields, isChoosable, mergedAuthors, mergedValues } from './merging.ts';
import type { SideChoice } from './quality.ts';

const paper = untypedResource(shape);

/** Authors with ranks from 1 and shares that add up to 100, each person once. */
const authors: fc.Arbitrary<readonly AuthorRow[]> = fc
  .uniqueArray(
    fc.record({
      person: fc.constantFrom('1', '2', '3', '4', '张三', '李四'),
      status: fc.constantFrom('0', '1', '2'),
    }),
    { minLength: 1, maxLength: 5, selector: ({ person }) => person },
  )
  .map((people) =>
    people.map(({ person, status }, index) => {
      const isOurs = /^\d$/.test(person);
      return {
        sort: index + 1,
        personType: isOurs ? '01' : '03',
        userId: isOurs ? person : null,
        name: person,
        unit: '江陵大学',
        authorType: index === 0 ? '01' : '06',
        contributionRate: index === 0 ? String(100 - 10 * (people.length - 1)) : '10',
        confirmStatus: isOurs ? status : null,
      } as unknown as AuthorRow;
    }),
  );
const choice = fc.constantFrom<SideChoice | undefined>('other', 'both', undefined);

const personOf = ({ userId, name }: AuthorRow): string => userId ?? name ?? '';
const sum = (lines: readonly AuthorRow[]): number =>
  lines.reduce((all, { contributionRate }) => all + Number(contributionRate), 0);

describe('the authors of the merged record', () => {
  test('of both: everybody once, ranked without gaps, shares as before', () => {
    fc.assert(
      fc.property(authors, authors, (kept, dropped) => {
        const merged = mergedAuthors(kept, dropped, 'both');
        const people = merged.map(personOf);
        expect(new Set(people)).toEqual(new Set([...kept, ...dropped].map(personOf)));
        expect(new Set(people).size).toBe(people.length);
        expect(merged.map(({ sort }) => sort)).toEqual(merged.map((_line, index) => index + 1));
        expect(sum(merged)).toBe(100);
      }),
    );
  });

  test('of one: its own, in its order', () => {
    fc.assert(
      fc.property(authors, authors, (kept, dropped) => {
        expect(mergedAuthors(kept, dropped, undefined).map(personOf)).toEqual(kept.map(personOf));
        expect(mergedAuthors(kept, dropped, 'other').map(personOf)).toEqual(dropped.map(personOf));
      }),
    );
  });

  test('nobody who agreed to the same part is asked again, and no objection is lost', () => {
    fc.assert(
      fc.property(authors, authors, choice, (kept, dropped, chosen) => {
        const [source, other] = chosen === 'other' ? [dropped, kept] : [kept, dropped];
        const merged = mergedAuthors(kept, dropped, chosen);
        for (const line of source) {
          const now = merged.find((one) => personOf(one) === personOf(line));
          const twin = other.find(
            (one) =>
              personOf(one) === personOf(line) &&
              one.sort === line.sort &&
              one.contributionRate === line.contributionRate &&
              one.authorType === line.authorType,
          );
          const agreed = line.confirmStatus === '0' && twin?.confirmStatus === '1';
          expect(now?.confirmStatus).toBe(agreed ? '1' : line.confirmStatus);
        }
      }),
    );
  });

  test('merged with itself a record stays as it is', () => {
    fc.assert(
      fc.property(authors, choice, (lines, chosen) => {
        expect(mergedAuthors(lines, lines, chosen)).toEqual(lines);
      }),
    );
  });
});

describe('the values of the merged record', () => {
  const line = (indexNum: string) => ({ id: indexNum, indexType: '01', indexNum });

  test('are those that were chosen; what is not chosen is left out', () => {
    const kept = { artName: '一', doi: null, authors: [] };
    const dropped = { artName: '二', doi: '10.1/a', authors: [] };
    expect(mergedValues(paper, kept, dropped, { doi: 'other' })).toEqual({
      doi: '10.1/a',
      authors: [],
    });
  });

  test('of a sub-table the lines of both, equal ones once', () => {
    const kept = { indexRecords: [line('a'), line('b')], authors: [] };
    const dropped = { indexRecords: [{ ...line('b'), id: 'x' }, line('c')], authors: [] };
    expect(mergedValues(paper, kept, dropped, { indexRecords: 'both' }).indexRecords).toEqual([
      line('a'),
      line('b'),
      line('c'),
    ]);
  });

  test('what is worked out, and files, are nobody’s choice', () => {
    expect(
      ['paperNum', 'firstAuthor', 'attachments'].map((name) => isChoosable(paper, name)),
    ).toEqual([false, false, false]);
    const kept = { paperNum: 'LW1', authors: [] };
    const dropped = { paperNum: 'LW2', authors: [] };
    expect(mergedValues(paper, kept, dropped, { paperNum: 'other' })).toEqual({ authors: [] });
  });

  test('whoever confirmed makes no difference between the authors of two records', () => {
    const one = { authors: [{ name: '林', confirmStatus: '1' }] };
    const other = { authors: [{ name: '林', confirmStatus: '0' }] };
    expect([...differingFields(paper, one, other)]).toEqual([]);
    expect([...differingFields(paper, one, { authors: [] })]).toEqual(['authors']);
  });
});
