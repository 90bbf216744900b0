import { describe, expect, it } from 'vitest';
import { parseReferences } from './parse.ts';
import type { Reference } from './reference.ts';

// People and works of these fixtures are invented; the layout is that of each source's export.

const only = (text: string): Reference => {
  const found = parseReferences(text);
  expect(found).toHaveLength(1);
  return found[0] as Reference;
};

const names = (work: Reference): string[] => work.authors.map((author) => author.name);

describe('RefWorks tagged text of CNKI', () => {
  const journal = [
    'RT Journal Article',
    'SR 1',
    'A1 林晓岚;周启明;吴思远;',
    'AD 云山大学物理学院;海州理工学院;',
    'T1 薄膜H_2O~(2+)吸附&amp;脱附的原位研究',
    'JF 云山大学学报(自然科学版)',
    'YR 2024',
    'IS 07',
    'OP 1-7+15',
    'K1 薄膜;吸附;;原位表征；脱附',
    'AB 【目的】研究薄膜吸附。',
    '',
    '    【方法】AB型样品分两组。',
    'SN 1671-9380',
    'CN 53-1045/N',
    'DS CNKI',
    'LK https://link.cnki.net/doi/10.13000/j.cnki.demo.2024.07.011',
    'DO 10.13000/j.cnki.demo.2024.07.011',
  ];

  it('reads a journal article', () => {
    expect(only(journal.join('\r\n'))).toMatchObject({
      type: 'article',
      source: 'refworks',
      title: '薄膜H_2O~(2+)吸附&脱附的原位研究',
      container: '云山大学学报(自然科学版)',
      date: '2024',
      year: '2024',
      issue: '07',
      pages: '1-7+15',
      keywords: ['薄膜', '吸附', '原位表征', '脱附'],
      abstract: '【目的】研究薄膜吸附。\n【方法】AB型样品分两组。',
      issn: '1671-9380',
      cn: '53-1045/N',
      doi: '10.13000/j.cnki.demo.2024.07.011',
      url: 'https://link.cnki.net/doi/10.13000/j.cnki.demo.2024.07.011',
    });
  });

  it('reads the authors in order and leaves affiliations that cannot be told apart', () => {
    expect(only(journal.join('\n')).authors).toEqual([
      { name: '林晓岚' },
      { name: '周启明' },
      { name: '吴思远' },
    ]);
  });

  it('reads old records: names and institutions between commas, places behind `!`', () => {
    const work = only(
      'RT Journal Article\nSR 1\nA1 林晓岚,周启明\nAD 云山大学!云山650000,海州学院!海州222000\nT1 甲\nJF 乙学报',
    );
    expect(work.authors).toEqual([
      { name: '林晓岚', affiliation: '云山大学' },
      { name: '周启明', affiliation: '海州学院' },
    ]);
  });

  it('reads a tag without blank, but no tag inside an abstract', () => {
    const work = only(
      'RT Dissertation/Thesis\nSR 1\nA1林晓岚\nPB 云山大学\nT1 甲的研究\nCL 博士\nYR 2012\nAB 结论\nIS在此不是标签\nA1期样品',
    );
    expect(work).toMatchObject({ type: 'thesis', genre: '博士', publisher: '云山大学' });
    expect(names(work)).toEqual(['林晓岚']);
    expect(work.abstract).toBe('结论\nIS在此不是标签\nA1期样品');
  });

  it.each([
    ['RT Newspaper Article', '', 'newspaper'],
    ['RT Standard', '', 'standard'],
    ['RT Patent', '', 'patent'],
    ['RT Conference Proceeding', '', 'conferencePaper'],
    ['RT Book, Whole', '', 'book'],
    ['RT Book, Section', '', 'chapter'],
    ['RT Other Article', 'DB 科技成果', 'achievement'],
    ['RT Generic', '', 'unknown'],
  ])('tells %s %s', (first, database, type) => {
    expect(only(`${first}\nSR 1\nT1 甲\n${database}`).type).toBe(type);
  });

  it('reads indented text', () => {
    const work = only(journal.map((row) => `  ${row}`).join('\n'));
    expect(work.issue).toBe('07');
    expect(work.abstract).toContain('AB型样品');
  });

  it('reads full names in Latin letters between commas', () => {
    expect(names(only('RT Journal Article\nA1 Lin Xiaolan,Zhou Qiming\nT1 A'))).toEqual([
      'Lin Xiaolan',
      'Zhou Qiming',
    ]);
  });
});

