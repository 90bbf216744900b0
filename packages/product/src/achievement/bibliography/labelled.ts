import { readDate } from './date.ts';
import { readDoi, readIssns, readPages } from './identifiers.ts';
import { normalisedName } from './name.ts';
import { type Author, canonicalReference, type Reference } from './reference.ts';
import { cleanLine, keywordList } from './text.ts';

/**
 * Records whose lines begin with a label: CSSCI (`【来源篇名】…`), 维普 (`【题　名】…`, `[刊　名]…`), CNKI (`Title-题名: …`), and pages
 * of the patent office (`发明名称：…`).
 */

/** Meaning of a line by its label, without blanks. */
const heads: ReadonlyMap<string, string> = new Map(
  Object.entries({
    titleEn: ['英文篇名', '英文题名', '英文标题'],
    title: ['来源篇名', '题名', '篇名', '标题', '发明名称', '专利名称', '实用新型名称'],
    authors: ['来源作者', '作者', '著者', '发明人', '设计人', '发明设计人'],
    units: ['机构名称', '单位', '作者单位', '机构', '作者机构'],
    container: ['期刊', '文献来源', '刊名', '来源', '期刊名', '出处'],
    extent: ['年代卷期', '年卷期页', '年卷期', '卷期页码'],
    date: ['发表时间', '出版日期'],
    applied: ['申请日', '申请日期'],
    year: ['年', '年份', '出版年'],
    volume: ['卷'],
    issue: ['期'],
    pages: ['页码', '页'],
    keywords: ['关键词'],
    abstract: ['摘要', '文摘'],
    doi: ['DOI'],
    issn: ['ISSN', 'ISSN号', '国际标准刊号'],
    cn: ['CN', 'CN号', '国内统一刊号'],
    database: ['来源库'],
    number: ['申请号', '专利号', '申请专利号'],
    publication: ['公开公告号', '授权公告号', '公开号'],
    owner: ['申请专利权人', '专利权人', '申请人'],
  }).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
);

/** Pattern of a labelled line: `【来源篇名】值`, `[题　名]值`, `Title-题名: 值`, `发明名称：值`. */
const labelled =
  /^\s*(?:\d{1,4}[.、]\s*)?(?:[【［[]([^】］\]]{1,12})[】］\]][:：]?|(?:[A-Za-z]{1,16}-)?([\p{Script=Han}A-Z（）() 　]{1,16})[:：])(.*)$/u;

interface Line {
  readonly name: string;
  readonly field: string;
  readonly value: string;
}

/** Label `年,卷(期):页` of 维普, which contains the separator between label and value. */
const extentName = /年\s*[,，]?\s*卷\s*[(（]\s*期\s*[)）]\s*[:：]?\s*(?:起止)?页码?/;

const lineOf = (given: string): Line | undefined => {
  const text = given.replace(extentName, '年卷期页');
  const [, bracketed, plain, value = ''] = labelled.exec(text) ?? [];
  const name = (bracketed ?? plain ?? '').replace(/[\s　（）()]/g, '');
  const field = heads.get(name);
  return field === undefined ? undefined : { name, field, value: cleanLine(value) };
};

/** Title label that only CSSCI uses. */
const ofCssci = '来源篇名';

type Fields = ReadonlyMap<string, string>;

/** Institution numbers beside a name: `林晓岚[1,2]`, `[1]林晓岚`. */
const numbers = /\[(\d{1,2}(?:[,，]\d{1,2})*)\]/;

/** Separator of names with institution numbers: `林晓岚[1] 周启明[2]`. */
const behindNumbers = /([^\s;；/、,，]\[\d{1,2}(?:[,，]\d{1,2})*\])\s+(?=\S)/g;

/** Reads institutions by number: `[1]江陵大学;[2]云山大学`. */
const numbered = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/\[(\d{1,2})\]([^[;；]{1,200})/g)].map(([, number = '', unit = '']) => [
      number,
      cleanLine(unit),
    ]),
  );

/** Reads institutions by author: `[林晓岚]江陵大学.教育学院/[周启明]云山大学`. */
const unitsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(/\/(?=\[)/).flatMap((part) => {
      const [found, names = '', unit = ''] = /^\[([^\]]{1,200})\](.+)$/.exec(part.trim()) ?? [];
      if (found === undefined) return [];
      return names.split(/[;；/]/).map((name) => [name.trim(), unit.replaceAll('.', ' ')] as const);
    }),
  );

