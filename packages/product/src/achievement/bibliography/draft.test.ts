import { parseInput } from '@keyan/kernel/records/validate.ts';
import { describe, expect, it } from 'vitest';
import { paper } from '../paper/paper.ts';
import { type PaperFill, referenceToPaper } from './draft.ts';
import { parseReferences } from './parse.ts';
import { canonicalReference, type Reference, type ReferenceType } from './reference.ts';
import type { StaffMember } from './staff.ts';

const staff: readonly StaffMember[] = [
  { id: '1', name: '林晓岚', departmentName: '物理学院', jobNum: '2001', personType: '04' },
  { id: '2', name: '张伟' },
  { id: '3', name: '张伟' },
];

const first = (text: string): Reference => parseReferences(text)[0] as Reference;

async function filled(work: Reference, people = staff) {
  const draft = await referenceToPaper(work, people);
  if (!('fill' in draft)) throw new Error('expected a paper');
  return draft;
}

const of = (fields: Partial<Reference>): Reference =>
  canonicalReference({
    type: 'article',
    source: 'ris',
    title: '甲',
    date: '2024-05-06',
    ...fields,
  });

describe('a reference in the form of a paper', () => {
  it('fills every field of a Chinese article', async () => {
    const { fill, notes } = await filled(
      first(
        'RT Journal Article\nA1 林晓岚;张伟;赵青\nAD 云山大学\nT1 甲的研究\nJF 乙学报\nFD 2024-05\nVO 3\nIS 07\nOP 1-7\nSN 1671-9380\nCN 53-1045/N\nK1 甲;乙\nAB 摘要。\nDO 10.1000/demo\nLK https://example.edu/a',
      ),
    );
    expect(fill).toEqual<PaperFill>({
      artName: '甲的研究',
      paperType: '01',
      publishLanguage: '01',
      journalName: '乙学报',
      issn: '1671-9380',
      cn: '53-1045/N',
      publishDate: '2024-05-01',
      volume: '3',
      issue: '07',
      pages: '1-7',
      doi: '10.1000/demo',
      keywords: '甲; 乙',
      abstractText: '摘要。',
      url: 'https://example.edu/a',
      authors: [
        {
          sort: 1,
          personType: '04',
          userId: '1',
          personnelId: null,
          jobNum: '2001',
          name: '林晓岚',
          unit: '物理学院',
          authorType: '01',
          contributionRate: '60.00',
        },
        {
          sort: 2,
          personType: '01',
          name: '张伟',
          unit: '云山大学',
          authorType: '06',
          contributionRate: '30.00',
        },
        {
          sort: 3,
          personType: '03',
          name: '赵青',
          unit: '云山大学',
          authorType: '06',
          contributionRate: '10.00',
        },
      ],
    });
    expect(notes).toEqual([
      [
        '以下作者对应多名本校人员，请选择：张伟。',
        'Several people of the university match, please choose: 张伟.',
      ],
      ['以下作者仅按姓名匹配，请核对：林晓岚。', 'Matched by name alone, please check: 林晓岚.'],
    ]);
  });

  it('fills a conference paper', async () => {
    const { fill } = await filled(
      of({
        type: 'conferencePaper',
        title: 'On Tides',
        container: 'Proceedings',
        conference: { name: '3rd Tide Conference', place: 'Yunshan', date: '2023-11' },
      }),
    );
    expect(fill).toMatchObject({
      paperType: '02',
      publishLanguage: '02',
      journalName: 'Proceedings',
      confName: '3rd Tide Conference',
      confPlace: 'Yunshan',
      confDate: '2023-11-01',
    });
  });

  it('fills only what the form understands', async () => {
    const { fill } = await filled(
      of({
        authors: [{ name: '林晓岚' }, { name: '赵青', affiliation: '海州学院' }],
        container: '乙学报',
        volume: '3',
        issue: 'S1',
        pages: '12-15+20',
        articleNo: '213780',
        doi: '10.1000/demo',
        issn: '1671-9387',
        cn: '53-1045/N',
        abstract: '第一段\n第二段',
        keywords: ['甲', '乙'],
        url: 'https://example.edu/a',
        accession: 'WOS:000123456700001',
        indexes: ['Science Citation Index Expanded (SCI-EXPANDED)'],
      }),
    );
    const { row, faults } = parseInput(paper, { ...fill });
    expect(faults).toEqual([]);
    expect(Object.keys(row).sort()).toEqual(Object.keys(fill).sort());
  });

  it('marks first and corresponding authors', async () => {
    const authors = [
      { name: '甲', corresponding: true },
      { name: '乙' },
      { name: '丙', corresponding: true },
    ];
    const { fill } = await filled(of({ authors }));
    expect(fill.authors?.map((row) => row.authorType)).toEqual(['03', '06', '02']);
  });

  it.each<[Partial<Reference>, string]>([
    [{ genre: 'Review' }, '05'],
    [{ genre: 'Book Review' }, '07'],
    [{ genre: 'Article' }, '01'],
    [{ type: 'chapter' }, '04'],
    [{ type: 'unknown' }, '99'],
  ])('paper type of %j is %s', async (fields, code) => {
    expect((await filled(of(fields))).fill.paperType).toBe(code);
  });

  it.each<[Partial<Reference>, string]>([
    [{ title: '甲' }, '01'],
    [{ title: 'A' }, '02'],
    [{ title: '量子ドット' }, '99'],
    [{ title: 'Über Gezeiten', language: 'German' }, '99'],
    [{ title: 'DNA', language: 'zh-CN' }, '01'],
    [{ title: '甲', language: 'English' }, '02'],
  ])('language of %j is %s', async (fields, code) => {
    expect((await filled(of(fields))).fill.publishLanguage).toBe(code);
  });

  it('takes accession numbers into the index records', async () => {
    const accession = 'WOS:000123456700001';
    const named = await filled(
      of({
        accession,
        indexes: [
          'Science Citation Index Expanded (SCI-EXPANDED)',
          'Social Sciences Citation Index (SSCI)',
        ],
      }),
    );
    expect(named.fill.indexTypes).toEqual(['01', '02']);
    expect(named.fill.indexRecords).toEqual([
      { indexType: '01', indexNum: accession },
      { indexType: '02', indexNum: accession },
    ]);
    const unnamed = await filled(of({ accession }));
    expect(unnamed.fill.indexTypes).toBeUndefined();
    expect(unnamed.fill.indexRecords).toEqual([{ indexNum: accession }]);
    expect(unnamed.notes.flat().join()).toContain(accession);
    expect((await filled(of({ accession: 'CABI:1' }))).fill.indexRecords).toBeUndefined();
  });

  it('fills only the DOI of a bare DOI', async () => {
    expect(await referenceToPaper(first('10.1000/demo'), staff)).toEqual({
      fill: { doi: '10.1000/demo' },
      matches: [],
      notes: [['识别出 DOI，其余内容可点击【获取】补全。', expect.any(String)]],
    });
  });

  it('says when it guesses or leaves something out', async () => {
    const { fill, notes } = await filled(
      of({
        date: '2024',
        authors: [{ name: 'Lin, X.', family: 'Lin', given: 'X.' }],
        keywords: Array.from({ length: 60 }, (_, index) => `关键词${index}`),
        abstract: '字'.repeat(4001),
        url: `https://example.edu/${'a'.repeat(300)}`,
      }),
    );
    expect(fill.publishDate).toBe('2024-01-01');
    expect(fill.keywords?.length).toBeLessThanOrEqual(200);
    expect(fill.abstractText).toHaveLength(4000);
    expect(fill.url).toBeUndefined();
    expect(notes.map(([zh]) => zh)).toEqual([
      expect.stringContaining('只有年份'),
      expect.stringContaining('姓名缩写'),
      expect.stringContaining('关键词超过 200'),
      expect.stringContaining('摘要超过 4000'),
      expect.stringContaining('超过 300 个字符，没有带入'),
    ]);
  });

  it('names authors who stand twice, whatever the spelling', async () => {
    const { notes } = await filled(
      of({
        authors: ['Hort, O.', 'Hale, T.', 'HORT,  O.', 'Hort, O.'].map((name) => ({ name })),
      }),
    );
    expect(notes.map(([zh]) => zh)).toContain(
      '以下作者在题录中重复出现，请核对：HORT,  O.、Hort, O.。',
    );
  });

  it('cuts names and drops numbers that are longer than their fields, and says so', async () => {
    const { fill, notes } = await filled(
      of({ title: '题'.repeat(301), container: '刊'.repeat(201), pages: '1,'.repeat(26) }),
    );
    expect(fill.artName).toHaveLength(300);
    expect(fill.journalName).toHaveLength(200);
    expect(fill.pages).toBeUndefined();
    const said = notes.map(([zh]) => zh).join();
    expect(said).toContain('题目超过 300 个字符，只带入了前面的');
    expect(said).toContain('起止页码超过 50 个字符，没有带入');
  });

  it.each([
    ['Retracted Publication', '撤稿'],
    ['Editorial Material', '社论'],
    ['Correction', '更正'],
  ])('says that %s is no plain article', async (genre, word) => {
    const { notes } = await filled(of({ genre }));
    expect(notes.map(([zh]) => zh).join()).toContain(word);
  });

  it.each([
    ['RETRACTED: On tides', '撤稿'],
    ['论潮汐（撤稿）', '撤稿'],
    ['编者按', '社论'],
    ['Erratum to: On tides', '更正'],
    ['Correction: On tides', '更正'],
  ])('says so of one whose title alone tells it: %s', async (title, word) => {
    const { notes } = await filled(of({ title }));
    expect(notes.map(([zh]) => zh).join()).toContain(word);
  });

  it('says nothing of a paper about corrections', async () => {
    const { notes } = await filled(of({ title: 'Error correction in retractable sails' }));
    expect(notes.map(([zh]) => zh).join()).not.toMatch(/撤稿|更正|社论/);
  });

  it('sends preprints back until they are published', async () => {
    const draft = await referenceToPaper(
      of({ container: 'arXiv preprint arXiv:2401.00001' }),
      staff,
    );
    expect(draft).toMatchObject({ belongs: { type: 'manuscript' } });
    const published = await filled(of({ doi: '10.48550/arXiv.1', issn: '1671-9380', volume: '3' }));
    expect(published.fill.doi).toBe('10.48550/arXiv.1');
  });

  describe('where the record ties institutions to authors', () => {
    const university = ['云山大学', 'Yunshan University'];
    const rowsOf = async (...authors: Reference['authors']) => {
      const draft = await referenceToPaper(of({ authors }), staff, university);
      if (!('fill' in draft)) throw new Error('expected a paper');
      return { rows: draft.fill.authors, said: draft.notes.map(([zh]) => zh).join() };
    };

    it('marks whom only a Latin spelling tells, where the record gives no institution', async () => {
      const { rows, said } = await rowsOf({
        name: 'Lin, Xiaolan',
        family: 'Lin',
        given: 'Xiaolan',
      });
      expect(rows?.[0]?.userId).toBe('1');
      expect(said).toContain('仅按姓名匹配，请核对：Lin, Xiaolan');
    });

    it('chooses nobody against them', async () => {
      const { rows, said } = await rowsOf({ name: '林晓岚', affiliation: '海州学院' });
      expect(rows?.[0]).toMatchObject({ personType: '03', unit: '海州学院' });
      expect(rows?.[0]?.userId).toBeUndefined();
      expect(said).toContain('同名，但题录中的单位不是本校');
    });

    it.each(['云山大学物理学院', 'Yunshan Univ, Dept Phys, Yunshan 650000', '物理学院'])(
      'chooses who is at %s without asking',
      async (affiliation) => {
        const { rows, said } = await rowsOf({ name: '林晓岚', affiliation });
        expect(rows?.[0]?.userId).toBe('1');
        expect(said).not.toContain('请核对');
      },
    );

    it('keeps an author of ours whom it does not know as one of ours', async () => {
      const { rows, said } = await rowsOf({ name: '赵青', affiliation: '云山大学' });
      expect(rows?.[0]).toMatchObject({ personType: '01', name: '赵青' });
      expect(said).toContain('没有找到对应人员');
    });
  });

  it('asks for an author of the university where none was found', async () => {
    const { notes } = await filled(of({ authors: [{ name: '赵青' }] }));
    expect(notes[0]?.[0]).toContain('至少选择一名本校作者');
  });

  it('fills 300 authors', async () => {
    const authors = Array.from({ length: 300 }, (_, index) => ({ name: `Lin${index}, Ann` }));
    const { fill } = await filled(of({ authors }));
    expect(fill.authors).toHaveLength(300);
  });
});

