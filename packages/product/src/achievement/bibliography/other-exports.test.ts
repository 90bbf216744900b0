import { describe, expect, test } from 'vitest';
import { parseReferences } from './parse.ts';
import type { Reference } from './reference.ts';

const only = (text: string): Reference => {
  const works = parseReferences(text);
  expect(works).toHaveLength(1);
  return works[0] as Reference;
};

const names = (work: Reference): string[] => work.authors.map(({ name }) => name);

describe('tables of databases', () => {
  const heads = [
    'Authors',
    'Author full names',
    'Title',
    'Year',
    'Source title',
    'Volume',
    'Issue',
  ];
  const tail = ['Art. No.', 'Page start', 'Page end', 'DOI', 'ISSN', 'Document Type', 'EID'];
  const line = (cells: readonly string[]): string =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  const row = [
    'Lin X.; Zhou Q.',
    'Lin, Xiaolan (57201234567); Zhou, Qiming (57201234568)',
    'Networks, under "sparse" relations\nin two lines',
    '2024',
    'Expert Systems',
    '238',
    '',
    '121904',
    '',
    '',
    '10.1016/j.demo.2023.1',
    '0957417X',
    'Article',
    '2-s2.0-85170000000',
  ];

  test('Scopus: quotes, commas and line breaks inside a cell', () => {
    const work = only(`\ufeff${[line([...heads, ...tail]), line(row)].join('\r\n')}\r\n`);
    expect(names(work)).toEqual(['Lin, Xiaolan', 'Zhou, Qiming']);
    expect(work).toMatchObject({
      type: 'article',
      title: 'Networks, under "sparse" relations in two lines',
      container: 'Expert Systems',
      year: '2024',
      volume: '238',
      articleNo: '121904',
      doi: '10.1016/j.demo.2023.1',
      issn: '0957-417X',
      accession: '2-s2.0-85170000000',
      indexes: ['Scopus'],
    });
  });

  test('Scopus: the address of each author, and who corresponds', () => {
    const more = ['Authors with affiliations', 'Correspondence Address'];
    const cells = [
      'Lin X., School A, Jiangling University, China; Zhou Q., School B, Yunshan University, China',
      'Q. Zhou; School B, Yunshan University, China; email: zqm@demo.example',
    ];
    const work = only([line([...heads, ...tail, ...more]), line([...row, ...cells])].join('\r\n'));
    expect(work.authors).toMatchObject([
      { name: 'Lin, Xiaolan', affiliation: 'School A, Jiangling University, China' },
      {
        name: 'Zhou, Qiming',
        affiliation: 'School B, Yunshan University, China',
        corresponding: true,
      },
    ]);
    expect(work.authors[0]).not.toHaveProperty('corresponding');
  });

  test('Web of Science with tabs, as the tagged text of the same work', () => {
    const tags = ['PT', 'AU', 'AF', 'TI', 'SO', 'DT', 'C1', 'PY', 'VL', 'AR', 'DI', 'UT'];
    const cells = [
      'J',
      'Lin, XL; Zhou, QM',
      'Lin, Xiaolan; Zhou, Qiming',
      'Graph networks',
      'EXPERT SYSTEMS',
      'Article',
      '[Lin, Xiaolan] Demo Univ, Dept A; [Zhou, Qiming] Other Univ, Dept B',
      '2024',
      '238',
      '121904',
      '10.1016/j.demo.2023.2',
      'WOS:001',
    ];
    const work = only(`\ufeff${tags.join('\t')}\r\n${cells.join('\t')}\r\n`);
    expect(work).toMatchObject({
      type: 'article',
      source: 'wos',
      volume: '238',
      accession: 'WOS:001',
    });
    expect(work.authors.map(({ affiliation }) => affiliation)).toEqual([
      'Demo Univ, Dept A',
      'Other Univ, Dept B',
    ]);
  });
});