describe('Refer tagged text (EndNote export)', () => {
  it('reads a journal article of CNKI', () => {
    const work = only(
      '\ufeff%0 Journal Article\n%A 林晓岚;欧阳明;周启明\n%+ 云山大学\n%T 甲的研究\n%J 乙学报\n%D 2023\n%V 30\n%N S1\n%P 12-15\n%K 甲;乙\n%@ 1001-4322\n%L 51-1311/O4\n%R 10.11884/DEMO.2023\n%X 第一段\n\n\n    第二段\n%U https://kns.cnki.net/x?v=1&amp;y=2\n%W CNKI\n',
    );
    expect(work).toMatchObject({
      type: 'article',
      title: '甲的研究',
      container: '乙学报',
      date: '2023',
      volume: '30',
      issue: 'S1',
      pages: '12-15',
      keywords: ['甲', '乙'],
      issn: '1001-4322',
      cn: '51-1311/O4',
      doi: '10.11884/DEMO.2023',
      abstract: '第一段\n第二段',
      url: 'https://kns.cnki.net/x?v=1&y=2',
    });
    expect(names(work)).toEqual(['林晓岚', '欧阳明', '周启明']);
    expect(work.authors.every((author) => author.affiliation === '云山大学')).toBe(true);
  });

  it('reads Google Scholar', () => {
    const work = only(
      '%0 Journal Article\n%T On tides\n%A Lin, Xiaolan\n%A van der Berg, Jan\n%J Tidal Letters\n%V 12\n%N 3\n%P 123-130\n%@ 1234-5679\n%D 2020\n%I Demo Press\n',
    );
    expect(work.authors).toEqual([
      { name: 'Lin, Xiaolan', family: 'Lin', given: 'Xiaolan' },
      { name: 'van der Berg, Jan', family: 'van der Berg', given: 'Jan' },
    ]);
  });

  it('reads conference, patent, thesis and newspaper records', () => {
    const text = [
      '%0 Conference Proceedings\n%A 林晓岚\n%T 甲\n%B 第三届潮汐会议论文集\n%C 云山\n%D 2019\n%P 5',
      '%0 Patent\n%T 一种装置\n%A Ann Lin;Bo Zhou\n%+ Seoul KR\n%8 2023-05-16\n%@ CN1234567\nPageCount-页码 0\n%~ 海外专利',
      '%0 Thesis\n%A 林晓岚\n%T 丙\n%Y 周启明\n%I 云山大学\n%9 硕士\n%D 2006',
      '%0 Newspaper Article\n%A 林晓岚\n%T 丁\n%J 云山日报\n%8 2023-09-21\n%P 004\n%L 53-0001',
    ].join('\n\n');
    const works = parseReferences(text);
    expect(works.map((work) => work.type)).toEqual([
      'conferencePaper',
      'patent',
      'thesis',
      'newspaper',
    ]);
    expect(works[0]).toMatchObject({
      container: '第三届潮汐会议论文集',
      pages: '5',
      conference: { place: '云山' },
    });
    expect(works[1]).toMatchObject({ number: 'CN1234567', date: '2023-05-16' });
    expect(works[2]).toMatchObject({ genre: '硕士', authors: [{ name: '林晓岚' }] });
    expect(works[3]).toMatchObject({ pages: '004', cn: '53-0001' });
  });
});

