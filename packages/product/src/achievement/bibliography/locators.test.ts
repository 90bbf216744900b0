import { describe, expect, test } from 'vitest';
import { locatorOf } from './identifiers.ts';
import { parseReferences } from './parse.ts';

/** One article, with `at` where each format has its pages. */
const formats: Readonly<Record<string, (at: string) => string>> = {
  BibTeX: (at) => `@article{a, title={Films}, journal={Demo Letters}, year={2024}, pages={${at}}}`,
  RIS: (at) => `TY  - JOUR\nTI  - Films\nJO  - Demo Letters\nPY  - 2024\nSP  - ${at}\nER  - `,
  'CSL-JSON': (at) =>
    JSON.stringify([
      { type: 'article-journal', title: 'Films', 'container-title': 'Demo Letters', page: at },
    ]),
  OpenAlex: (at) =>
    JSON.stringify({
      type: 'article',
      title: 'Films',
      authorships: [],
      biblio: { first_page: at, last_page: at },
      primary_location: { source: { display_name: 'Demo Letters', type: 'journal' } },
    }),
  'EndNote XML': (at) =>
    `<xml><records><record><ref-type name="Journal Article">17</ref-type><titles><title>Films</title><secondary-title>Demo Letters</secondary-title></titles><pages>${at}</pages></record></records></xml>`,
  'Zotero RDF': (at) =>
    `<rdf:RDF><bib:Article rdf:about="#1"><z:itemType>journalArticle</z:itemType><dcterms:isPartOf><bib:Journal><dc:title>Demo Letters</dc:title></bib:Journal></dcterms:isPartOf><dc:title>Films</dc:title><bib:pages>${at}</bib:pages></bib:Article></rdf:RDF>`,
  RefWorks: (at) => `RT Journal Article\nT1 Films\nJF Demo Letters\nYR 2024\nSP ${at}\n`,
  Refer: (at) => `%0 Journal Article\n%T Films\n%J Demo Letters\n%D 2024\n%P ${at}\n`,
  NoteExpress: (at) =>
    `{Reference Type}: Journal Article\n{Title}: Films\n{Journal}: Demo Letters\n{Year}: 2024\n{Pages}: ${at}\n`,
  'Web of Science': (at) =>
    `FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nTI Films\nSO DEMO LETTERS\nBP ${at}\nPY 2024\nER\n\nEF`,
  'GB/T 7714': (at) => `[1] LIN X. Films[J]. Demo Letters, 2024, 238: ${at}.`,
  MLA: (at) => `Lin, Xiaolan. "Films." Demo Letters 238 (2024): ${at}.`,
};

describe.each(Object.entries(formats))('%s', (_name, write) => {
  test('the number of an article in the place of pages is one', () => {
    const [work] = parseReferences(write('121904'));
    expect(work).toMatchObject({ type: 'article', articleNo: '121904' });
    expect(work).not.toHaveProperty('pages');
  });

  test('pages stay pages', () => {
    for (const pages of ['1021-1037', '170']) {
      const [work] = parseReferences(write(pages));
      expect(work).toMatchObject({ pages });
      expect(work).not.toHaveProperty('articleNo');
    }
  });
});

test('numbers of articles, in the shapes that journals print', () => {
  for (const number of ['12345', '121904', 'e0123456', 'e123', 'L021301', 'P05012', 'eabc1234']) {
    expect(locatorOf({ pages: number })).toEqual({ pages: undefined, articleNo: number });
  }
  for (const pages of [
    '1-7',
    '1021',
    'S12',
    'S12345',
    'A1024',
    '12-15+20',
    '121002-7',
    'BRD',
    '',
  ]) {
    expect(locatorOf({ pages })).toEqual({ pages, articleNo: undefined });
  }
  expect(locatorOf({ pages: '121904', articleNo: '121904' })).toEqual({ articleNo: '121904' });
  expect(locatorOf({ pages: '12345', articleNo: 'e7' })).toEqual({
    pages: '12345',
    articleNo: 'e7',
  });
});