describe('JSON', () => {
  const authors = [
    { family: 'Lin', given: 'Xiaolan' },
    { family: '周', given: '启明' },
  ];

  test('CSL-JSON, with parts of dates as text', () => {
    const work = only(
      JSON.stringify([
        {
          type: 'article-journal',
          title: 'Graph networks',
          'container-title': 'Expert Systems',
          issued: { 'date-parts': [['2024', 3, 15]] },
          page: '10-20',
          DOI: '10.1016/j.demo.2023.3',
          author: authors,
        },
      ]),
    );
    expect(names(work)).toEqual(['Lin, Xiaolan', '周启明']);
    expect(work).toMatchObject({ type: 'article', date: '2024-03-15', pages: '10-20' });
  });

  test('Crossref: the work, and none of those that it cites', () => {
    const message = {
      type: 'proceedings-article',
      title: ['Graph <sup>2</sup> networks'],
      'container-title': ['Proceedings of a meeting'],
      published: { 'date-parts': [[2024, 3]] },
      'published-online': { 'date-parts': [[2023, 12, 1]] },
      ISSN: ['0957-4174', '1873-6793'],
      author: authors,
      reference: [{ DOI: '10.1/a' }, { DOI: '10.1/b' }],
    };
    const work = only(JSON.stringify({ status: 'ok', message }));
    expect(work).toMatchObject({ type: 'conferencePaper', issn: '0957-4174', eissn: '1873-6793' });
    expect(
      parseReferences(JSON.stringify({ message: { items: [message, message] } })),
    ).toHaveLength(2);
  });

  test('OpenAlex', () => {
    const work = only(
      JSON.stringify({
        results: [
          {
            type: 'article',
            title: 'Graph networks',
            doi: 'https://doi.org/10.1016/j.demo.2023.4',
            publication_date: '2024-03-15',
            biblio: { volume: '238', issue: null, first_page: '10', last_page: '20' },
            primary_location: { source: { display_name: 'Expert Systems', issn_l: '0957-4174' } },
            authorships: [
              {
                author: { display_name: 'Xiaolan Lin' },
                institutions: [{ display_name: 'Demo University' }],
                is_corresponding: true,
              },
            ],
          },
        ],
      }),
    );
    expect(work).toMatchObject({
      doi: '10.1016/j.demo.2023.4',
      date: '2024-03-15',
      volume: '238',
      pages: '10-20',
      container: 'Expert Systems',
      authors: [{ corresponding: true, affiliation: 'Demo University' }],
    });
  });

  test('a text that only begins like one is read as any other', () => {
    expect(parseReferences('[1] 林晓岚. 题目[J]. 某学报, 2024, 5(2): 1-7.')).toHaveLength(1);
    expect(parseReferences('{"__proto__": {"title": "x"}}')).toEqual([]);
  });
});

