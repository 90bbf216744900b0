import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { seededRandom } from '@keyan/kernel/specimen/source.ts';
import { completeSpecimen } from '@keyan/kernel/specimen/specimen.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { describe, expect, it } from 'vitest';
import { supplyNationalDictionaries } from '../../shared/formats/national.server.ts';
import { achievements } from '../achievements.ts';
import { award } from '../award/award.ts';
import { parseReferences } from '../bibliography/parse.ts';
import { book } from '../book/book.ts';
import { achievementMixin } from '../common/achievement.ts';
import { paper } from '../paper/paper.ts';
import { patent } from '../property/patent.ts';
import { standard } from '../property/standard.ts';
import { webWork } from '../works/web-work.ts';
import { citationOf, citedWorkOf, type Work } from './item.ts';
import { citationsOf } from './style.server.ts';
import { writeList } from './write-task.server.ts';

supplyNationalDictionaries();

const kinds: readonly Resource[] = achievements;
const cited = kinds.filter(citationOf);

/** Records of a kind as a complete form has them. */
const specimens = (kind: Resource, count: number): readonly RowLike[] => {
  const source = seededRandom(7714);
  return Array.from({ length: count }, (_, index) => ({
    ...completeSpecimen(kind, {
      source,
      serial: index + 1,
      targets: () => ['1'],
      today: '2026-05-20',
    }),
    id: String(index + 1),
  }));
};

const author = (sort: number, name: string, authorType = '06') => ({ sort, name, authorType });
const cite = (kind: Resource, row: RowLike): string => {
  const [text] = citationsOf([citedWorkOf(kind, { id: '1', ...row }, dictionariesAsDefined)]);
  return text ?? '';
};

it('a work in English calls our authors by their English names, one in Chinese by those of the record', () => {
  const english = new Map([['7', 'Xiaolan Lin']]);
  const authors = [
    { ...author(1, '林晓岚'), userId: '7' },
    { ...author(2, '孟怀谦'), userId: '8' },
    author(3, 'Zhang San'),
  ];
  const cited = (artName: string) =>
    citedWorkOf(
      paper,
      { id: '1', artName, authors, publishDate: '2025-03-01' },
      dictionariesAsDefined,
      english,
    );
  expect(citationsOf([cited('Thin films')])[0]).toContain('LIN X, 孟怀谦, ZHANG S');
  expect(citationsOf([cited('薄膜研究')])[0]).toContain('林晓岚');
});

describe('every kind of the library is cited as its definition says', () => {
  it('and only what enters no library is not', () => {
    const left = kinds.filter((kind) => !citationOf(kind)).map(({ key }) => key);
    expect(left).toEqual(['prizeDeclaration']);
  });

  it.each(cited.map((kind) => [kind.key, kind] as const))('%s: every specimen', (_key, kind) => {
    const works = specimens(kind, 12).map((row) => citedWorkOf(kind, row, dictionariesAsDefined));
    const texts = citationsOf(works);
    expect(texts).toHaveLength(works.length);
    for (const [index, text] of texts.entries()) {
      expect(text).toContain((works[index] as Work).title);
      expect(text).toMatch(/\[(?:[A-Z]{1,2})(?:\/OL)?\]/);
      expect(text).toMatch(/\.$/);
      expect(text).toMatch(/\d{4}/);
      expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    }
    for (const form of ['bibtex', 'ris'] as const) {
      const read = parseReferences(writeList({ works, form }));
      expect(read.map(({ title }) => title)).toEqual(works.map(({ title }) => title));
    }
  });

  it.each(cited.map((kind) => [kind.key, kind] as const))(
    '%s: a draft without values',
    (_, kind) => {
      const text = cite(kind, { [kind.title]: '题名', authors: [] });
      expect(text).toMatch(/^题名(?:\[\w+\]|: )/);
      expect(text).not.toMatch(/undefined|null|NaN/);
    },
  );

  it('the date of each is that of the achievement, else its year', () => {
    for (const kind of cited) {
      const [date = ''] = achievementMixin.optionsOf(kind)?.dates ?? [];
      const dated = citedWorkOf(
        kind,
        { [kind.title]: '甲', [date]: '2023-04-05', statYear: 2024 },
        dictionariesAsDefined,
      );
      expect(dated.issued, kind.key).toEqual({ 'date-parts': [[2023, 4, 5]] });
      const undated = citedWorkOf(
        kind,
        { [kind.title]: '甲', statYear: 2024 },
        dictionariesAsDefined,
      );
      expect(undated.issued, kind.key).toEqual({ 'date-parts': [[2024]] });
    }
  });
});

