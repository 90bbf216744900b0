import { parse } from 'csv-parse/sync';
import { readDate } from '../../achievement/bibliography/date.ts';
import { readDoi } from '../../achievement/bibliography/identifiers.ts';
import { parseReferences } from '../../achievement/bibliography/parse.ts';
import { isBareNumber } from '../../achievement/bibliography/reference.ts';
import { type CollectingSource, rawText, Unread } from './source.ts';

/** Source of reference files: RIS, BibTeX and other formats that can be pasted. */
export const fileSource: CollectingSource = {
  request: ({ base }) => ({ accept: '*/*', url: base }),
  read: ({ text }) => {
    const works = parseReferences(text).filter((work) => !isBareNumber(work));
    if (works.length === 0) {
      throw new Unread([
        '应答中没有识别出题录，请核对入口地址与文件格式',
        'No records recognised in the response: check the base URL and file format',
      ]);
    }
    return {
      items: works.map((work) => ({
        id:
          work.doi?.toLowerCase() ??
          work.accession ??
          `${work.year ?? ''} ${work.title}`.toLowerCase().slice(0, 300),
        version: '',
        work,
        raw: rawText(work),
      })),
      next: null,
      total: works.length,
      problems: [],
    };
  },
};

/** Patterns of column headings in retraction lists, by value. */
const columns: Readonly<Record<string, RegExp>> = {
  doi: /^(?:original\s*paper\s*doi|doi|原文\s*doi)$/i,
  noticeDoi: /^(?:retraction\s*doi|notice\s*doi|撤稿\s*doi|声明\s*doi)$/i,
  date: /^(?:retraction\s*date|date|撤稿日期|日期)$/i,
  reason: /^(?:reason|reasons|原因|撤稿原因)$/i,
  nature: /^(?:retraction\s*nature|nature|性质)$/i,
  title: /^(?:title|题目|论文题目)$/i,
  year: /^(?:year|original\s*paper\s*year|发表年)$/i,
};

/**
 * Natures of an entry that mean retraction; corrections and expressions of concern do not match.
 */
const retracting = /retract|withdraw|撤/i;

/** Date of an entry; `3/2/2026` is month first, as in the list of Retraction Watch. */
const dayIn = (text: string): string => {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text) ?? [];
  return year
    ? `${year}-${(month ?? '').padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`
    : (readDate(text.slice(0, 10)) ?? '');
};

/** Source of retraction lists as CSV: DOI, retraction DOI, date, reason, nature. */
export const retractionsSource: CollectingSource = {
  request: ({ base }) => ({ accept: 'text/csv', url: base }),
  read: ({ text }) => {
    const [head = [], ...lines] = parse(text, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as readonly (readonly string[])[];
    const at = Object.fromEntries(
      Object.entries(columns).map(([name, words]) => [
        name,
        head.findIndex((one) => words.test(one.trim())),
      ]),
    );
    if ((at.doi ?? -1) < 0 && (at.title ?? -1) < 0) {
      throw new Unread([
        '清单缺少 DOI 列（DOI、OriginalPaperDOI 或 原文DOI）',
        'The list has no DOI column (DOI, OriginalPaperDOI)',
      ]);
    }
    const items = lines.flatMap((line) => {
      const of = (name: string): string => line[at[name] ?? -1]?.trim() ?? '';
      const nature = of('nature');
      if (nature !== '' && !retracting.test(nature)) return [];
      const doi = readDoi(of('doi')) ?? '';
      const date = dayIn(of('date'));
      if (doi === '' && of('title') === '') return [];
      return [
        {
          id: `${doi.toLowerCase() || `${of('year')} ${of('title').toLowerCase()}`} ${date}`.slice(
            0,
            300,
          ),
          version: date,
          retraction: {
            doi,
            title: of('title'),
            year: of('year') || '',
            noticeDoi: readDoi(of('noticeDoi')) ?? '',
            date,
            reason: of('reason')
              .replaceAll(';', '；')
              .replace(/^[+；]+|[+；]+$/g, ''),
          },
          raw: rawText(line.join(',')),
        },
      ];
    });
    return { items, next: null, total: items.length, problems: [] };
  },
};
