import { Refused } from '@keyan/kernel/errors.ts';
import { growthOf, linearGrowthLimit } from '@keyan/kernel/testing/growth.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReferences } from './parse.ts';
import { matchAuthors } from './staff.ts';

// Pasted text is anybody's: nothing in it may throw, or take more than its length in time.

const repeat = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length));

const pieces = [
  '@article{',
  '@string{',
  '@comment{',
  '{',
  '}',
  '"',
  '#',
  '=',
  ',',
  '\\',
  '$',
  "\\'{",
  '~',
  ' and ',
  'TY  - JOUR\n',
  'ER  - \n',
  'AU  - ',
  'RT Journal Article\n',
  'A1 ',
  'T1 ',
  '%0 Thesis\n',
  '%A ',
  '%T ',
  'PT J\n',
  'AU Lin\n',
  '   ',
  'TI ',
  'RP a (corresponding author)',
  'C1 [',
  '10.1000/',
  'title = ',
  '&amp;',
  '&#x110000;',
  '\n',
  '\r\n',
  '\ufeff',
  '张三',
  ';',
  '；',
  '2024',
  '-',
  '\ud800',
  '\u3000',
  '(',
  ')',
];

describe('hostile text', () => {
  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 4 })),
          {
            maxLength: 60,
          },
        ),
        (parts) => {
          for (const work of parseReferences(parts.join(''))) {
            expect(typeof work.title).toBe('string');
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  const units = [
    '{',
    '}',
    '"',
    '\\',
    '$',
    '@',
    '@a{',
    '@a{b,',
    '@a{b,c={',
    '@a{\n',
    '@article{a, title={',
    '#',
    'a',
    "\\'{",
    '\\v',
    ' ',
    '\t',
    '\n',
    ',',
    ';',
    ' and ',
    '~',
    '10.1000/',
    '&',
    '&#1',
    'ER\n',
    '(',
    '张三,',
    '-',
    '%0 ',
  ];
  const frames: readonly (readonly [name: string, frame: (body: string) => string])[] = [
    ['bare', (body) => body],
    ['a BibTeX title', (body) => `@article{a, title={${body}`],
    ['BibTeX authors', (body) => `@article{a, title={A}, author={${body}}}`],
    [
      'BibTeX keywords and pages',
      (body) => `@article{a, title={A}, keywords={${body}}, pages={${body}}}`,
    ],
    [
      'RIS',
      (body) =>
        `TY  - JOUR\nTI  - A\nAU  - ${body}\nKW  - ${body}\nDO  - ${body}\nSP  - ${body}\nSN  - ${body}\nPY  - ${body}`,
    ],
    [
      'RefWorks',
      (body) => `RT Journal Article\nA1 ${body}\nT1 A\nAD ${body}\nFD ${body}\nCN ${body}`,
    ],
    [
      'Web of Science',
      (body) => `PT J\nTI A\nAU ${body}\nRP ${body}\nC1 [${body}\nCY ${body}\nDE ${body}`,
    ],
  ];

  it.each(frames)('costs as its length: %s', (_, frame) => {
    const reading = (unit: string) => (length: number) => {
      const text = frame(repeat(unit, length));
      return () => parseReferences(text);
    };
    for (const unit of units)
      expect(growthOf(reading(unit), 10_000), unit).toBeLessThan(linearGrowthLimit);
  });

  it('costs as its length: parts of Zotero RDF without an end', () => {
    const reading = (length: number) => {
      const text = `<rdf:RDF xmlns:z="http://www.zotero.org/namespaces/export#">${repeat('<bib:Journal rdf:about="urn:issn:1">', length)}`;
      return () => parseReferences(text);
    };
    expect(growthOf(reading, 300_000)).toBeLessThan(linearGrowthLimit);
  });

  it.each([
    ...['{', '}', '@article{a, title={', '\\', "\\'{", '\n', ' ', 'TY  - JOUR\nTI  - A\n'],
    ...['<records><record>', '<records><record><title>A</title><author>', '{Title}: A\n'],
    ...['Lin, X. (2023). A. B, 1(2), ', 'A "b" c (2023): ', 'Lin X. A. B. 2023;1\n'],
    ...['PMID- 1\nFAU - A\nAD  - B\n', 'T1 A\nA1 B\nYR 1\n', '%T A\n'],
  ])('reads a megabyte of %j', { timeout: 120_000 }, (unit) => {
    parseReferences(repeat(unit, 1_000_000));
    parseReferences(`@article{a, title={${repeat(unit, 1_000_000)}`);
  });

  it('reads 300 authors and 2,000 records', () => {
    const authors = Array.from({ length: 300 }, (_, index) => `AU  - Lin${index}, Ann`).join('\n');
    const record = `TY  - JOUR\nTI  - A\n${authors}\nER  - \n`;
    expect(parseReferences(record)[0]?.authors).toHaveLength(300);
    const many = parseReferences('RT Journal Article\nA1 林晓岚;周启明\nT1 甲\n'.repeat(2000));
    expect(many).toHaveLength(2000);
  });
});

