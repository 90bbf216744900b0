import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsedAuthor } from './name.ts';
import { pinyinSpellings } from './pinyin.ts';
import { indexStaff, matchAuthors, type StaffMember } from './staff.ts';

const staff: readonly StaffMember[] = [
  { id: '1', name: '林晓岚', departmentName: '物理学院', jobNum: '2001' },
  { id: '2', name: '欧阳明' },
  { id: '3', name: '单立' },
  { id: '4', name: '吕绿' },
  { id: '5', name: '张伟' },
  { id: '6', name: '张伟' },
  { id: '7', name: '张薇' },
  { id: '8', name: '阿依古丽·买买提' },
  { id: '9', name: 'Anna Schmidt' },
  { id: '10', name: '周启明' },
  { id: '11', name: '周乾茂' },
];

const author = (printed: string) => {
  const [family = '', given = ''] = printed.split(', ');
  return parsedAuthor(family, given);
};

const match = async (printed: string) => (await matchAuthors([author(printed)], staff))[0];

describe('authors among the staff', () => {
  it.each([
    ['林晓岚', '1', 'name'],
    ['林 晓岚', '1', 'name'],
    ['Lin Xiaolan', '1', 'pinyin'],
    ['Xiaolan Lin', '1', 'pinyin'],
    ['Lin, Xiaolan', '1', 'pinyin'],
    ['LIN, Xiao-Lan', '1', 'pinyin'],
    ['Lín, Xiǎo Lán', '1', 'pinyin'],
    ['Xiaolan, Lin', '1', 'pinyin'],
    ['Lin, XL', '1', 'initials'],
    ['Lin XL', '1', 'initials'],
    ['X. Lin', '1', 'initials'],
    ['X.-L. Lin', '1', 'initials'],
    ['Lin, X. L.', '1', 'initials'],
    ['Ouyang, Ming', '2', 'pinyin'],
    ['M. Ouyang', '2', 'initials'],
    ['Shan, Li', '3', 'pinyin'],
    ['Dan, Li', '3', 'pinyin'],
    ['Lü, Lü', '4', 'pinyin'],
    ['Lyu, Lyu', '4', 'pinyin'],
    ['LV Lv', '4', 'pinyin'],
    ['阿依古丽•买买提', '8', 'name'],
    ['Schmidt, Anna', '9', 'pinyin'],
    ['A. Schmidt', '9', 'initials'],
    ['Zhou, Qiming', '10', 'pinyin'],
  ])('%s', async (printed, id, by) => {
    expect(await match(printed)).toMatchObject({ member: { id }, by, candidates: [] });
  });

  it.each([
    ['张伟', ['5', '6']],
    ['Zhang, Wei', ['5', '6', '7']],
    ['Zhou, QM', ['10', '11']],
  ])('offers candidates and chooses none: %s', async (printed, ids) => {
    const found = await match(printed);
    expect(found?.member).toBeUndefined();
    expect(found?.candidates.map((member) => member.id)).toEqual(ids);
  });

  it('finds a name in traditional characters, and nobody who only sounds alike', async () => {
    const people = [
      { id: '1', name: '林晓岚' },
      { id: '2', name: '林小兰' },
    ];
    const found = await matchAuthors([author('林曉嵐')], people);
    expect(found[0]).toMatchObject({ by: 'pinyin' });
    expect([found[0]?.member, ...(found[0]?.candidates ?? [])].filter(Boolean)).toContainEqual(
      people[0],
    );
    const [sure] = await matchAuthors([author('林曉嵐')], people.slice(0, 1));
    expect(sure?.member?.id).toBe('1');
    const [none] = await matchAuthors([author('王曉嵐')], people);
    expect(none).toMatchObject({ candidates: [] });
    expect((await matchAuthors([author('林晓兰')], people))[0]).toMatchObject({ candidates: [] });
  });

  it.each(['王小明', 'Smith, John', 'Lin', 'Lin, Xiaoming', 'Lin, XM', 'Institute of Tides'])(
    'leaves outsiders alone: %s',
    async (printed) => {
      expect(await match(printed)).toMatchObject({ candidates: [] });
      expect((await match(printed))?.member).toBeUndefined();
    },
  );

  it('never takes one person for two authors', async () => {
    const [sure, likely] = await matchAuthors([author('Lin, Xiaolan'), author('Lin, X.')], staff);
    expect(sure?.member?.id).toBe('1');
    expect(likely).toMatchObject({ candidates: [{ id: '1' }] });
    expect(likely?.member).toBeUndefined();
    const twins = await matchAuthors([author('Lin, X.'), author('X. Lin')], staff);
    expect(twins.map((twin) => twin.member)).toEqual([undefined, undefined]);
  });

  it('answers the same from an index', async () => {
    const index = await indexStaff(staff);
    const authors = ['林晓岚', 'Zhang, Wei', 'Smith, J.'].map(author);
    expect(await matchAuthors(authors, index)).toEqual(await matchAuthors(authors, staff));
  });

  it('matches 300 authors against 5,000 people within two seconds', async () => {
    const given = '岚明远哲思涵宇轩梓萱浩然晓启'.split('');
    const surnames = '林周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张'.split('');
    const many = Array.from({ length: 5000 }, (_, id) => ({
      id: String(id),
      name: `${surnames[id % 20]}${given[Math.floor(id / 20) % 14]}${given[Math.floor(id / 280) % 14]}`,
    }));
    const authors = many
      .slice(0, 300)
      .map(({ name }) => author(pinyinSpellings(name, 1).full[0] ?? name));
    const matches = await matchAuthors(authors, many);
    expect(matches).toHaveLength(300);
  });

  it('finds a person by a variant, the English name and a former one, and once', async () => {
    const one: StaffMember = {
      id: '1',
      name: '林晓岚',
      aliases: ['林曉嵐', 'Lynn Lin', 'Lin Xiaolan', '林小兰'],
    };
    for (const printed of ['林曉嵐', 'Lynn Lin', 'Lin, Lynn', 'Lin, L', '林小兰', 'Lin Xiaolan']) {
      const [found] = await matchAuthors([author(printed)], [one, { id: '2', name: '周启明' }]);
      expect([printed, found?.member?.id]).toEqual([printed, '1']);
    }
  });

  it('finds every Chinese name by each of its spellings', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...'林周吴欧阳单吕晓岚启明乐重行'),
          minLength: 2,
          maxLength: 3,
        }),
        (name) => {
          const { full, initials } = pinyinSpellings(name, 1);
          for (const key of [...full, ...initials]) expect(key).toMatch(/^[a-z]+ [a-z]+$/);
        },
      ),
    );
  });
});
