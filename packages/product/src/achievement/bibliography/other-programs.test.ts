import { decodeText } from '@keyan/kernel/values/encoding.ts';
import { describe, expect, it } from 'vitest';
import { parseReferences } from './parse.ts';
import type { Reference } from './reference.ts';

// Files of programs beside the databases of journals. People and works are invented.

const only = (text: string): Reference => {
  const found = parseReferences(text);
  expect(found).toHaveLength(1);
  return found[0] as Reference;
};

const names = ({ authors }: Reference): string[] => authors.map(({ name }) => name);

describe('NoteExpress', () => {
  const record = [
    '{Reference Type}: Journal Article',
    '{Title}: 湖泊水位变化的多源观测',
    '{Author}: 林晓岚',
    '{Author}: 周启明',
    '{Author Address}: 江陵大学地理学院',
    '{Journal}: 演示学报',
    '{Year}: 2023',
    '{Volume}: 12',
    '{Issue}: 4',
    '{Pages}: 15-27',
    '{Keywords}: 湖泊; 水位',
    '{Abstract}: 摘要第一行',
    '{ISBN/ISSN}: 1000-0003',
    '{DOI}: 10.9999/ne.1',
    '{Database Provider}: CNKI',
  ].join('\n');

  it('reads an article', () => {
    const work = only(record);
    expect(work).toMatchObject({
      type: 'article',
      title: '湖泊水位变化的多源观测',
      container: '演示学报',
      date: '2023',
      volume: '12',
      issue: '4',
      pages: '15-27',
      issn: '1000-0003',
      doi: '10.9999/ne.1',
      abstract: '摘要第一行',
    });
    expect(names(work)).toEqual(['林晓岚', '周启明']);
    expect(work.keywords).toEqual(['湖泊', '水位']);
  });

  it('reads several, and the kinds that Chinese versions name', () => {
    const thesis = '{Reference Type}: 学位论文\n{Title}: 乙\n{Author}: 吴思远\n{Year}: 2020';
    const found = parseReferences(`${record}\n\n\n${thesis}`);
    expect(found.map(({ type }) => type)).toEqual(['article', 'thesis']);
  });
});

describe('PubMed', () => {
  const record = [
    'PMID- 10000001',
    'OWN - NLM',
    'STAT- MEDLINE',
    'IS  - 1000-0003 (Print)',
    'IS  - 1000-0011 (Electronic)',
    'VI  - 12',
    'IP  - 4',
    'DP  - 2023 Nov 15',
    'TI  - Lake levels observed from many sources: a title that goes on in',
    '      the next line.',
    'PG  - 15-27',
    'LID - 10.9999/pm.1 [doi]',
    'AB  - First line of the abstract',
    '      and the second.',
    'FAU - Lin, Xiaolan',
    'AU  - Lin X',
    'AD  - Jiangling University, Jiangling, China.',
    'FAU - Zhou, Qiming',
    'AU  - Zhou Q',
    'LA  - eng',
    'PT  - Journal Article',
    'TA  - J Demo',
    'JT  - Journal of demonstrations',
  ].join('\n');

  it('reads an article with its full names and affiliations', () => {
    const work = only(record);
    expect(work).toMatchObject({
      type: 'article',
      title: 'Lake levels observed from many sources: a title that goes on in the next line',
      container: 'Journal of demonstrations',
      date: '2023-11-15',
      volume: '12',
      issue: '4',
      pages: '15-27',
      issn: '1000-0003',
      doi: '10.9999/pm.1',
      abstract: 'First line of the abstract and the second.',
    });
    expect(names(work)).toEqual(['Lin, Xiaolan', 'Zhou, Qiming']);
    expect(work.authors[0]?.affiliation).toContain('Jiangling University');
  });

  it('reads several records', () => {
    expect(
      parseReferences(`${record}\n\n${record.replace('10.9999/pm.1', '10.9999/pm.2')}\n`),
    ).toHaveLength(2);
  });
});