describe('worked examples', () => {
  it('a paper by its type', () => {
    const row = {
      artName: '薄膜吸附',
      authors: [author(2, '周启明'), author(1, '林晓岚')],
      journalName: '云山学报',
      publishDate: '2024-03-02',
      volume: '5',
      issue: '2',
      pages: '12–20',
      articleNo: null,
      confName: '第五届演示会议',
    };
    expect(cite(paper, { ...row, paperType: '01' })).toBe(
      '林晓岚, 周启明. 薄膜吸附[J]. 云山学报, 2024, 5(2): 12-20.',
    );
    expect(cite(paper, { ...row, paperType: '02', volume: null, issue: null })).toBe(
      '林晓岚, 周启明. 薄膜吸附[C]//云山学报. 2024: 12-20.',
    );
    expect(cite(paper, { ...row, paperType: '03', pages: '7' })).toBe(
      '林晓岚, 周启明. 薄膜吸附[N]. 云山学报, 2024-03-02(7).',
    );
    expect(cite(paper, { ...row, paperType: '05', pages: null, articleNo: '104523' })).toBe(
      '林晓岚, 周启明. 薄膜吸附[J]. 云山学报, 2024, 5(2): 104523.',
    );
  });

  it('a book: the first edition is not named, translators stand behind the title', () => {
    const row = {
      bookName: '薄膜导论',
      authors: [author(1, '林晓岚', '02'), author(2, '审阅人', '09'), author(3, '周启明', '08')],
      edition: '第1版',
      publishPlace: '北京',
      pressName: '演示出版社',
      publishDate: '2024-03-02',
    };
    expect(cite(book, row)).toBe('林晓岚. 薄膜导论[M]. 周启明, 译. 北京: 演示出版社, 2024.');
    expect(cite(book, { ...row, edition: '第3版' })).toContain('译. 3版. 北京');
  });

  it('a patent: applicants, and the day of its grant before that of its filing', () => {
    const row = {
      patentName: '一种薄膜',
      authors: [author(1, '林晓岚')],
      applicants: '云山大学、演示公司',
      applyNum: '202010123456.7',
      applyDate: '2020-02-03',
    };
    expect(cite(patent, row)).toBe('云山大学, 演示公司. 一种薄膜: 202010123456.7[P]. 2020-02-03.');
    expect(cite(patent, { ...row, grantDate: '2022-05-06' })).toContain('2022-05-06.');
  });

  it('a patent in BibTeX: its inventors are the authors, beside the applicants', () => {
    const row = {
      id: '1',
      patentName: '一种薄膜',
      authors: [author(1, '林晓岚'), author(2, '周启明')],
      applicants: '云山大学',
      applyNum: '202010123456.7',
      applyDate: '2020-02-03',
    };
    const works = [citedWorkOf(patent, row, dictionariesAsDefined)];
    const [read] = parseReferences(writeList({ works, form: 'bibtex' }));
    expect(read).toMatchObject({
      type: 'patent',
      authors: [{ name: '林晓岚' }, { name: '周启明' }],
      publisher: '云山大学',
      number: '202010123456.7',
    });
  });

  it('a standard, a prize and a work online', () => {
    expect(
      cite(standard, {
        standardName: '薄膜 术语',
        standardNum: 'GB/T 99999-2015',
        issueUnit: '演示标准化委员会',
        issueDate: '2015-01-02',
      }),
    ).toBe('演示标准化委员会. 薄膜 术语: GB/T 99999-2015[S]. 2015.');
    expect(
      cite(award, {
        achName: '薄膜的关键技术',
        authors: [author(1, '林晓岚')],
        awardName: '省科学技术进步奖',
        awardGrade: '01',
        awardUnit: '演示省人民政府',
        awardDate: '2024-01-02',
      }),
    ).toBe('林晓岚. 薄膜的关键技术[Z]. 省科学技术进步奖, 一等奖. 演示省人民政府, 2024.');
    expect(
      cite(webWork, {
        workName: '薄膜走进生活',
        authors: [author(1, '林晓岚')],
        platformName: '演示网',
        publishDate: '2024-01-02',
        statDate: '2024-02-03',
        url: 'https://example.org/a',
      }),
    ).toBe('林晓岚. 薄膜走进生活[EB/OL]. 演示网(2024-01-02)[2024-02-03]. https://example.org/a.');
  });
});
