import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignExperts, conflictOf, type JudgingExpert, type SoughtRecord } from './conflicts.ts';
import { keywordsOfText } from './points.ts';

const judge = (
  id: string,
  college: string | null,
  more: Partial<JudgingExpert> = {},
): JudgingExpert => ({
  id,
  userId: `u${id}`,
  name: `专家${id}`,
  unit: '江陵大学',
  college,
  subjects: [],
  keywords: new Set(),
  ...more,
});
const item = (id: string, more: Partial<SoughtRecord> = {}): SoughtRecord => ({
  id,
  people: ['u9'],
  outsiders: [],
  college: '310',
  subjects: [],
  keywords: new Set(),
  collaborators: new Map(),
  teaching: new Map(),
  kin: new Map(),
  avoided: [],
  wanted: 2,
  judging: [],
  declined: [],
  ...more,
});

describe('nobody judges (R-802)', () => {
  test('what names them', () => {
    expect(conflictOf(judge('9', '320'), item('1'))?.code).toBe('7');
    const outside = judge('8', '900', { name: '欧阳澈', unit: '某大学' });
    const outsiders = [{ name: '欧阳澈', unit: '某 大学' }];
    expect(conflictOf(outside, item('1', { outsiders }))?.code).toBe('7');
  });

  test('what their own college or their own unit hands in', () => {
    expect(conflictOf(judge('1', '310'), item('1'))?.code).toBe('1');
    const outside = judge('8', '900', { unit: '某大学' });
    const outsiders = [{ name: '别人', unit: '某大学' }];
    expect(conflictOf(outside, item('1', { outsiders }))?.code).toBe('2');
  });

  test('what their students, teachers or relatives hand in, nor whoever asked that they do not', () => {
    const one = judge('1', '320');
    const teaching = new Map([['u1', '导师：周明远']]);
    const kin = new Map([['u1', '亲属：周明远']]);
    expect(conflictOf(one, item('1', { teaching }))).toEqual({ code: '4', why: '导师：周明远' });
    expect(conflictOf(one, item('1', { teaching, kin }))?.code).toBe('6');
    const avoided = [{ userId: null, name: '专家1', unit: '江陵 大学', reason: '学术争议' }];
    expect(conflictOf(one, item('1', { avoided }))).toEqual({ code: '5', why: '学术争议' });
    const namesake = [{ userId: null, name: '专家1', unit: '别的大学', reason: '' }];
    expect(conflictOf(one, item('1', { avoided: namesake }))).toBeNull();
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
    mostPerExpert: null,
    load: new Map<string, number>(),
    seed: '1',
  };

  test('prefers experts of different colleges, and those with less to do', async () => {
    const { pairs, short } = await assignExperts({ ...asked, items: [item('a'), item('b')] });
    expect(short).toEqual([]);
    // Each record has one of either college, and the two of the same college have one each.
    const of = (id: string) =>
      pairs.filter(({ item: one }) => one === id).map(({ expert }) => expert);
    expect([of('a'), of('b')].map((some) => some.includes('4'))).toEqual([true, true]);
    expect([...of('a'), ...of('b')].toSorted()).toEqual(['2', '3', '4', '4']);
  });

  test('nobody is taken from a record that only they may judge', async () => {
    // Greedy gives the first record the better expert, and the second nobody.
    const [one, two] = [
      judge('1', '320', { subjects: ['52040'] }),
      judge('2', '330', { subjects: ['52010'] }),
    ];
    const items = [
      item('a', { subjects: ['52040'], wanted: 1 }),
      item('b', { wanted: 1, subjects: ['52040'], declined: ['2'] }),
    ];
    const { pairs, short } = await assignExperts({
      ...asked,
      panel: [one, two],
      mostPerExpert: 1,
      items,
    });
    expect(short).toEqual([]);
    expect(pairs).toMatchObject([
      { item: 'a', expert: '2' },
      { item: 'b', expert: '1' },
    ]);
  });

  test('those who know the subject go first, and the same seed gives the same', async () => {
    const knows = { subjects: ['52040'], keywords: keywordsOfText('图神经网络；知识图谱') };
    const judges = [judge('1', '320'), judge('2', '330', knows), judge('3', '340')];
    const items = [item('a', { subjects: ['52040'], keywords: keywordsOfText('图神经网络') })];
    const given = async () => (await assignExperts({ ...asked, panel: judges, items })).pairs;
    expect((await given()).find(({ expert }) => expert === '2')?.points).toBe(4);
    expect(await given()).toEqual(await given());
  });

  test('who worked with the applicants does not judge', async () => {
    const one = judge('1', '320');
    const worked = item('a', { collaborators: new Map([['u1', '论文 3 项']]) });
    expect(conflictOf(one, worked)).toEqual({ code: '3', why: '论文 3 项' });
    const { short } = await assignExperts({
      ...asked,
      panel: [one],
      items: [{ ...worked, wanted: 1 }],
    });
    expect(short).toEqual([{ item: 'a', lacking: 1 }]);
  });

  test('asks nobody twice, and fills up for those who declined', async () => {
    const { pairs } = await assignExperts({
      ...asked,
      items: [item('a', { wanted: 1, judging: ['2'], declined: ['4'] })],
    });
    expect(pairs).toMatchObject([{ item: 'a', expert: '3' }]);
  });

  test('records that nobody knows anything of are not given to one person alone', async () => {
    const [near, far] = [judge('1', '320', { subjects: ['52040'] }), judge('2', '330')];
    const items = Array.from({ length: 8 }, (_, at) =>
      item(String(at), { subjects: ['87010'], wanted: 1 }),
    );
    const { pairs } = await assignExperts({ ...asked, panel: [near, far], items });
    const counts = ['1', '2'].map((id) => pairs.filter(({ expert }) => expert === id).length);
    expect(counts).toEqual([4, 4]);
  });

  test('says which record lacks how many', async () => {
    expect((await assignExperts({ ...asked, items: [item('a', { wanted: 4 })] })).short).toEqual([
      { item: 'a', lacking: 1 },
    ]);
    const both = await assignExperts({ ...asked, mostPerExpert: 1, items: [item('a'), item('b')] });
    expect(both.short.map(({ lacking }) => lacking)).toEqual([1]);
  });

  test('gives nobody what they must not judge, nor more than the limit', async () => {
    const colleges = fc.constantFrom('310', '320', '330', null);
    await fc.assert(
      fc.asyncProperty(
        fc.array(colleges, { minLength: 1, maxLength: 8 }),
        fc.array(colleges, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        async (experts, records, perItem, most) => {
          const judges = experts.map((college, at) => judge(String(at), college));
          const items = records.map((college, at) =>
            item(String(at), { college, people: [`u${at}`], wanted: perItem }),
          );
          const load = new Map<string, number>();
          const { pairs } = await assignExperts({
            items,
            panel: judges,
            mostPerExpert: most,
            load,
            seed: '7',
          });
          for (const one of items) {
            const own = pairs.filter((pair) => pair.item === one.id).map(({ expert }) => expert);
            expect(own.length).toBeLessThanOrEqual(perItem);
            expect(new Set(own).size).toBe(own.length);
            for (const expert of own) {
              expect(conflictOf(judges[Number(expert)] as JudgingExpert, one)).toBeNull();
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
