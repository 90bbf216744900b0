import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReferences } from '../bibliography/parse.ts';
import type { Work } from './item.ts';
import { citedNameOf } from './name.ts';
import { citationsOf } from './style.server.ts';

// People and works are invented; the forms are those of the standard's own examples.

const people = (...names: readonly string[]) => names.map(citedNameOf);
const bodies = (...names: readonly string[]) => names.map((literal) => ({ literal }));
const on = (...parts: readonly number[]) => ({ 'date-parts': [parts] }) as const;
const zh = { id: '1', language: 'zh-CN' } as const;
const en = { id: '1', language: 'en-US' } as const;

const one = (work: Work): string => {
  const [only] = citationsOf([work]);
  return only ?? '';
};

describe('GB/T 7714-2015', () => {
  it.each<[what: string, work: Work, text: string]>([
    [
      '书 4.1',
      {
        ...zh,
        type: 'book',
        title: '薄膜导论',
        author: people('林晓岚', '周启明'),
        edition: '2',
        publisher: '演示出版社',
        'publisher-place': '北京',
        issued: on(2020, 3),
      },
      '林晓岚, 周启明. 薄膜导论[M]. 2版. 北京: 演示出版社, 2020.',
    ],
    [
      '译著 4.1',
      {
        ...zh,
        type: 'book',
        title: '薄膜史',
        author: people('Smith, John A.'),
        translator: people('林晓岚', '周启明'),
        publisher: '演示出版社',
        'publisher-place': '北京',
        issued: on(2020),
      },
      'SMITH J A. 薄膜史[M]. 林晓岚, 周启明, 译. 北京: 演示出版社, 2020.',
    ],
    [
      'a book in English 4.1',
      {
        ...en,
        type: 'book',
        title: 'Thin films',
        author: people('Lin X L'),
        edition: '3',
        publisher: 'Demo Press',
        'publisher-place': 'London',
        issued: on(2020),
      },
      'LIN X L. Thin films[M]. 3rd ed. London: Demo Press, 2020.',
    ],
    [
      '析出文献 4.2',
      {
        ...zh,
        type: 'chapter',
        title: '吸附',
        author: people('林晓岚'),
        'container-title': '薄膜手册',
        publisher: '演示出版社',
        'publisher-place': '北京',
        issued: on(2020),
        page: '12-15',
      },
      '林晓岚. 吸附[M]//薄膜手册. 北京: 演示出版社, 2020: 12-15.',
    ],
    [
      '会议 4.2',
      {
        ...zh,
        type: 'paper-conference',
        title: '吸附',
        author: people('林晓岚'),
        'container-title': '2018年演示学会论文集',
        publisher: '演示出版社',
        'publisher-place': '武汉',
        issued: on(2018),
        page: '7',
      },
      '林晓岚. 吸附[C]//2018年演示学会论文集. 武汉: 演示出版社, 2018: 7.',
    ],
    [
      'a meeting without a volume 4.2',
      {
        ...en,
        type: 'paper-conference',
        title: 'Adsorption',
        author: people('Lin, Xiaolan'),
        'event-title': '5th Demo Conference',
        'event-place': 'Wuhan',
        issued: on(2018),
      },
      'LIN X. Adsorption[C]//5th Demo Conference, Wuhan. 2018.',
    ],
    [
      '期刊 4.4, four authors',
      {
        ...zh,
        type: 'article-journal',
        title: '薄膜吸附的原位研究',
        author: people('林晓岚', '周启明', '吴思远', '欧阳修'),
        'container-title': '云山大学学报(自然科学版)',
        issued: on(2024, 7, 1),
        volume: '52',
        issue: '07',
        page: '1-7',
        DOI: '10.13000/j.demo.2024.07.011',
      },
      '林晓岚, 周启明, 吴思远, 等. 薄膜吸附的原位研究[J]. 云山大学学报(自然科学版), 2024, 52(07): 1-7. DOI:10.13000/j.demo.2024.07.011.',
    ],
    [
      'a journal in English 4.4, four authors',
      {
        ...en,
        type: 'article-journal',
        title: 'Thin films at 2.5 K',
        author: people('LIN Xiaolan', 'John A. Smith', 'Zhou Qiming', 'Wu S'),
        'container-title': 'Demo Physics Letters',
        issued: on(2023),
        volume: '12',
        issue: '4',
        page: '104523',
      },
      'LIN X, SMITH J A, ZHOU Q, et al. Thin films at 2.5 K[J]. Demo Physics Letters, 2023, 12(4): 104523.',
    ],
    [
      'a journal without volumes 4.4',
      {
        ...zh,
        type: 'article-journal',
        title: '题目',
        author: people('林晓岚'),
        'container-title': '乙学报',
        issued: on(2024),
        issue: '3',
        page: '12-20',
      },
      '林晓岚. 题目[J]. 乙学报, 2024(3): 12-20.',
    ],
    [
      '报纸 4.4',
      {
        ...zh,
        type: 'article-newspaper',
        title: '薄膜走进生活',
        author: people('林晓岚'),
        'container-title': '演示日报',
        issued: on(2024, 1, 2),
        page: '3',
      },
      '林晓岚. 薄膜走进生活[N]. 演示日报, 2024-01-02(3).',
    ],
    [
      '专利 4.5',
      {
        ...zh,
        type: 'patent',
        title: '一种薄膜的制备方法',
        author: bodies('云山大学'),
        number: '201110123456.7',
        issued: on(2012, 5, 1),
      },
      '云山大学. 一种薄膜的制备方法: 201110123456.7[P]. 2012-05-01.',
    ],
    [
      '标准 4.1',
      {
        ...zh,
        type: 'standard',
        title: '薄膜 术语',
        author: bodies('演示标准化委员会'),
        number: 'GB/T 99999-2015',
        publisher: '演示标准出版社',
        'publisher-place': '北京',
        issued: on(2015),
      },
      '演示标准化委员会. 薄膜 术语: GB/T 99999-2015[S]. 北京: 演示标准出版社, 2015.',
    ],
    [
      '学位 4.1',
      {
        ...zh,
        type: 'thesis',
        title: '薄膜研究',
        author: people('林晓岚'),
        publisher: '云山大学',
        'publisher-place': '云山',
        issued: on(2019),
      },
      '林晓岚. 薄膜研究[D]. 云山: 云山大学, 2019.',
    ],
    [
      '电子 4.6',
      {
        ...zh,
        type: 'webpage',
        title: '薄膜统计报告',
        author: bodies('演示中心'),
        issued: on(2023, 4, 5),
        accessed: on(2024, 1, 2),
        URL: 'https://example.org/report_a',
      },
      '演示中心. 薄膜统计报告[EB/OL]. (2023-04-05)[2024-01-02]. https://example.org/report_a.',
    ],
    [
      'a program, with its registration',
      {
        ...zh,
        type: 'software',
        title: '薄膜数据系统',
        version: 'V1.0',
        number: '2024SR0123456',
        author: people('林晓岚'),
        issued: on(2024, 1, 2),
      },
      '林晓岚. 薄膜数据系统 V1.0: 2024SR0123456[CP]. 2024.',
    ],
    [
      'a prize, for which the standard has no form',
      {
        ...zh,
        type: 'document',
        title: '薄膜的关键技术',
        author: people('林晓岚'),
        'container-title': '省科学技术进步奖',
        genre: '一等奖',
        publisher: '演示省人民政府',
        issued: on(2024),
      },
      '林晓岚. 薄膜的关键技术[Z]. 省科学技术进步奖, 一等奖. 演示省人民政府, 2024.',
    ],
  ])('%s', (_what, work, text) => {
    expect(one(work)).toBe(text);
  });

  it('of several works, each in its language and in the order given', () => {
    const article = { type: 'article-journal', 'container-title': 'X', issued: on(2024) } as const;
    const authors = people('甲乙', '丙丁', '戊己', '庚辛');
    expect(
      citationsOf([
        { ...article, ...en, title: 'B', author: authors },
        { ...article, ...zh, title: '甲', author: authors },
        { ...article, ...en, title: 'A', author: authors },
      ]),
    ).toEqual([
      '甲乙, 丙丁, 戊己, et al. B[J]. X, 2024.',
      '甲乙, 丙丁, 戊己, 等. 甲[J]. X, 2024.',
      '甲乙, 丙丁, 戊己, et al. A[J]. X, 2024.',
    ]);
  });

  it('whatever a title holds, every part of an article stands in its citation', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'林晓岚周启明abcXYZ0123456789-+%#αβ₂'),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 99 }), (title, journal, volume) => {
        const text = one({
          ...zh,
          type: 'article-journal',
          title,
          author: people('林晓岚'),
          'container-title': journal,
          volume: String(volume),
          issued: on(2024),
        });
        expect(text).toBe(`林晓岚. ${title}[J]. ${journal}, 2024, ${volume}.`);
      }),
      { numRuns: 60 },
    );
  });

  it('is what our own reader of citations understands', () => {
    const [read] = parseReferences(
      one({
        ...zh,
        type: 'article-journal',
        title: '薄膜吸附的原位研究',
        author: people('林晓岚', '周启明'),
        'container-title': '云山大学学报',
        volume: '52',
        issue: '7',
        page: '1-7',
        issued: on(2024),
      }),
    );
    expect(read).toMatchObject({
      type: 'article',
      title: '薄膜吸附的原位研究',
      authors: [{ name: '林晓岚' }, { name: '周启明' }],
      container: '云山大学学报',
      date: '2024',
      volume: '52',
      issue: '7',
      pages: '1-7',
    });
  });
});

describe('the parts of a name', () => {
  it.each([
    ['林晓岚', { family: '林晓岚' }],
    ['阿依古丽·买买提', { family: '阿依古丽·买买提' }],
    ['Lin, Xiaolan', { family: 'Lin', given: 'Xiaolan' }],
    ['LIN Xiaolan', { family: 'LIN', given: 'Xiaolan' }],
    ['Xiaolan LIN', { family: 'LIN', given: 'Xiaolan' }],
    ['Lin Xiaolan', { family: 'Lin', given: 'Xiaolan' }],
    ['John A. Smith', { family: 'Smith', given: 'John A.' }],
    ['Smith J A', { family: 'Smith', given: 'J A' }],
    ['J. Smith', { family: 'Smith', given: 'J.' }],
    ['Plato', { family: 'Plato' }],
  ])('%s', (text, parts) => {
    expect(citedNameOf(text)).toEqual(parts);
  });
});