describe('EndNote XML', () => {
  it('reads records, their styles and entities', () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?><xml><records><record>
      <ref-type name="Journal Article">17</ref-type>
      <contributors><authors><author><style face="normal">Lin, Xiaolan</style></author>
        <author>Zhou, Qiming</author></authors></contributors>
      <titles><title><style face="normal">CO</style><style face="subscript">2</style><style> of lakes &amp; rivers</style></title>
        <secondary-title>Journal of demonstrations</secondary-title></titles>
      <pages>15-27</pages><volume>12</volume><number>4</number>
      <dates><year>2023</year><pub-dates><date>Nov 15</date></pub-dates></dates>
      <isbn>1000-0003</isbn><electronic-resource-num>10.9999/en.1</electronic-resource-num>
      <keywords><keyword>lakes</keyword><keyword>rivers</keyword></keywords>
      <abstract>Of lakes.</abstract></record>
      <record><ref-type name="Thesis">32</ref-type><titles><title>乙</title></titles></record></records></xml>`;
    const [work, thesis, ...more] = parseReferences(text);
    expect(more).toEqual([]);
    expect(work).toMatchObject({
      type: 'article',
      title: 'CO2 of lakes & rivers',
      container: 'Journal of demonstrations',
      date: '2023-11-15',
      volume: '12',
      issue: '4',
      pages: '15-27',
      issn: '1000-0003',
      doi: '10.9999/en.1',
      keywords: ['lakes', 'rivers'],
    });
    expect(names(work as Reference)).toEqual(['Lin, Xiaolan', 'Zhou, Qiming']);
    expect(thesis).toMatchObject({ type: 'thesis', title: '乙' });
  });
});

describe('without the first tag', () => {
  it.each([
    ['RIS', 'TI  - 湖泊水位\nAU  - 林晓岚\nJO  - 演示学报\nPY  - 2023\nER  - '],
    ['RefWorks', 'A1 林晓岚;周启明;\nT1 湖泊水位\nJF 演示学报\nYR 2023\nIS 04'],
    ['EndNote', '%A 林晓岚\n%T 湖泊水位\n%J 演示学报\n%D 2023'],
    ['Web of Science', 'AU Lin, XL\nAF Lin, Xiaolan\nTI 湖泊水位\nSO 演示学报\nPY 2023\nER'],
  ])('a record of %s is one still', (_format, text) => {
    expect(only(text)).toMatchObject({ title: '湖泊水位', container: '演示学报', date: '2023' });
  });
});

describe('the encoding of a file', () => {
  const text = 'TY  - JOUR\nTI  - 湖泊水位\nER  - ';
  const wide = (order: 'le' | 'be'): Uint8Array => {
    const bytes = Buffer.from(text, 'utf16le');
    return order === 'le' ? bytes : bytes.swap16();
  };
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without one', wide('le')],
    ['UTF-16 from big to little', wide('be')],
    [
      'GB18030',
      Buffer.from([
        ...Buffer.from('TY  - JOUR\nTI  - '),
        0xba,
        0xfe,
        0xb2,
        0xb4,
        0xcb,
        0xae,
        0xce,
        0xbb,
      ]),
    ],
  ])('%s', (_name, bytes) => {
    expect(only(decodeText(bytes, TextDecoder)).title).toBe('湖泊水位');
  });
});

describe('exports whose parts stand elsewhere', () => {
  it('Zotero RDF: the journal stands beside its works, which name it', () => {
    const text = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <bib:Article rdf:about="#item_1"><z:itemType>journalArticle</z:itemType>
        <dcterms:isPartOf rdf:resource="urn:issn:0957-4174"/>
        <bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Lin</foaf:surname><foaf:givenName>Xiaolan</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></bib:authors>
        <dc:title>Graph networks</dc:title><dc:date>2024-03-01</dc:date></bib:Article>
      <bib:Journal rdf:about="urn:issn:0957-4174"><dc:title>Expert Systems</dc:title>
        <prism:volume>238</prism:volume><prism:number>2</prism:number>
        <dc:identifier>DOI 10.1016/j.demo.2023.9</dc:identifier><dc:identifier>ISSN 0957-4174</dc:identifier></bib:Journal>
      </rdf:RDF>`;
    expect(only(text)).toMatchObject({
      title: 'Graph networks',
      container: 'Expert Systems',
      volume: '238',
      issue: '2',
      doi: '10.1016/j.demo.2023.9',
      issn: '0957-4174',
    });
  });

  it('ERIC: tags of PubMed with meanings of its own', () => {
    const record = (title: string, more: readonly string[] = []) => [
      'OWN - ERIC',
      `TI  - ${title}`,
      'AU  - Lin, Xiaolan',
      'AU  - Zhou, Qiming',
      'SO  - Computers & Education, v58 n1 p321-334 Jan 2012. 14 pp.',
      'OID - EJ945125',
      ...more,
      'PT  - Journal Articles',
      'PT  - Reports - Research',
      'ISSN - ISSN-0360-1315',
    ];
    const text = [
      ...record('Tracing knowledge.', ['LID - http://dx.doi.org/10.1016/j.demo.2011.1']),
      '',
      ...record('Tracing more of it'),
    ].join('\n');
    const [first, second, ...more] = parseReferences(text);
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      type: 'article',
      title: 'Tracing knowledge',
      container: 'Computers & Education',
      date: '2012-01',
      volume: '58',
      issue: '1',
      pages: '321-334',
      doi: '10.1016/j.demo.2011.1',
      issn: '0360-1315',
    });
    expect(names(first as Reference)).toEqual(['Lin, Xiaolan', 'Zhou, Qiming']);
    expect(second?.title).toBe('Tracing more of it');
    const later = only(
      text.replace('Education, v58', 'Education 2000, v58').split('\n\n')[0] ?? '',
    );
    expect(later.date).toBe('2012-01');
  });

  it('维普: names that their numbers part, and a place by GB 3793', () => {
    const work = only(
      [
        '【题　名】面向知识追踪的图神经网络方法研究',
        '【作　者】林晓岚[1] 周启明[2]',
        '【机　构】[1]江陵大学计算机学院 [2]云山大学',
        '【刊　名】计算机学报. -2024, 47(5). -1021-1037',
        '【ISSN号】0254-4164',
      ].join('\n'),
    );
    expect(work).toMatchObject({
      container: '计算机学报',
      year: '2024',
      volume: '47',
      issue: '5',
      pages: '1021-1037',
    });
    expect(work.authors).toMatchObject([
      { name: '林晓岚', affiliation: '江陵大学计算机学院' },
      { name: '周启明', affiliation: '云山大学' },
    ]);
  });
});
