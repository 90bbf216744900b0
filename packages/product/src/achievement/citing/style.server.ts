import { readFileSync } from 'node:fs';
import csl from 'citeproc';
import type { Work } from './item.ts';

// Formats works by the style beside it. For worker processes: the library weighs a megabyte.

const style = readFileSync(new URL('./gb-t-7714-2015.csl', import.meta.url), 'utf8');

/** Returns the minimal locale that citeproc requires; the style contains the words of both languages. */
const localeOf = (language: string): string => `<?xml version="1.0" encoding="utf-8"?>
<locale xmlns="http://purl.org/net/xbiblio/csl" version="1.0" xml:lang="${language}">
  <style-options punctuation-in-quote="false"/>
  <date form="text"><date-part name="year"/></date>
  <date form="numeric"><date-part name="year"/></date>
  <terms>
    ${['page', 'issue', 'volume', 'number']
      .flatMap((word) => [
        `<term name="${word}">${word}</term>`,
        `<term name="${word}" form="short">${word}</term>`,
      ])
      .join('')}
    <term name="open-quote">“</term>
    <term name="close-quote">”</term>
    <term name="open-inner-quote">‘</term>
    <term name="close-inner-quote">’</term>
  </terms>
</locale>`;

/** Formats works by GB/T 7714-2015, one text each, in order and without numbers. */
export const citationsOf = (works: readonly Work[]): readonly string[] => {
  if (works.length === 0) return [];
  // Ids may repeat across tables, so the position identifies a work.
  const placed = works.map((work, place) => ({ ...work, id: `w${place}` }));
  const known = new Map(placed.map((work) => [work.id, work]));
  const sources = {
    retrieveLocale: localeOf,
    retrieveItem: (id: string) => known.get(id) ?? {},
  };
  const engine = new csl.Engine(sources, style, 'zh-CN', true);
  engine.setOutputFormat('text');
  engine.updateItems(placed.map(({ id }) => id));
  const [, entries] = engine.makeBibliography();
  return entries.map((entry) => entry.trim());
};
