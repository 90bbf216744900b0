import { plugins } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import { describe, expect, it } from 'vitest';
import { parseReferences } from './parse.ts';
import type { Reference } from './reference.ts';

const only = (text: string): Reference => {
  const found = parseReferences(text);
  expect(found).toHaveLength(1);
  return found[0] as Reference;
};

const title = (latex: string): string => only(`@article{a, title = {${latex}}}`).title;
const names = (list: string): string[] =>
  only(`@article{a, title={A}, author={${list}}}`).authors.map((author) => author.name);

describe('entries', () => {
  it('reads an article with strings, joins, months and numbers', () => {
    const work = only(`
      % a comment
      @comment{ignored, title = {No}}
      @STRING(tl = "Tidal " # {Letters})
      @Article ( lin2024,
        author  = "Lin, Xiaolan and {Tide Society}",
        title   = {On {T}ides},
        journal = tl,
        year    = 2024, month = jun # "~15",
        volume = 3, number = 07,
        pages   = {1--7},
        doi = {https://doi.org/10.1000/demo\\_1},
        issn = {1234-5679, 2345-6780},
        keywords = {tides, {moon, full}, sea},
        url = {\\url{https://example.edu/\\%7Elin}}
      )`);
    expect(work).toMatchObject({
      type: 'article',
      title: 'On Tides',
      container: 'Tidal Letters',
      date: '2024-06-15',
      volume: '3',
      issue: '07',
      pages: '1-7',
      doi: '10.1000/demo_1',
      issn: '1234-5679',
      eissn: '2345-6780',
      keywords: ['tides', 'moon, full', 'sea'],
      url: 'https://example.edu/%7Elin',
    });
    expect(work.authors).toEqual([
      { name: 'Lin, Xiaolan', family: 'Lin', given: 'Xiaolan' },
      { name: 'Tide Society' },
    ]);
  });

  it('reads what CNKI and others write carelessly', () => {
    const works = parseReferences(
      [
        '@article{林晓岚 2024, title={甲}, author={林晓岚 and 周启明}, year={2024年}, pages={12-15+20},}',
        '@article{, title={乙}, author={林晓岚;周启明}, journal={丙学报} year={2023}}',
        '@article{title={丁}, author={林晓岚，周启明}}',
        '@inproceedings{x, title={戊}, booktitle={己}} @article{y, title={庚}}',
      ].join('\n'),
    );
    expect(works.map((work) => work.title)).toEqual(['甲', '乙', '丁', '戊', '庚']);
    expect(works.slice(0, 3).map((work) => work.authors.length)).toEqual([2, 2, 2]);
    expect(works[0]).toMatchObject({ date: '2024', pages: '12-15+20' });
    expect(works[1]).toMatchObject({ container: '丙学报', date: '2023' });
  });

  it('loses only the entry that is broken', () => {
    const works = parseReferences(
      '@article{a, title={One}}\n@article{b, title={Two, year=2020}\n@article{c, title={Three}}',
    );
    expect(works.map((work) => work.title)).toContain('One');
    expect(works.map((work) => work.title)).toContain('Three');
  });

  it('finds an entry behind other words', () => {
    expect(only('see lin@example.edu: @article{a, title={One}}').title).toBe('One');
  });

  it.each([
    ['@conference{', 'conferencePaper'],
    ['@inproceedings{', 'conferencePaper'],
    ['@mastersthesis{', 'thesis'],
    ['@book{', 'book'],
    ['@inbook{', 'chapter'],
    ['@incollection{', 'chapter'],
    ['@techreport{', 'report'],
    ['@patent{', 'patent'],
    ['@standard{', 'standard'],
    ['@online{', 'webpage'],
    ['@misc{', 'unknown'],
    ['@misc{k, eprint={2401.1}, ', 'manuscript'],
  ])('tells %s', (entry, type) => {
    const key = entry.endsWith('{') ? 'k, ' : '';
    expect(only(`${entry}${key}title={A}}`).type).toBe(type);
  });

  it('reads the fields of Web of Science', () => {
    expect(
      only(
        '@article{ WOS:000123456700001,\nAuthor = {Lin, Xiaolan},\nTitle = {{On Tides and\n   Moons}},\nType = {{Review}},\nMonth = {{JUL-AUG}},\nYear = {{2005}},\nArticle-Number = {{213780}},\nEISSN = {{2345-6780}},\nUnique-ID = {{WOS:000123456700001}},\n}',
      ),
    ).toMatchObject({
      title: 'On Tides and Moons',
      genre: 'Review',
      date: '2005-07',
      articleNo: '213780',
      eissn: '2345-6780',
      accession: 'WOS:000123456700001',
    });
  });
});