const wos = `\ufeffFN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Lin, XL
   Zhou, QM
AF Lin, Xiaolan
   Zhou, Qiming
TI A very long title that the export breaks after eighty characters and
   continues below
SO JOURNAL OF TIDES
LA English
DT Article; Proceedings Paper
DE tides; moon phases
ID OCEAN; MODEL
AB First sentence of it. Second
   sentence.
C1 [Lin, Xiaolan; Zhou, Qiming] Yunshan Univ, Sch Phys, Yunshan, Peoples R China.
   [Zhou, Qiming] Haizhou Inst, Haizhou, Peoples R China.
RP Zhou, QM (corresponding author), Yunshan Univ, Sch Phys, Yunshan, Peoples R China.
CT 3rd Tide Conference
CY FEB 21-23, 2005
CL Yunshan, PEOPLES R CHINA
SN 1234-5679
EI 2345-6780
J9 J TIDES
PD JUL-AUG
PY 2005
VL 27
IS 2
BP 170
EP 178
AR 213780
DI 10.1000/demo.2005.27
WE Science Citation Index Expanded (SCI-EXPANDED)
UT WOS:000123456700001
ER

PT P
AU LIN X
TI A device
PN CN110000001-A
AB 
   NOVELTY - A device.
   USE - As a device.
UT DIIDW:2020000001
ER

EF`;

describe('Web of Science tagged text', () => {
  const [article, patent] = parseReferences(wos) as [Reference, Reference];

  it('reads an article', () => {
    expect(article).toMatchObject({
      type: 'article',
      title: 'A very long title that the export breaks after eighty characters and continues below',
      container: 'JOURNAL OF TIDES',
      date: '2005-07',
      volume: '27',
      issue: '2',
      pages: '170-178',
      articleNo: '213780',
      issn: '1234-5679',
      eissn: '2345-6780',
      doi: '10.1000/demo.2005.27',
      keywords: ['tides', 'moon phases'],
      abstract: 'First sentence of it. Second sentence.',
      accession: 'WOS:000123456700001',
      indexes: ['Science Citation Index Expanded (SCI-EXPANDED)'],
      conference: {
        name: '3rd Tide Conference',
        place: 'Yunshan, PEOPLES R CHINA',
        date: '2005-02-21',
      },
    });
  });

  it('prefers full names, and ties addresses and correspondence to them', () => {
    expect(article.authors).toEqual([
      {
        name: 'Lin, Xiaolan',
        family: 'Lin',
        given: 'Xiaolan',
        affiliation: 'Yunshan Univ, Sch Phys, Yunshan, Peoples R China',
      },
      {
        name: 'Zhou, Qiming',
        family: 'Zhou',
        given: 'Qiming',
        affiliation: 'Yunshan Univ, Sch Phys, Yunshan, Peoples R China',
        corresponding: true,
      },
    ]);
  });

  it('reads a patent of the same file', () => {
    expect(patent).toMatchObject({
      type: 'patent',
      number: 'CN110000001-A',
      abstract: 'NOVELTY - A device. USE - As a device.',
    });
  });

  it.each([
    ['PS 170', '170'],
    ['BP 367\nEP 379', '367-379'],
    ['BP 7\nEP 7', '7'],
    ['BP BRD', 'BRD'],
  ])('reads pages %j', (rows, pages) => {
    expect(only(`PT J\nTI A\nSO B\n${rows}\nER`).pages).toBe(pages);
  });

  it.each([
    ['B', 'DT Book', 'book'],
    ['B', 'DT Proceedings Paper', 'conferencePaper'],
    ['B', 'DT Article; Book Chapter', 'chapter'],
    ['S', 'DT Review', 'article'],
    ['C', 'DT Proceedings Paper', 'conferencePaper'],
    ['J', 'DT Article; Proceedings Paper', 'article'],
  ])('tells PT %s with %s', (publication, documentType, type) => {
    expect(only(`PT ${publication}\nTI A\nSO B\n${documentType}\nER`).type).toBe(type);
  });

  it('takes Keywords Plus only where the authors gave none', () => {
    expect(only('PT J\nTI A\nID OCEAN; MODEL\nER').keywords).toEqual(['OCEAN', 'MODEL']);
  });
});

