import { describe, expect, it } from 'vitest';
import { parseReferences } from './parse.ts';
import type { Reference } from './reference.ts';

// People and works are invented; the layout is that of each style, and of what CNKI, PubMed and Google Scholar copy.

const only = (text: string): Reference => {
  const found = parseReferences(text);
  expect(found).toHaveLength(1);
  return found[0] as Reference;
};

const names = (work: Reference): string[] => work.authors.map((author) => author.name);

const people = ['Lin, Xiaolan', 'Zhou, Qiming', 'Wu, Siyuan'];
const short = ['Lin, X.', 'Zhou, Q.', 'Wu, S. M.'];

describe('a citation without a type mark', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'APA',
      'Lin, X., Zhou, Q., & Wu, S. M. (2023). Thin films at 2.5 K: A review. Demo Physics Letters, 12(4), 101–110. https://doi.org/10.1000/demo.1',
      short,
    ],
    [
      'APA with names in full',
      'Lin, Xiaolan, Zhou, Qiming, & Wu, Siyuan. (2023, April). Thin films at 2.5 K: A review. Demo Physics Letters, 12(4), 101-110. doi:10.1000/demo.1',
      people,
    ],
    [
      'Harvard',
      'Lin, X., Zhou, Q. and Wu, S. M., 2023. Thin films at 2.5 K: A review. Demo Physics Letters, 12(4), pp.101-110. doi: 10.1000/demo.1',
      short,
    ],
    [
      'Harvard with quotation marks',
      'Lin, X., Zhou, Q. and Wu, S. M. (2023) ‘Thin films at 2.5 K: A review’, Demo Physics Letters, 12(4), pp. 101–110. doi:10.1000/demo.1.',
      short,
    ],
    [
      'MLA',
      'Lin, Xiaolan, Qiming Zhou, and Siyuan Wu. "Thin films at 2.5 K: A review." Demo Physics Letters 12.4 (2023): 101-110. doi:10.1000/demo.1.',
      people,
    ],
    [
      'MLA of the ninth edition',
      '[3] Lin, Xiaolan, Qiming Zhou, and Siyuan Wu. “Thin films at 2.5 K: A review.” Demo Physics Letters, vol. 12, no. 4, Apr. 2023, pp. 101-10, https://doi.org/10.1000/demo.1.',
      people,
    ],
    [
      'Chicago',
      'Lin, Xiaolan, Qiming Zhou, and Siyuan Wu. “Thin films at 2.5 K: A review.” Demo Physics Letters 12, no. 4 (April 2023): 101–10. https://doi.org/10.1000/demo.1.',
      people,
    ],
    [
      'IEEE',
      '[1] X. Lin, Q. Zhou, and S. M. Wu, “Thin films at 2.5 K: A review,” Demo Physics Letters, vol. 12, no. 4, pp. 101–110, Apr. 2023, doi: 10.1000/demo.1.',
      short,
    ],
    [
      'Vancouver',
      '1. Lin X, Zhou Q, Wu SM. Thin films at 2.5 K: A review. Demo Physics Letters. 2023 Apr;12(4):101-10. doi: 10.1000/demo.1. PMID: 1234567.',
      ['Lin, X', 'Zhou, Q', 'Wu, SM'],
    ],
  ])('%s', (_, text, authors) => {
    const work = only(text);
    expect(names(work)).toEqual(authors);
    expect(work).toMatchObject({
      type: 'article',
      source: 'citation',
      title: 'Thin films at 2.5 K: A review',
      container: 'Demo Physics Letters',
      year: '2023',
      volume: '12',
      issue: '4',
      pages: '101-110',
      doi: '10.1000/demo.1',
    });
  });

  it.each([
    '[1]林晓岚,周启明 &吴思远.(2024).薄膜吸附的原位研究. 云山大学学报(自然科学版),52(07),1-7. doi:10.13000/j.demo.2024.07.011.',
    '林晓岚, 周启明, & 吴思远. (2024). 薄膜吸附的原位研究. 云山大学学报(自然科学版), 52(07), 1-7.',
    '林晓岚，周启明，吴思远（2024）。薄膜吸附的原位研究。云山大学学报(自然科学版)，52（07），1-7。',
    '[1]林晓岚,周启明,and 吴思远."薄膜吸附的原位研究."云山大学学报(自然科学版) 52.07(2024):1-7.',
    '林晓岚, 周启明, and 吴思远. “薄膜吸附的原位研究.” 云山大学学报(自然科学版) 52.07 (2024): 1-7.',
  ])('of a Chinese paper: %s', (text) => {
    const work = only(text);
    expect(names(work)).toEqual(['林晓岚', '周启明', '吴思远']);
    expect(work).toMatchObject({
      title: '薄膜吸附的原位研究',
      container: '云山大学学报(自然科学版)',
      date: '2024',
      volume: '52',
      issue: '07',
      pages: '1-7',
    });
  });

  it.each<[string, Partial<Reference>]>([
    [
      '林晓岚.(2024).题目的研究.乙学报(03),12-20.',
      { container: '乙学报', issue: '03', pages: '12-20' },
    ],
    [
      '林晓岚."题目的研究."乙学报 .03(2024):12-20.',
      { container: '乙学报', issue: '03', pages: '12-20' },
    ],
    [
      'Lin, X. (2023). Do films age? J. Demo. Phys., 12, Article e0123.',
      { title: 'Do films age?', container: 'J. Demo. Phys', volume: '12', articleNo: 'e0123' },
    ],
    [
      '林晓岚. “薄膜吸附.” 乙学报, vol. 35, no. 12, 2023, pp. 121002-7.',
      { volume: '35', issue: '12', pages: '121002-7' },
    ],
    [
      '林晓岚, 周启明. “一号”薄膜的设计. 乙学报. 2008;33(5):8-9, 7.',
      { title: '“一号”薄膜的设计', container: '乙学报', pages: '8-9, 7' },
    ],
    [
      '[1]Xiaolan Lin, Qiming Zhou &Siyuan M. Wu.(2023).Thin films. Demo Letters,12(4),101-110.',
      {
        authors: [
          { name: 'Lin, Xiaolan', family: 'Lin', given: 'Xiaolan' },
          { name: 'Zhou, Qiming', family: 'Zhou', given: 'Qiming' },
          { name: 'Wu, Siyuan M.', family: 'Wu', given: 'Siyuan M.' },
        ],
      },
    ],
    [
      'Lin, X. (2023). Films of the sea. Part two. Demo Letters, 7(1-2), 3.',
      { title: 'Films of the sea. Part two', container: 'Demo Letters', issue: '1-2', pages: '3' },
    ],
    [
      'Lin, X., & Zhou, Q. (2021). Thin films. In Proceedings of the 3rd Demo Conference (pp. 11-18). Demo Society.',
      {
        type: 'conferencePaper',
        container: 'Proceedings of the 3rd Demo Conference',
        pages: '11-18',
        publisher: 'Demo Society',
      },
    ],
    [
      'X. Lin and Q. Zhou, "Thin films," in Proc. 3rd Demo Conf., Cloud City, 2021, pp. 11-18.',
      { type: 'conferencePaper', pages: '11-18', date: '2021' },
    ],
    [
      'Lin, X. (2020). Thin films. In Q. Zhou & S. Wu (Eds.), The book of films (2nd ed., pp. 5-9). Demo Press.',
      { type: 'chapter', container: 'The book of films', pages: '5-9', publisher: 'Demo Press' },
    ],
    [
      'Lin, X. (2019). Growth of films [Doctoral dissertation, Demo University].',
      { type: 'thesis', title: 'Growth of films', publisher: 'Demo University' },
    ],
    [
      'Lin, X. (2020). The book of films (2nd ed.). Demo University Press.',
      { type: 'book', title: 'The book of films', publisher: 'Demo University Press' },
    ],
  ])('of another shape: %s', (text, expected) => {
    expect(only(text)).toMatchObject(expected);
  });

  it.each([
    'Lin, X., Zhou, Q., et al. (2023). Thin films. Demo Letters, 12(4), 101-110.',
    'Lin, X., Zhou, Q., . . . Wu, S. (2023). Thin films. Demo Letters, 12(4), 101-110.',
    'Lin, Xiaolan, et al. "Thin films." Demo Letters 12.4 (2023): 101-110.',
    'Lin X, Zhou Q, et al. Thin films. Demo Letters. 2023;12(4):101-110.',
    '林晓岚,et al."薄膜研究."乙学报 52.07(2024):1-7.',
    '林晓岚等(2024). 薄膜研究. 乙学报, 52(07), 1-7.',
  ])('that names only the first authors: %s', (text) => {
    expect(only(text).moreAuthors).toBe(true);
  });

  it('keeps particles with the family name, and bodies whole', () => {
    const work = only(
      'Lin, Xiaolan, and Jan van der Demo. "Thin films." Demo Letters 12.4 (2023): 101-110.',
    );
    expect(names(work)).toEqual(['Lin, Xiaolan', 'van der Demo, Jan']);
    expect(
      names(only('Demo Health Organization. (2020). Thin films. Demo Letters, 1(2), 3-4.')),
    ).toEqual(['Demo Health Organization']);
  });

  it('reads several, over several lines, with the address on a line of its own', () => {
    const works = parseReferences(
      [
        'References',
        'Lin, X., & Zhou, Q. (2023). Thin films at low',
        'temperature. Demo Letters, 12(4),',
        '101-110.',
        'https://doi.org/10.1000/demo.1',
        'Wu, S. (2022). Thick films. Demo Letters, 11(1), 5-9.',
        '',
        'Zhou, Q. Something that follows no style. doi:10.1000/demo.9',
      ].join('\n'),
    );
    expect(works.map(({ title, doi }) => [title, doi])).toEqual([
      ['Thin films at low temperature', '10.1000/demo.1'],
      ['Thick films', undefined],
      ['', '10.1000/demo.9'],
    ]);
  });

  it.each([
    '林晓岚（2019）。研究方向为薄膜物理。主持项目三项。',
    'Lin (2019) showed that films age. We follow this in Section 2, and 12 others.',
    'See the “Guide of films” for 2023; it has 12 pages.',
    'Dear Ms. Lin, on 3 May (2023) we met. Yours, Q. Zhou',
    'In 2023; 12 films were shown.',
  ])('is not seen in other text: %s', (text) => {
    expect(parseReferences(text)).toEqual([]);
  });
});