describe('LaTeX', () => {
  it.each([
    [
      `G{\\"o}del, Erd\\H{o}s, \\v{S}koda, \\'{E}t\\'e, na{\\"\\i}ve, \\c{c}a, \\aa{}s`,
      'Gödel, Erdős, Škoda, Été, naïve, ça, ås',
    ],
    ["Stra{\\ss}e, \\O re, \\L{}\\'od\\'z", 'Straße, Øre, Łódź'],
    ['A \\& B, 5\\%, \\#1, a\\_b, \\$5', 'A & B, 5%, #1, a_b, $5'],
    ['$\\alpha$-Fe$_2$O$_3$ at 10$^{-3}$ and $x_{ab}$', 'α-Fe₂O₃ at 10⁻³ and xab'],
    ['H\\textsubscript{2}O and Ca\\textsuperscript{2+}', 'H₂O and Ca²⁺'],
    ['costs $5 and $10', 'costs $5 and $10'],
    ["pages 1--7 --- ``quoted''", 'pages 1–7 — “quoted”'],
    ['\\emph{In} {\\it vitro} \\textbf{Study}', 'In vitro Study'],
    ['Fig.~2, Ca~(2+), H_3PO_4, 5~10, was ~70%', 'Fig. 2, Ca~(2+), H_3PO_4, 5~10, was ~70%'],
    ['50% of {DNA} in C:\\docs', '50% of DNA in C:\\docs'],
    ['Tom &amp; Ann', 'Tom & Ann'],
  ])('decodes %s', (latex, plain) => {
    expect(title(latex)).toBe(plain);
  });
});

describe('names', () => {
  it.each([
    ['Ludwig van Beethoven', ['van Beethoven, Ludwig']],
    [
      "van Beethoven, Ludwig and de la Cruz, Mar{\\'i}a",
      ['van Beethoven, Ludwig', 'de la Cruz, María'],
    ],
    ['King, Jr., Martin Luther', ['King, Martin Luther, Jr.']],
    ['{Institute of Tides and Moons} and Ann Lin', ['Institute of Tides and Moons', 'Lin, Ann']],
    ['Lin, Ann and others', ['Lin, Ann']],
    ['Lin, Ann; Zhou, Bo', ['Lin, Ann', 'Zhou, Bo']],
    ['Lin, Ann AND\n  Zhou, Bo', ['Lin, Ann', 'Zhou, Bo']],
    ['张, 三 and 欧阳, 明', ['张三', '欧阳明']],
    ['张三, 李四, 王五', ['张三', '李四', '王五']],
    ['张三、李四', ['张三', '李四']],
    ['{戴维·A. 史密森} and 李四', ['戴维·A. 史密森', '李四']],
    ['阿依古丽·买买提 and 李四', ['阿依古丽·买买提', '李四']],
    ['Lin, Ann, Bo', ['Lin, Ann, Bo']],
    ['Team, Moon And Tide', ['Team, Moon And Tide']],
    ['Plato', ['Plato']],
  ])('reads %s', (list, expected) => {
    expect(names(list)).toEqual(expected);
  });
});

describe('the reader beside @citation-js, which serves as the yardstick', () => {
  // @citation-js stops at the first irregular entry, recurses on nested braces and weighs 36 KiB;
  // on regular input both must read the same.
  const regular = String.raw`
@article{a, author = {Lin, Xiaolan and Ludwig van Beethoven and {Tide Society}}, title = {On {T}ides in Fe$_2$O$_3$ \& more}, journal = {T{\"i}dal Letters}, year = 2024, volume = {12}, number = {3}, pages = {1--7}, doi = {10.1000/demo.1}, issn = {1234-5679}}
@inproceedings{b, author = {Mar{\'i}a {de la Cruz} and Erd{\H o}s, P{\'a}l}, title = {Moons: A Study}, booktitle = {Proc. of the 3rd Tide Conference}, year = 2019, month = jun, pages = {10--12}}
@phdthesis{c, author = {Zhou, Qiming}, title = {Seas}, school = {Yunshan University}, year = 2012}`;

  interface Csl {
    readonly title: string;
    readonly author: readonly Record<string, string>[];
    readonly 'container-title'?: string;
    readonly page?: string;
    readonly volume?: string;
    readonly issue?: string;
    readonly DOI?: string;
    readonly ISSN?: string;
    readonly issued: { readonly 'date-parts': readonly (readonly number[])[] };
  }

  const cslName = (name: Record<string, string>): string => {
    const family = [name['non-dropping-particle'], name.family ?? name.literal].filter(Boolean);
    return [family.join(' '), name.given].filter(Boolean).join(', ');
  };

  it('reads the same', () => {
    const theirs = plugins.input.chain(regular, {
      forceType: '@bibtex/text',
      target: '@csl/list+object',
      maxChainLength: 10,
      generateGraph: false,
      strict: true,
    }) as unknown as readonly Csl[];
    const ours = parseReferences(regular);
    expect(
      ours.map((work) => [
        work.title,
        work.authors.map((author) => author.name),
        work.container,
        work.pages,
        work.volume,
        work.issue,
        work.doi,
        work.issn,
        work.date?.split('-').map(Number),
      ]),
    ).toEqual(
      theirs.map((work) => [
        work.title,
        work.author.map(cslName),
        work['container-title'],
        work.page,
        work.volume,
        work.issue,
        work.DOI,
        work.ISSN,
        work.issued['date-parts'][0],
      ]),
    );
  });
});