describe('RIS', () => {
  it('reads an article with the tags of one exporter', () => {
    const work = only(
      'TY  - JOUR\r\nTI  - On tides\r\nAU  - Lin, Xiaolan\r\nAU  - King, Martin, Jr.\r\nAU  - 周, 启明\r\nAU  - Tide Society,\r\nT2  - Tidal Letters\r\nPY  - 2024/12//\r\nVL  - 3\r\nIS  - S1\r\nSP  - 1\r\nEP  - 7\r\nSN  - 12345679\r\nKW  - tides\r\nKW  - moon\r\nN2  - First.\r\nT1 - weighted images are no tag.\r\nUR  - https://doi.org/10.1000/demo%281%29\r\nER  - \r\n',
    );
    expect(work).toMatchObject({
      type: 'article',
      container: 'Tidal Letters',
      date: '2024-12',
      pages: '1-7',
      issn: '1234-5679',
      keywords: ['tides', 'moon'],
      abstract: 'First.\nT1 - weighted images are no tag.',
      doi: '10.1000/demo(1)',
    });
    expect(names(work)).toEqual(['Lin, Xiaolan', 'King, Martin, Jr.', '周启明', 'Tide Society']);
  });

  it('reads the careless kind: one author line, one keyword line, no closing tag', () => {
    const work = only(
      'TY - JOUR\nT1 - 甲\nA1 - 林晓岚;周启明\nJO - 乙学报\nY1 - 2020-05-03\nKW - 甲；乙;丙\nSP - 12-15\n',
    );
    expect(names(work)).toEqual(['林晓岚', '周启明']);
    expect(work).toMatchObject({
      keywords: ['甲', '乙', '丙'],
      pages: '12-15',
      date: '2020-05-03',
    });
  });

  it('tells proceedings and meeting apart', () => {
    expect(
      only('TY  - CPAPER\nTI  - A\nT2  - 3rd Tide Conference\nC3  - Proceedings\nCY  - Yunshan'),
    ).toMatchObject({
      container: 'Proceedings',
      conference: { name: '3rd Tide Conference', place: 'Yunshan' },
    });
    expect(only('TY  - CONF\nTI  - A\nT2  - Tide Conference').container).toBe('Tide Conference');
  });

  it.each([
    ['THES', 'thesis'],
    ['PAT', 'patent'],
    ['STAND', 'standard'],
    ['NEWS', 'newspaper'],
    ['BOOK', 'book'],
    ['CHAP', 'chapter'],
    ['RPRT', 'report'],
    ['ELEC', 'webpage'],
    ['DATA', 'dataset'],
    ['COMP', 'software'],
    ['XYZ', 'unknown'],
  ])('tells TY %s', (word, type) => {
    expect(only(`TY  - ${word}\nTI  - A\nER  - `).type).toBe(type);
  });
});

describe('DOI text', () => {
  it.each([
    ['10.1000/demo.1', '10.1000/demo.1'],
    ['  https://doi.org/10.1000/demo.1  ', '10.1000/demo.1'],
    [
      'http://dx.doi.org/10.1002/(SICI)1097%3C1::AID%3E3.0.CO;2-2',
      '10.1002/(SICI)1097<1::AID>3.0.CO;2-2',
    ],
    ['doi:10.1000/demo.1.', '10.1000/demo.1'],
    ['DOI：10.1000/demo.1。', '10.1000/demo.1'],
    ['(10.1000/demo.1)', '10.1000/demo.1'],
    ['林晓岚.甲的研究,乙学报,2024.DOI:10.1000/demo.1', '10.1000/demo.1'],
  ])('reads %j', (text, doi) => {
    expect(only(text)).toMatchObject({ source: 'doi', title: '', authors: [], doi });
  });

  it('reads one on each line, each once', () => {
    const found = parseReferences('10.1000/a\n\n10.1000/b\n10.1000/a');
    expect(found.map((work) => work.doi)).toEqual(['10.1000/a', '10.1000/b']);
  });

  it('finds nothing in other text', () => {
    expect(parseReferences('')).toEqual([]);
    expect(parseReferences('会议定于10.15/周五召开')).toEqual([]);
  });
});

describe('several records', () => {
  it('reads several formats in one text, with old line endings and marks inside', () => {
    const text = [
      'TY  - JOUR',
      'TI  - One',
      'ER  - ',
      '\ufeffRT Journal Article',
      'T1 Two',
      '@article{a, title={Three}}',
      '%0 Journal Article',
      '%T Four',
      'FN Clarivate',
      'PT J',
      'TI Five',
      'ER',
      'EF',
    ].join('\r');
    expect(parseReferences(text).map(({ title, source }) => [title, source])).toEqual([
      ['One', 'ris'],
      ['Two', 'refworks'],
      ['Three', 'bibtex'],
      ['Four', 'refer'],
      ['Five', 'wos'],
    ]);
  });
});
