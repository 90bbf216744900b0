import { readDate } from './date.ts';
import { readDoi, readIssns, readPages } from './identifiers.ts';
import { normalisedName } from './name.ts';
import { type Author, canonicalReference, type Reference } from './reference.ts';
import { cleanLine, keywordList } from './text.ts';

/**
 * Records whose lines begin with a name in words: CSSCI (`【来源篇名】…`), 维普 (`【题　名】…`, `[刊　名]…`), CNKI's own
 * format (`Title-题名: …`), and what the page of the patent office shows (`发明名称：…`).
 */

/** Content of a line, by the names that the sources give it, without blanks. */
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

/** `【来源篇名】值`, `[题　名]值`, `Title-题名: 值`, `发明名称：值`. */
const labelled =
  /^\s*(?:\d{1,4}[.、]\s*)?(?:[【［[]([^】］\]]{1,12})[】］\]][:：]?|(?:[A-Za-z]{1,16}-)?([\p{Script=Han}A-Z（）() 　]{1,16})[:：])(.*)$/u;

interface Line {
  readonly name: string;
  readonly field: string;
  readonly value: string;
}

/** `年,卷(期):页`, the name of a line of 维普, which has the marks in it that part names from values. */
const extentName = /年\s*[,，]?\s*卷\s*[(（]\s*期\s*[)）]\s*[:：]?\s*(?:起止)?页码?/;

const lineOf = (given: string): Line | undefined => {
  const text = given.replace(extentName, '年卷期页');
  const [, bracketed, plain, value = ''] = labelled.exec(text) ?? [];
  const name = (bracketed ?? plain ?? '').replace(/[\s　（）()]/g, '');
  const field = heads.get(name);
  return field === undefined ? undefined : { name, field, value: cleanLine(value) };
};

/** The title in a record of CSSCI: no other database calls it so. */
const ofCssci = '来源篇名';

type Fields = ReadonlyMap<string, string>;

/** Numbers of institutions beside a name: `林晓岚[1,2]`, `[1]林晓岚`. */
const numbers = /\[(\d{1,2}(?:[,，]\d{1,2})*)\]/;

/** The end of a name where blanks alone part the names: `林晓岚[1] 周启明[2]`. */
const behindNumbers = /([^\s;；/、,，]\[\d{1,2}(?:[,，]\d{1,2})*\])\s+(?=\S)/g;

/** `[1]江陵大学;[2]云山大学`, by number. */
const numbered = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/\[(\d{1,2})\]([^[;；]{1,200})/g)].map(([, number = '', unit = '']) => [
      number,
      cleanLine(unit),
    ]),
  );

/** `[林晓岚]江陵大学.教育学院/[周启明]云山大学`, by name. */
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

/** `2023，44(005)：45-56`, as CSSCI prints where an article stands, and `2024,47(5).-1021-1037` by GB 3793. */
const extent =
  /^(\d{4})\s*[,，]\s*(?:([^()（）]{1,20}))?\s*(?:[(（]([^()（）]{1,20})[)）])?\s*(?:(?:[:：]|[.．]\s*[-–—])\s*(.{1,40}))?$/;

/** `2024年第5期1021-1037,共17页`, as 维普 prints it behind the journal. */
const printed =
  /^(\d{4})年?\s*(?:第?(\d{1,4})卷)?\s*第?\s*([\dA-Z]{1,6})期\s*[:：,，]?\s*(\d[\d+,-]{0,30})?/;

/** The journal, and where the article stands in it, where one line has both: `计算机学报,2024,47(5):1-7`. */
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

/** A record has a title, and one more that tells what it is. */
const isRecord = (fields: Fields): boolean =>
  fields.has('title') &&
  ['authors', 'number', 'publication', 'extent'].some((name) => fields.has(name));

/** The records of a text, each from its title, or what stands before it, to the next; none for any other text. */
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