describe('records with labels in words', () => {
  test('CSSCI: several records, authors with their units', () => {
    const record = [
      '【来源篇名】知识追踪与教育评价',
      '【来源作者】林晓岚/周启明',
      '【期    刊】教育研究',
      '【机构名称】[林晓岚]江陵大学.教育学院/[周启明]云山大学',
      '【年代卷期】2023，44(005)：45-56',
      '【关 键 词】知识追踪/教育评价',
      '-----------------------------------------------------------------------',
    ].join('\n');
    const [work, other] = parseReferences(`${record}\n${record}`);
    expect(other).toEqual(work);
    expect(work).toMatchObject({
      type: 'article',
      container: '教育研究',
      year: '2023',
      volume: '44',
      issue: '5',
      pages: '45-56',
      keywords: ['知识追踪', '教育评价'],
      authors: [{ name: '林晓岚', affiliation: '江陵大学 教育学院' }, { name: '周启明' }],
    });
  });

  test('CSSCI: the English title, and the index itself', () => {
    const work = only(
      '【来源篇名】知识追踪\n【英文篇名】Knowledge tracing\n【来源作者】林晓岚\n【期    刊】教育研究',
    );
    expect(work).toMatchObject({ titleEn: 'Knowledge tracing', indexes: ['CSSCI'] });
  });

  const line = '2024,47(5):1021-1037';
  test.each([
    [
      'in brackets, with numbers of institutions',
      `【题　名】知识追踪\n【作　者】林晓岚[1,2];周启明[2]\n【机　构】[1]江陵大学计算机学院,江陵434000;[2]云山大学\n【刊　名】计算机学报\n【ISSN号】0254-4164\n【C N 号】11-1826/TP\n【年,卷(期):页】${line}\n【文　摘】第一句。`,
      ['江陵大学计算机学院,江陵434000; 云山大学', '云山大学'],
    ],
    [
      'with colons, one institution for all',
      `1.题名：知识追踪\n作者：林晓岚;周启明\n机构：江陵大学\n刊名：计算机学报\n年：2024\n年,卷(期):页：${line}\nISSN：0254-4164`,
      ['江陵大学', '江陵大学'],
    ],
    [
      'with the place behind the journal',
      '[标　题]知识追踪\n[作　者]林晓岚;周启明\n[刊　名]计算机学报,2024年第47卷第5期1021-1037,共17页\n[ISSN号]0254-4164',
      [undefined, undefined],
    ],
  ])('维普 %s', (_what, text, units) => {
    const work = only(text);
    expect(names(work)).toEqual(['林晓岚', '周启明']);
    expect(work.authors.map(({ affiliation }) => affiliation)).toEqual(units);
    expect(work).toMatchObject({
      type: 'article',
      title: '知识追踪',
      container: '计算机学报',
      year: '2024',
      volume: '47',
      issue: '5',
      pages: '1021-1037',
      issn: '0254-4164',
    });
  });

  test('CNKI in its own format', () => {
    const work = only(
      [
        'SrcDatabase-来源库: 期刊',
        'Title-题名: 知识追踪研究',
        'Author-作者: 林晓岚;周启明;',
        'Source-文献来源: 某学报',
        'PubTime-发表时间: 2024-03-15',
        'Summary-摘要: 第一句。',
        'Year-年: 2024',
        'Period-期: 03',
      ].join('\n'),
    );
    expect(names(work)).toEqual(['林晓岚', '周启明']);
    expect(work).toMatchObject({
      type: 'article',
      date: '2024-03-15',
      issue: '03',
      abstract: '第一句。',
    });
  });

  test('a patent as the patent office shows it, and its number as certificates print it', () => {
    const work = only(
      '发明名称：一种方法\n申请号：202211369999.8\n申请日：2022.11.03\n公开（公告）号：CN116611517A\n申请（专利权）人：某大学\n发明人：张三; 李四',
    );
    expect(names(work)).toEqual(['张三', '李四']);
    expect(work).toMatchObject({
      type: 'patent',
      title: '一种方法',
      number: '202211369999.8',
      publication: 'CN116611517A',
      applied: '2022-11-03',
      publisher: '某大学',
    });
    for (const text of [
      '专利号：ZL 2022 1 1369999.8',
      'ZL202211369999.8',
      '见 ZL ２０２２ １ １３６９９９９．８ 号',
    ]) {
      expect(only(text)?.number).toBe('ZL202211369999.8');
    }
  });
});

describe('what a database writes otherwise than its format says', () => {
  const record = (tags: readonly string[]): string =>
    ['RT Journal Article', 'SR 1', 'A1 林晓岚', 'T1 题目', 'JF 某学报', 'YR 2024', ...tags].join(
      '\n',
    );

  test.each([
    ['vo 49', { volume: '49', issue: '12' }],
    ['vo 49\nop 1-7', { volume: '49', pages: '1-7' }],
    ['VO 49', { volume: '49' }],
  ])('RefWorks with %j', (tags, wanted) => {
    expect(only(record(['IS 12', tags]))).toMatchObject(wanted);
  });

  test('RefWorks: a line of an abstract is no tag', () => {
    const work = only(record(['AB We find that it', 'is 12 percent higher', 'vo is none']));
    expect(work.abstract).toContain('12 percent higher');
    expect(work.issue).toBeUndefined();
  });

  test('RIS: the date of the issue before the first one, and VO for the volume', () => {
    const text = 'TY  - JOUR\nTI  - A\nY1  - 2013/05/28\nDA  - 2014/04/01\nVO  - 7\nER  - ';
    expect(only(text)).toMatchObject({ date: '2014-04-01', volume: '7' });
  });

  test.each(['第十届会议论文集, 2020: 12-15', '第十届会议论文集. 2020: 12-15'])(
    'GB/T 7714: [C]//%s names what holds the paper',
    (source) => {
      expect(only(`殷某. 题目一[C]//${source}.`)).toMatchObject({
        type: 'conferencePaper',
        container: '第十届会议论文集',
        pages: '12-15',
        year: '2020',
      });
    },
  );
});

