import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assign, conflictOf, type Judge, type Sought } from './conflicts.ts';
import { keywordsOf } from './points.ts';

const judge = (id: string, college: string | null, more: Partial<Judge> = {}): Judge => ({
  id,
  userId: `u${id}`,
  name: `专家${id}`,
  unit: '江陵大学',
  college,
  subjects: [],
  keywords: new Set(),
  ...more,
});
const item = (id: string, more: Partial<Sought> = {}): Sought => ({
  id,
  people: ['u9'],
  outsiders: [],
  college: '310',
  subjects: [],
  keywords: new Set(),
  collaborators: new Map(),
  judging: [],
  declined: [],
  ...more,
});

describe('nobody judges (R-802)', () => {
  test('what names them', () => {
    expect(conflictOf(judge('9', '320'), item('1'))).toBe('7');
    const outside = judge('8', '900', { name: '欧阳澈', unit: '某大学' });
    const outsiders = [{ name: '欧阳澈', unit: '某 大学' }];
    expect(conflictOf(outside, item('1', { outsiders }))).toBe('7');
  });

  test('what their own college or their own unit hands in', () => {
    expect(conflictOf(judge('1', '310'), item('1'))).toBe('1');
    const outside = judge('8', '900', { unit: '某大学' });
    const outsiders = [{ name: '别人', unit: '某大学' }];
    expect(conflictOf(outside, item('1', { outsiders }))).toBe('2');
  });

  test('and others may', () => {
    expect(conflictOf(judge('1', '320'), item('1'))).toBeNull();
    expect(conflictOf(judge('1', null), item('1', { college: null }))).toBeNull();
  });
});

describe('assigning (R-801)', () => {
  const panel = [judge('1', '310'), judge('2', '320'), judge('3', '320'), judge('4', '330')];
  const asked = {
    panel,
    perItem: 2,
    mostPerExpert: null,
    load: new Map<string, number>(),
    seed: '1',
  };

  test('prefers experts of different colleges, and those with less to do', () => {
    const { pairs, short } = assign({ ...asked, items: [item('a'), item('b')] });
    expect(short).toEqual([]);
    // Each record has one of either college, and the two of the same college have one each.
    const of = (id: string) =>
      pairs.filter(({ item: one }) => one === id).map(({ expert }) => expert);
    expect([of('a'), of('b')].map((some) => some.includes('4'))).toEqual([true, true]);
    expect([...of('a'), ...of('b')].toSorted()).toEqual(['2', '3', '4', '4']);
  });

  test('nobody is taken from a record that only they may judge', () => {
    // Greedy gives the first record the better expert, and the second nobody.
    const [one, two] = [
      judge('1', '320', { subjects: ['52040'] }),
      judge('2', '330', { subjects: ['52010'] }),
    ];
    const items = [
      item('a', { subjects: ['52040'] }),
      item('b', { subjects: ['52040'], declined: ['2'] }),
    ];
    const { pairs, short } = assign({
      ...asked,
      panel: [one, two],
      perItem: 1,
      mostPerExpert: 1,
      items,
    });
    expect(short).toEqual([]);
    expect(pairs).toEqual([
      { item: 'a', expert: '2' },
      { item: 'b', expert: '1' },
    ]);
  });

  test('those who know the subject go first, and the same seed gives the same', () => {
    const knows = { subjects: ['52040'], keywords: keywordsOf('图神经网络；知识图谱') };
    const judges = [judge('1', '320'), judge('2', '330', knows), judge('3', '340')];
    const items = [item('a', { subjects: ['52040'], keywords: keywordsOf('图神经网络') })];
    const given = () => assign({ ...asked, panel: judges, perItem: 2, items }).pairs;
    expect(given().map(({ expert }) => expert)).toContain('2');
    expect(given()).toEqual(given());
  });

  test('who worked with the applicants does not judge', () => {
    const one = judge('1', '320');
    const worked = item('a', { collaborators: new Map([['u1', '论文 3 项']]) });
    expect(conflictOf(one, worked)).toBe('3');
    expect(assign({ ...asked, panel: [one], perItem: 1, items: [worked] }).short).toEqual([
      { item: 'a', lacking: 1 },
    ]);
  });

  test('asks nobody twice, and fills up for those who declined', () => {
    const { pairs } = assign({ ...asked, items: [item('a', { judging: ['2'], declined: ['4'] })] });
    expect(pairs).toEqual([{ item: 'a', expert: '3' }]);
  });

  test('says which record lacks how many', () => {
    expect(assign({ ...asked, perItem: 4, items: [item('a')] }).short).toEqual([
      { item: 'a', lacking: 1 },
    ]);
    const both = assign({ ...asked, mostPerExpert: 1, items: [item('a'), item('b')] }).short;
    expect(both.map(({ lacking }) => lacking)).toEqual([1]);
  });

  test('gives nobody what they must not judge, nor more than the limit', () => {
    const colleges = fc.constantFrom('310', '320', '330', null);
    fc.assert(
      fc.property(
        fc.array(colleges, { minLength: 1, maxLength: 8 }),
        fc.array(colleges, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        (experts, records, perItem, most) => {
          const judges = experts.map((college, at) => judge(String(at), college));
          const items = records.map((college, at) =>
            item(String(at), { college, people: [`u${at}`] }),
          );
          const load = new Map<string, number>();
          const { pairs } = assign({
            items,
            panel: judges,
            perItem,
            mostPerExpert: most,
            load,
            seed: '7',
          });
          for (const one of items) {
            const own = pairs.filter((pair) => pair.item === one.id).map(({ expert }) => expert);
            expect(own.length).toBeLessThanOrEqual(perItem);
            expect(new Set(own).size).toBe(own.length);
            for (const expert of own) {
              expect(conflictOf(judges[Number(expert)] as Judge, one)).toBeNull();
            }
          }
          for (const { id } of judges) {
            expect(pairs.filter(({ expert }) => expert === id).length).toBeLessThanOrEqual(most);
          }
        },
      ),
    );
  });
});
