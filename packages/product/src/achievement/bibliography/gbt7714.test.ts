import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReferences } from './parse.ts';
import type { Reference } from './reference.ts';

// People and works are invented; the layout is that of CNKI, Wanfang, VIP and of the standard itself.

const only = (text: string): Reference => {
  const found = parseReferences(text);
  expect(found).toHaveLength(1);
  return found[0] as Reference;
};

const names = (work: Reference): string[] => work.authors.map((author) => author.name);

describe('a citation of GB/T 7714', () => {
  it.each([
    '[1]林晓岚,周启明,吴思远.薄膜吸附的原位研究[J].云山大学学报(自然科学版),2024,52(07):1-7.DOI:10.13000/j.demo.2024.07.011.',
    '林晓岚, 周启明, 吴思远. 薄膜吸附的原位研究[J]. 云山大学学报(自然科学版), 2024, 52(07): 1-7. DOI:10.13000/j.demo.2024.07.011',
    '［1］林晓岚，周启明，吴思远．薄膜吸附的原位研究［J］．云山大学学报（自然科学版），2024，52（07）：1－7．DOI：10.13000/j.demo.2024.07.011.',
    '1. 林晓岚、周启明、吴思远。薄膜吸附的原位研究[J/OL]。云山大学学报(自然科学版),2024,52(07):1-7[2024-09-01].https://doi.org/10.13000/j.demo.2024.07.011',
  ])('of an article, whatever its punctuation: %s', (text) => {
    const work = only(text);
    expect(names(work)).toEqual(['林晓岚', '周启明', '吴思远']);
    expect(work).toMatchObject({
      type: 'article',
      source: 'gbt7714',
      title: '薄膜吸附的原位研究',
      date: '2024',
      volume: '52',
      issue: '07',
      pages: '1-7',
      doi: '10.13000/j.demo.2024.07.011',
    });
    expect(work.container?.normalize('NFKC')).toBe('云山大学学报(自然科学版)');
  });

  it.each([
    ['林晓岚,周启明.题目甲[J].乙学报,2024(3):12-20.', { date: '2024', issue: '3', pages: '12-20' }],
    ['林晓岚.题目甲[J].乙学报,2024,45:12.', { volume: '45', pages: '12' }],
    [
      '林晓岚.题目甲[J/OL].乙学报,1-12[2024-05-06].https://link.cnki.net/x.',
      { container: '乙学报' },
    ],
  ])('of an article with parts left out: %s', (text, expected) => {
    expect(only(text)).toMatchObject({ type: 'article', container: '乙学报', ...expected });
  });

  it('says that there are more authors than it names', () => {
    const work = only('林晓岚,周启明,吴思远,等.题目[J].乙学报,2024,45(3):1-2.');
    expect(names(work)).toEqual(['林晓岚', '周启明', '吴思远']);
    expect(work.moreAuthors).toBe(true);
    expect(only('林晓岚,周启明.题目[J].乙学报,2024,45(3):1-2.').moreAuthors).toBeUndefined();
  });

  it('of Latin names, where dots end initials as well as the list', () => {
    const work = only(
      'LIN X L, ZHOU Q, WU S, et al. Thin films at 2.5 K[J]. Demo Physics Letters, 2023, 12(4): 101-110.',
    );
    expect(names(work)).toEqual(['LIN, X L', 'ZHOU, Q', 'WU, S']);
    expect(work).toMatchObject({
      title: 'Thin films at 2.5 K',
      container: 'Demo Physics Letters',
      moreAuthors: true,
    });
    expect(only('Lin X. L., Zhou Q. Thin films[J]. Demo Letters, 2023, 1(2): 3.').title).toBe(
      'Thin films',
    );
  });

  it.each<[string, Partial<Reference>]>([
    [
      '林晓岚.薄膜导论[M].2版.北京:演示出版社,2020:12-15.',
      { type: 'book', title: '薄膜导论', place: '北京', publisher: '演示出版社', date: '2020' },
    ],
    [
      '林晓岚.吸附[M]//周启明.薄膜手册.北京:演示出版社,2020:12-15.',
      { type: 'chapter', container: '薄膜手册', publisher: '演示出版社', pages: '12-15' },
    ],
    [
      '林晓岚.薄膜研究[D].云山:云山大学,2019.',
      { type: 'thesis', publisher: '云山大学', date: '2019' },
    ],
    ['林晓岚.薄膜研究[D].云山大学,2019.', { type: 'thesis', publisher: '云山大学' }],
    [
      '林晓岚.吸附[C]//演示学会.2018年演示学会论文集(第三卷).[出版者不详],2018:7.',
      { type: 'conferencePaper', container: '2018年演示学会论文集(第三卷)', date: '2018' },
    ],
    [
      '林晓岚.一种薄膜的制备方法:CN201110123456.7[P].2012-05-01.',
      {
        type: 'patent',
        title: '一种薄膜的制备方法',
        number: 'CN201110123456.7',
        date: '2012-05-01',
      },
    ],
    [
      '演示标准化委员会.薄膜 术语:GB/T 99999-2015[S].北京:演示标准出版社,2015.',
      { type: 'standard', title: '薄膜 术语', number: 'GB/T 99999-2015' },
    ],
    [
      'GB/T 99999-2015,薄膜 术语[S].',
      { type: 'standard', title: '薄膜 术语', number: 'GB/T 99999-2015' },
    ],
    [
      '林晓岚.薄膜走进生活[N].演示日报,2024-01-02(003).',
      { type: 'newspaper', container: '演示日报', date: '2024-01-02', pages: '003' },
    ],
    [
      '演示中心.薄膜统计报告[EB/OL].(2023-04-05)[2024-01-02].https://example.org/report.',
      { type: 'webpage', title: '薄膜统计报告', date: '2023-04-05' },
    ],
  ])('of another kind of work: %s', (text, expected) => {
    expect(only(text)).toMatchObject(expected);
  });

  it.each<[string, Partial<Reference>]>([
    [
      '林晓岚.题目[J].乙学报,2024,(03):12-20+35.',
      { container: '乙学报', date: '2024', issue: '03', pages: '12-20+35' },
    ],
    ['林晓岚.题目[J/OL].乙学报:1-12[2024-05-06].https://example.org/x.', { container: '乙学报' }],
    [
      '[1]林晓岚.一种薄膜装置[P].北京市:CN112345678B,2023-05-16.',
      { type: 'patent', title: '一种薄膜装置', number: 'CN112345678B', date: '2023-05-16' },
    ],
    [
      '[1]林晓岚.薄膜科学[M].演示出版社:202001.256.',
      { type: 'book', publisher: '演示出版社', date: '2020-01', pages: '256' },
    ],
    [
      '[1]林晓岚.论潮汐[C]//演示学会.第十届会议论文集.云山大学物理学院;,2019:12-15.',
      { container: '第十届会议论文集', publisher: '云山大学物理学院', date: '2019' },
    ],
    [
      '[1]林晓岚.论潮汐[C].//第十届会议论文集.2019:12-15.',
      { type: 'conferencePaper', container: '第十届会议论文集', date: '2019', pages: '12-15' },
    ],
    [
      '林晓岚.题目[A].周启明.文集[C].北京:演示出版社,2001:12-15.',
      { type: 'conferencePaper', container: '文集', date: '2001', pages: '12-15' },
    ],
    [
      '［１］林晓岚．题目［Ｊ］．乙学报，２０２４，４５（３）：１２－２０．',
      { container: '乙学报', date: '2024', volume: '45', issue: '3', pages: '12-20' },
    ],
    [
      '林晓岚 . 题目 [ J ] . 乙学报 , 2024 , 45 ( 3 ) : 12 - 20 .',
      { volume: '45', issue: '3', pages: '12-20' },
    ],
  ])('as CNKI, Wanfang and older texts print it: %s', (text, expected) => {
    expect(only(text)).toMatchObject(expected);
  });

  it('reads two in one line, and pairs of Latin words as people', () => {
    const works = parseReferences(
      '[1]林晓岚.题目甲[J].乙学报,2024,1(1):1-2. [2]周启明.题目乙[J].丙学报,2023,2(2):3-4.',
    );
    expect(works.map(({ title, pages }) => [title, pages])).toEqual([
      ['题目甲', '1-2'],
      ['题目乙', '3-4'],
    ]);
    expect(names(only('Lin, Xiaolan, Zhou, Qiming. Tides[J]. Demo, 2023, 12(3): 1-9.'))).toEqual([
      'Lin, Xiaolan',
      'Zhou, Qiming',
    ]);
  });

  it('reads several at once, numbered or not, over several lines', () => {
    const text = [
      '[1]林晓岚,周启明.题目甲',
      '很长的一行[J].乙学报,2024,',
      '45(3):12-20.',
      '[2]吴思远.题目丙[J].丁学报,2023,1(1):1-2.',
      '',
      '林晓岚.题目戊[D].云山大学,2019.',
      '周启明.题目己[J].乙学报,2022,43(1):5.',
    ].join('\n');
    expect(parseReferences(text).map(({ title }) => title)).toEqual([
      '题目甲很长的一行',
      '题目丙',
      '题目戊',
      '题目己',
    ]);
  });

  it('finds nothing in text without a type mark, and never throws', () => {
    expect(parseReferences('林晓岚的简历，见[1]。')).toEqual([]);
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '[J]',
            '.',
            ',',
            '：',
            '(',
            '林',
            'Lin X',
            '2024',
            '//',
            '\n',
            '10.1/',
            '[',
          ),
          {
            maxLength: 60,
          },
        ),
        (parts) => {
          parseReferences(parts.join(''));
        },
      ),
    );
  });
});
