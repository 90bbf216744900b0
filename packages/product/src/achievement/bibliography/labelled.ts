import { readDate } from './date.ts';
import { readDoi, readIssns, readPages } from './identifiers.ts';
import { plainName } from './name.ts';
import { type Author, type Reference, reference } from './reference.ts';
import { cleanLine, keywordList } from './text.ts';

/**
 * Records whose lines begin with a name in words: CSSCI (`【来源篇名】…`), CNKI's own format (`Title-题名: …`), and
 * what the page of the patent office shows (`发明名称：…`).
 */

/** Content of a line, by the names that the sources give it, without blanks. */
const heads: ReadonlyMap<string, string> = new Map(
  Object.entries({
    title: ['来源篇名', '题名', '篇名', '标题', '发明名称', '专利名称', '实用新型名称'],
    authors: ['来源作者', '作者', '发明人', '设计人', '发明设计人'],
    units: ['机构名称', '单位', '作者单位', '机构'],
    container: ['期刊', '文献来源', '刊名', '来源'],
    extent: ['年代卷期'],
    date: ['发表时间', '出版日期'],
    applied: ['申请日', '申请日期'],
    year: ['年'],
    volume: ['卷'],
    issue: ['期'],
    pages: ['页码', '页'],
    keywords: ['关键词'],
    abstract: ['摘要'],
    doi: ['DOI'],
    issn: ['ISSN', '国际标准刊号'],
    database: ['来源库'],
    number: ['申请号', '专利号', '申请专利号'],
    publication: ['公开公告号', '授权公告号', '公开号'],
    owner: ['申请专利权人', '专利权人', '申请人'],
  }).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
);

/** `【来源篇名】值`, `Title-题名: 值`, `发明名称：值`. */
const labelled =
  /^\s*(?:【([^】]{1,12})】|(?:[A-Za-z]{1,16}-)?([\p{Script=Han}A-Z（）() 　]{1,16})[:：])(.*)$/u;

interface Line {
  readonly field: string;
  readonly value: string;
}

const lineOf = (text: string): Line | undefined => {
  const [, bracketed, plain, value = ''] = labelled.exec(text) ?? [];
  const name = (bracketed ?? plain ?? '').replace(/[\s　（）()]/g, '');
  const field = heads.get(name);
  return field === undefined ? undefined : { field, value: cleanLine(value) };
};

type Fields = ReadonlyMap<string, string>;

/** `[林晓岚]江陵大学.教育学院/[周启明]云山大学`, by name. */
const unitsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(/\/(?=\[)/).flatMap((part) => {
      const [, names = '', unit = ''] = /^\[([^\]]{1,200})\](.+)$/.exec(part.trim()) ?? [];
      return names.split(/[;；/]/).map((name) => [name.trim(), unit.replaceAll('.', ' ')] as const);
    }),
  );

const peopleOf = (text: string, units: ReadonlyMap<string, string>): Author[] =>
  text
    .split(/[;；/，,、]/)
    .map((name) => plainName(cleanLine(name)))
    .filter(Boolean)
    .map((name) => {
      const affiliation = units.get(name);
      return { name, ...(affiliation && { affiliation }) };
    });

/** `2023，44(005)：45-56`, as CSSCI prints where an article stands. */
const extent =
  /^(\d{4})\s*[,，]\s*(?:([^()（）]{1,20}))?\s*(?:[(（]([^()（）]{1,20})[)）])?\s*(?:[:：]\s*(.{1,40}))?$/;

const workOf = (fields: Fields): Reference => {
  const text = (name: string): string | undefined => fields.get(name) || undefined;
  const isPatent = text('number') !== undefined || text('publication') !== undefined;
  const [, year, volume, issue, pages] = extent.exec(text('extent') ?? '') ?? [];
  return reference({
    type: isPatent ? 'patent' : /会议/.test(text('database') ?? '') ? 'conferencePaper' : 'article',
    source: 'labelled',
    title: text('title'),
    authors: peopleOf(text('authors') ?? '', unitsOf(text('units') ?? '')),
    editors: [],
    container: text('container'),
    publisher: isPatent ? text('owner') : undefined,
    date: readDate(text('date') ?? year ?? text('year')),
    volume: volume?.trim() || text('volume'),
    issue: issue?.replace(/^0+(?=\d)/, '') ?? text('issue'),
    pages: readPages(pages ?? text('pages')),
    doi: readDoi(text('doi')),
    issn: readIssns(text('issn'))[0],
    abstract: text('abstract'),
    keywords: keywordList([(text('keywords') ?? '').replaceAll('/', ';')]),
    number: text('number') ?? text('publication'),
  });
};

/** A record has a title, and one more that tells what it is. */
const isRecord = (fields: Fields): boolean =>
  fields.has('title') &&
  ['authors', 'number', 'publication', 'extent'].some((name) => fields.has(name));

/** The records of a text, each from its title, or what stands before it, to the next; none for any other text. */
export const readLabelled = (lines: readonly string[]): Reference[] => {
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
      last = line.field;
    } else if (last === 'abstract' && text.trim() !== '' && !labelled.test(text)) {
      fields.set(last, `${fields.get(last) ?? ''}${cleanLine(text)}`);
    } else last = '';
  }
  close();
  return found;
};