describe('citations of law and the humanities', () => {
  test.each([
    [
      '林晓岚：《论算法自动化决策的规制》，载《法学研究》2023年第5期，第45-56页。',
      { type: 'article', container: '法学研究', year: '2023', issue: '5', pages: '45-56' },
    ],
    [
      '[3] 林晓岚、周启明：《读〈红楼梦〉》，《文学评论》2020年第2期。',
      { type: 'article', title: '读〈红楼梦〉', container: '文学评论', issue: '2' },
    ],
    [
      '林晓岚：《科研不是独行》，载《光明日报》2024年3月5日，第7版。',
      { type: 'newspaper', container: '光明日报', date: '2024-03-05', pages: '7' },
    ],
    [
      '① 林晓岚：《行政法原理》，某大学出版社2020年版，第12页。',
      { type: 'book', title: '行政法原理', publisher: '某大学出版社', year: '2020' },
    ],
  ])('%s', (text, wanted) => {
    const work = only(text);
    expect(work).toMatchObject(wanted);
    expect(names(work)[0]).toBe('林晓岚');
  });

  test('prose with names of works in it is none', () => {
    expect(parseReferences('他读了《红楼梦》，又读《水浒传》。')).toEqual([]);
  });

  test('a long line costs as many steps as it has characters', () => {
    expect(parseReferences(`${'《'.repeat(900)}\n${'《甲》'.repeat(300)}`)).toEqual([]);
  });
});

describe('XML of PubMed', () => {
  const record = `<?xml version="1.0"?><PubmedArticleSet><PubmedArticle><MedlineCitation>
    <PMID>1</PMID><Article><Journal><ISSN IssnType="Electronic">1234-5679</ISSN>
    <JournalIssue><Volume>12</Volume><Issue>4</Issue><PubDate><Year>2023</Year><Month>Apr</Month></PubDate></JournalIssue>
    <Title>Demo Letters</Title></Journal>
    <ArticleTitle>Thin <i>films</i> &amp; more.</ArticleTitle>
    <Pagination><MedlinePgn>475-82</MedlinePgn></Pagination>
    <ELocationID EIdType="doi">10.1000/demo.1</ELocationID>
    <AuthorList><Author><LastName>Lin</LastName><ForeName>Xiaolan</ForeName>
    <AffiliationInfo><Affiliation>Demo Univ</Affiliation></AffiliationInfo></Author></AuthorList>
    </Article></MedlineCitation><PubmedData><ReferenceList><Reference><ArticleIdList>
    <ArticleId IdType="doi">10.1000/cited</ArticleId></ArticleIdList></Reference></ReferenceList></PubmedData>
    </PubmedArticle></PubmedArticleSet>`;

  test('reads an article, and none of the works that it cites', () => {
    const work = only(record);
    expect(work).toMatchObject({
      type: 'article',
      title: 'Thin films & more',
      container: 'Demo Letters',
      date: '2023-04',
      volume: '12',
      issue: '4',
      pages: '475-482',
      doi: '10.1000/demo.1',
      eissn: '1234-5679',
    });
    expect(work.authors).toEqual([
      { name: 'Lin, Xiaolan', family: 'Lin', given: 'Xiaolan', affiliation: 'Demo Univ' },
    ]);
  });
});