const peopleOf = (text: string, units: string): Author[] => {
  const byName = unitsOf(units);
  const byNumber = numbered(units);
  const ofAll = byName.size + byNumber.size === 0 && !/[;；]/.test(units) ? cleanLine(units) : '';
  return text
    .replace(behindNumbers, '$1;')
    .split(/[;；/、]|[,，](?![\d,，]*\])/)
    .map((part) => ({
      name: normalisedName(cleanLine(part.replace(numbers, ''))),
      at: numbers.exec(part)?.[1]?.split(/[,，]/) ?? [],
    }))
    .filter(({ name }) => name !== '')
    .map(({ name, at }) => {
      const listed = at.flatMap((number) => byNumber.get(number) ?? []).join('; ');
      const affiliation = byName.get(name) ?? (listed || ofAll);
      return { name, ...(affiliation && { affiliation }) };
    });
};

/** Year, volume, issue and pages as in CSSCI `2023，44(005)：45-56`, or GB 3793 `2024,47(5).-1021-1037`. */
const extent =
  /^(\d{4})\s*[,，]\s*(?:([^()（）]{1,20}))?\s*(?:[(（]([^()（）]{1,20})[)）])?\s*(?:(?:[:：]|[.．]\s*[-–—])\s*(.{1,40}))?$/;

/** Year, issue and pages as in 维普: `2024年第5期1021-1037,共17页`. */
const printed =
  /^(\d{4})年?\s*(?:第?(\d{1,4})卷)?\s*第?\s*([\dA-Z]{1,6})期\s*[:：,，]?\s*(\d[\d+,-]{0,30})?/;

/** Journal, volume, issue and pages in one line: `计算机学报,2024,47(5):1-7`. */
const standing = /^(.{1,80}?)\s*[.．,，]?\s*[-–—]?\s*(\d{4}(?:\s*[,，]|年).*)$/;

interface Extent {
  readonly year?: string | undefined;
  readonly volume?: string | undefined;
  readonly issue?: string | undefined;
  readonly pages?: string | undefined;
}

const extentOf = (text: string): Extent => {
  const [found, year, volume, issue, pages] = extent.exec(text) ?? printed.exec(text) ?? [];
  const page = pages?.replace(/[,，]共.*$|^[.\s-]+|[,，]$/g, '');
  return found === undefined ? {} : { year, volume, issue, pages: page };
};

const workOf = (fields: Fields): Reference => {
  const text = (name: string): string | undefined => fields.get(name) || undefined;
  const isPatent = text('number') !== undefined || text('publication') !== undefined;
  const [, journal, place] = standing.exec(text('container') ?? '') ?? [];
  const { year, volume, issue, pages } = extentOf(text('extent') ?? place ?? '');
  return canonicalReference({
    type: isPatent ? 'patent' : /会议/.test(text('database') ?? '') ? 'conferencePaper' : 'article',
    source: 'labelled',
    title: text('title'),
    titleEn: text('titleEn'),
    authors: peopleOf(text('authors') ?? '', text('units') ?? ''),
    editors: [],
    container: journal ?? text('container'),
    publisher: isPatent ? text('owner') : undefined,
    date: readDate(text('date') ?? year ?? text('year')),
    volume: volume?.trim() || text('volume'),
    issue: issue?.replace(/^0+(?=\d)/, '') ?? text('issue'),
    pages: readPages(pages ?? text('pages')),
    doi: readDoi(text('doi')),
    issn: readIssns(text('issn'))[0],
    cn: text('cn'),
    indexes: fields.has('cssci') ? ['CSSCI'] : [],
    abstract: text('abstract'),
    keywords: keywordList([(text('keywords') ?? '').replaceAll('/', ';')]),
    number: text('number') ?? text('publication'),
    ...(fields.has('number') && { publication: text('publication') }),
    applied: readDate(text('applied')),
  });
};

/** Returns whether fields form a record: a title and one more identifying field. */
const isRecord = (fields: Fields): boolean =>
  fields.has('title') &&
  ['authors', 'number', 'publication', 'extent'].some((name) => fields.has(name));

/** Reads the records of a text, each up to the next title; returns none for any other text. */
export const readLabelledText = (lines: readonly string[]): Reference[] => {
  const found: Reference[] = [];
  let fields = new Map<string, string>();
  let last = '';
  const close = (): void => {
    if (isRecord(fields)) found.push(workOf(fields));
    fields = new Map();
    last = '';
  };
  for (const text of lines) {
    const line = lineOf(text);
    if (/^\s*[-=]{5,}\s*$/.test(text)) close();
    else if (line) {
      if (line.field === 'title' && fields.has('title')) close();
      if (!fields.has(line.field)) fields.set(line.field, line.value);
      if (line.name === ofCssci) fields.set('cssci', line.value);
      last = line.field;
    } else if (last === 'abstract' && text.trim() !== '' && !labelled.test(text)) {
      fields.set(last, `${fields.get(last) ?? ''}${cleanLine(text)}`);
    } else last = '';
  }
  close();
  return found;
};