it('fills a newspaper article in, and says which ones count', async () => {
  const work = of({ type: 'newspaper', container: '演示日报', date: '2024-03-05', pages: '7' });
  const draft = await referenceToPaper(work, staff);
  if ('belongs' in draft) throw new Error('expected a paper');
  expect(draft.fill).toMatchObject({
    paperType: '03',
    journalName: '演示日报',
    publishDate: '2024-03-05',
    pages: '7',
  });
  expect(draft.notes[0]?.[0]).toContain('理论版');
});

describe('a record of another kind', () => {
  it.each<[ReferenceType, string | undefined, string]>([
    ['thesis', undefined, '学位论文'],
    ['patent', '/achievement/patentvo', '【专利登记】'],
    ['standard', '/achievement/standard', '【标准登记】'],
    ['book', '/achievement/bookReg', '【著作登记】'],
    ['software', '/achievement/copyright', '【著作权登记】'],
    ['report', '/achievement/advisory', '【研究咨询报告】'],
    ['achievement', '/achievement/appraisal', '【成果鉴定登记】'],
    ['artwork', '/achievement/art', '【艺术作品登记】'],
    ['manuscript', undefined, '正式发表后'],
    ['webpage', undefined, '没有登记这类文献'],
    ['dataset', undefined, '没有登记这类文献'],
  ])('%s fills nothing and says where it belongs', async (type, path, words) => {
    const draft = await referenceToPaper(of({ type }), staff);
    if (!('belongs' in draft)) throw new Error('expected no paper');
    expect(draft).not.toHaveProperty('fill');
    expect(draft.belongs.page?.path).toBe(path);
    expect(draft.belongs.message[0]).toContain(words);
    expect(draft.belongs.message[1]).toMatch(/^“甲” is an? .+ cannot be registered as a paper\. /);
  });
});