describe('RDF of Zotero', () => {
  const journal = `<dcterms:isPartOf><bib:Journal><prism:volume>12</prism:volume><prism:number>4</prism:number>
    <dc:title>Demo Letters</dc:title><dc:identifier>DOI 10.1000/demo.1</dc:identifier>
    <dc:identifier>ISSN 1234-5679</dc:identifier></bib:Journal></dcterms:isPartOf>`;
  const person =
    '<rdf:li><foaf:Person><foaf:surname>Lin</foaf:surname><foaf:givenName>Xiaolan</foaf:givenName></foaf:Person></rdf:li>';
  const file = `<rdf:RDF xmlns:rdf="x">
    <bib:Article rdf:about="#item_1"><z:itemType>journalArticle</z:itemType>${journal}
    <bib:authors><rdf:Seq>${person}</rdf:Seq></bib:authors><dc:title>Thin films</dc:title>
    <dc:date>2023-04-05</dc:date><bib:pages>101-110</bib:pages></bib:Article>
    <z:Attachment rdf:about="#item_2"><z:itemType>attachment</z:itemType><dc:title>PDF</dc:title></z:Attachment>
    <bib:Book rdf:about="#item_3"><z:itemType>book</z:itemType><dc:publisher><foaf:Organization><foaf:name>演示出版社</foaf:name></foaf:Organization></dc:publisher>
    <bib:authors><rdf:Seq>${person}</rdf:Seq></bib:authors><dc:title>薄膜</dc:title><dc:date>2022</dc:date>
    <dc:identifier>ISBN 9787111111115</dc:identifier></bib:Book></rdf:RDF>`;

  test('reads works, and no attachment', () => {
    const found = parseReferences(file);
    expect(found).toMatchObject([
      {
        type: 'article',
        title: 'Thin films',
        container: 'Demo Letters',
        volume: '12',
        issue: '4',
        pages: '101-110',
        doi: '10.1000/demo.1',
        issn: '1234-5679',
      },
      { type: 'book', title: '薄膜', publisher: '演示出版社', isbn: '9787111111115' },
    ]);
    expect(found.flatMap(names)).toEqual(['Lin, Xiaolan', 'Lin, Xiaolan']);
  });
});

test('reads the answer of DataCite without its related works', () => {
  const attributes = {
    doi: '10.1000/data',
    titles: [{ title: 'Measured films' }],
    creators: [{ name: 'Lin, Xiaolan', givenName: 'Xiaolan', familyName: 'Lin' }],
    publisher: 'Demo Archive',
    publicationYear: 2024,
    types: { resourceTypeGeneral: 'Dataset' },
    relatedIdentifiers: [{ relatedIdentifier: '10.1000/other' }],
  };
  for (const answer of [{ data: { attributes } }, { data: [{ attributes }] }]) {
    expect(only(JSON.stringify(answer))).toMatchObject({
      type: 'dataset',
      title: 'Measured films',
      doi: '10.1000/data',
      year: '2024',
    });
  }
});

test('markup that no reader knows gives its own DOI, and not those that it cites', () => {
  const unknown =
    '<work><doi>10.1000/own</doi><cites>10.1000/a</cites><cites>10.1000/b</cites></work>';
  expect(parseReferences(unknown).map(({ doi }) => doi)).toEqual(['10.1000/own']);
});

test.each([
  ['https://example.org/x?doi=10.1000/demo.1&lang=en', '10.1000/demo.1'],
  ['DOI: 10.1000/demo/', '10.1000/demo'],
  ['doi.org/10.1000%2Fdemo', '10.1000/demo'],
  ['ＤＯＩ：１０．１０００／ｄｅｍｏ', '10.1000/demo'],
])('the DOI of %s', (text, doi) => {
  expect(only(text).doi).toBe(doi);
});

test('“et al.” of an old PubMed record is no author', () => {
  const work = only('PMID- 1\nTI  - Thin films\nAU  - Lin X\nAU  - et al.\nJT  - Demo Letters\n');
  expect([names(work), work.moreAuthors]).toEqual([['Lin X'], true]);
});

test('MathSciNet: the whole name of a journal beside its abbreviation', () => {
  const work = only(
    '@article{a, title={Thin films}, journal={Adv. Math.}, fjournal={Advances in Mathematics}, year={2023}}',
  );
  expect(work.container).toBe('Advances in Mathematics');
});