/** 9.9 kB of this made a text of 2^n characters for every field. */
const doubling = (times: number, entries: number): string =>
  [
    '@string{a="b"}',
    ...Array.from({ length: times }, () => '@string{a=a # a}'),
    ...Array.from(
      { length: entries },
      (_, index) =>
        `@article{k${index}, title="${index}" # a, author="${index}" # a, abstract="${index}" # a, year=2026}`,
    ),
  ].join('\n');

describe('what abbreviations of BibTeX expand to is bounded', () => {
  it.each([
    ['doubled 24 times, in 100 entries', doubling(24, 100)],
    ['doubled 26 times, in one entry', doubling(26, 1)],
    ['doubled 3,000 times in one line', `@string{a="b"${' # a # a}\n@string{a=a'.repeat(3000)}}`],
    [
      'joined in one value',
      `@string{a="${'b'.repeat(10_000)}"}\n@misc{k, title=a${' # a'.repeat(3000)}}`,
    ],
    [
      'used in very many fields',
      `@string{a="${'b'.repeat(9000)}"}\n@misc{k, title={A}${', x=a'.repeat(100)}}`,
    ],
  ])('%s', (_, text) => {
    expect(() => parseReferences(text)).toThrow(Refused);
    expect(() => parseReferences(text)).toThrow(/@string/);
  });

  it('names the abbreviation or field in both languages', () => {
    try {
      parseReferences(doubling(24, 1));
      expect.unreachable();
    } catch (error) {
      const { label } = error as Refused;
      expect(label[0]).toMatch(/“a”/);
      expect(label[1]).toMatch(/“a”/);
    }
  });

  it('takes what people abbreviate', () => {
    const journal = 'IEEE Transactions on Pattern Analysis and Machine Intelligence';
    const entries = Array.from(
      { length: 100 },
      (_, index) => `@article{k${index}, title={T${index}}, journal=tpami # " (" # jan # ")"}`,
    );
    const works = parseReferences(`@string{tpami="${journal}"}\n${entries.join('\n')}`);
    expect(works).toHaveLength(100);
    expect(works[99]?.container).toBe(`${journal} (jan)`);
  });
});

it('tells the rivals for each of very many people, with work in proportion', async () => {
  let read = 0;
  const people = Array.from({ length: 4000 }, (_, index) => ({
    id: `${index}`,
    // The getter counts how often a name is read.
    get name() {
      read += 1;
      return `甲${index}`;
    },
  }));
  const readFor = async (count: number): Promise<number> => {
    const some = people.slice(0, count);
    const staff = {
      byName: new Map(some.map((one) => [one.name, [one]])),
      byPinyin: new Map(),
      byInitials: new Map(),
    };
    read = 0;
    const matches = await matchAuthors([...some, { name: '甲0' }], staff);
    expect(matches[0]).toMatchObject({ candidates: [{ id: '0' }] });
    expect(matches[1]).toMatchObject({ member: { id: '1' } });
    return read;
  };
  const [once, twice] = [await readFor(2000), await readFor(4000)];
  expect(twice).toBeLessThan(2.2 * once);
});