test('a patent of Google Scholar has its number behind its title', () => {
  const work = only(
    '@misc{a, title={一种薄膜的制备方法: CN116611517A}, author={林晓岚 and 周启明}, year={2023}}',
  );
  expect(work).toMatchObject({
    type: 'patent',
    title: '一种薄膜的制备方法',
    number: 'CN116611517A',
  });
});

test('lines of several styles in one text', () => {
  const found = parseReferences(
    [
      'Lin, Xiaolan, et al. "Thin films at rest." Demo Letters 238 (2024): 121904.',
      'Xiaolan Lin, Qiming Zhou, and Siyuan Wu. 2024. Thin films at rest. Demo Letters 238 (2024), 121904.',
      'Lin, X., Zhou, Q. & Wu, S. Thin films at rest. Demo Lett 80, 1021–1037 (2024). https://doi.org/10.1000/demo.2',
      '1. 林晓岚(1/3)，周启明，吴思远*. 薄膜的静态研究. 演示学报，2024，47(5)：1021-1037. (CCF A, EI)',
      '林晓岚：《论薄膜》，载《演示研究》2023年第5期，第45-56页。',
      '殷某. 题目一[C]//第十届演示会议论文集, 2020: 12-15.',
      '[7] Lin X. U.S. policy for thin films[J]. Demo Letters, 2023, 12(4): 1-17.',
      '[8] 林晓岚. 薄膜一题[J/OL]. 演示学报, 1-17[2024-03-01]. https://doi.org/10.1000/demo.3.',
    ].join('\n'),
  );
  const told = found.map(({ title, container, volume, issue, pages, articleNo }) =>
    [title, container, volume, issue, pages, ...(articleNo ? [articleNo] : [])].join('|'),
  );
  expect(told).toEqual([
    'Thin films at rest|Demo Letters|238|||121904',
    'Thin films at rest|Demo Letters|238|||121904',
    'Thin films at rest|Demo Lett|80||1021-1037',
    '薄膜的静态研究|演示学报|47|5|1021-1037',
    '论薄膜|演示研究||5|45-56',
    '题目一|第十届演示会议论文集|||12-15',
    'U.S. policy for thin films|Demo Letters|12|4|1-17',
    '薄膜一题|演示学报|||1-17',
  ]);
  expect(found.map((work) => names(work).length)).toEqual([1, 3, 3, 3, 1, 1, 1, 1]);
  expect(names(found[3] as Reference)).toEqual(['林晓岚', '周启明', '吴思远']);
});

test('Ovid: records by number, notes behind names, the journal out of its source', () => {
  const record = (lines: readonly string[]): string =>
    ['VN  - Ovid Technologies', 'DB  - Embase', ...lines].join('\r\n');
  const works = parseReferences(
    [
      '<1>',
      record([
        'UI  - 2023456789',
        'TI  - Wetland carbon and its',
        '      measurement.',
        'SO  - Ecological Indicators. 146(2):109-118, 2023 Feb 11.',
        'AU  - Lin X. [Author; E-mail: lin@example.edu.cn]',
        'AU  - Zhou, Qiming',
        'IS  - 1470-160X',
        'PT  - Article',
        'DO  - https://dx.doi.org/10.1016/j.demo.2023.109',
      ]),
      '',
      '<2>',
      record([
        'TI  - A second work.',
        'SO  - Water. 3:1-9, 2022.',
        'PT  - Conference Paper',
        'PT  - Congress',
      ]),
    ].join('\r\n'),
  );
  expect(works).toHaveLength(2);
  expect(works[0]).toMatchObject({
    type: 'article',
    title: 'Wetland carbon and its measurement',
    container: 'Ecological Indicators',
    year: '2023',
    volume: '146',
    issue: '2',
    pages: '109-118',
    doi: '10.1016/j.demo.2023.109',
    issn: '1470-160X',
  });
  expect(names(works[0] as Reference)).toEqual(['Lin X.', 'Zhou, Qiming']);
  expect(works[1]).toMatchObject({ type: 'conferencePaper', title: 'A second work', year: '2022' });
});
