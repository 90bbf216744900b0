import { fill as fillLabel, type Label } from '@keyan/kernel/label.ts';
import { isUrl } from '@keyan/kernel/values/pattern.ts';
import { type AuthorRow, authorNotes, authorRows } from './author-rows.ts';
import { destinationOf, type OtherDestination } from './belonging.ts';
import { type TextLimits, withinFieldLimits, withoutUndefined } from './limits.ts';
import type { Reference, ReferenceType } from './reference.ts';
import { type AuthorMatch, matchAuthors, type StaffIndex, type StaffMember } from './staff.ts';
import { hasHan, hasLatin } from './text.ts';

/** Conversion of a reference to the form of a paper (wire names). */

/** Row of the lines `indexRecords`. */
export interface IndexRow {
  /** Code of `indexType`; absent if the source does not name the index. */
  readonly indexType?: string;
  readonly indexNum: string;
}

/** Form fields that a reference can fill; unknown values are absent. */
export interface PaperFill {
  readonly artName?: string;
  readonly artNameEn?: string;
  readonly paperType?: string;
  readonly publishLanguage?: string;
  readonly journalName?: string;
  readonly issn?: string;
  readonly cn?: string;
  /** `yyyy-MM-dd`; a missing month or day is set to the first. */
  readonly publishDate?: string;
  readonly volume?: string;
  readonly issue?: string;
  readonly pages?: string;
  readonly articleNo?: string;
  readonly doi?: string;
  readonly keywords?: string;
  readonly abstractText?: string;
  readonly url?: string;
  readonly confName?: string;
  readonly confDate?: string;
  readonly confPlace?: string;
  readonly indexTypes?: readonly string[];
  readonly indexRecords?: readonly IndexRow[];
  readonly authors?: readonly AuthorRow[];
}

/** Result for a reference: values for the form, or where the record belongs instead. */
export type PaperDraft =
  | {
      readonly fill: PaperFill;
      /** Match for each row of `fill.authors`: chosen person, kind of match, and other candidates. */
      readonly matches: readonly AuthorMatch[];
      /** Hints for the user in both languages. */
      readonly notes: readonly Label[];
    }
  | { readonly belongs: OtherDestination };

/** Code of `paperType` by type of the reference. */
const paperTypes: Readonly<Partial<Record<ReferenceType, string>>> = {
  article: '01',
  conferencePaper: '02',
  newspaper: '03',
  chapter: '04',
};

/**
 * Codes of `paperType` by genre words of the source, which are more precise than the type: a book review is not a
 * review article.
 */
const genres: readonly (readonly [pattern: RegExp, paperType: string])[] = [
  [/book review|书评/i, '07'],
  [/\breview\b|综述/i, '05'],
];

function paperTypeOf({ type, genre = '' }: Reference): string {
  const refined = genres.find(([pattern]) => pattern.test(genre))?.[1];
  const plain = paperTypes[type] ?? '99';
  return type === 'article' ? (refined ?? plain) : plain;
}

const languages: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/^(?:zh|chi|cn|中文|汉语|漢語)/i, '01'],
  [/^(?:en|英文|英语|英語)/i, '02'],
];

/** Returns the code of `publishLanguage`: from the source's language, else from the script of the title. */
export function publishLanguageOf({ language = '', title }: Reference): string {
  const stated = languages.find(([pattern]) => pattern.test(language))?.[1];
  if (stated) return stated;
  if (language) return '99';
  if (/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(title)) return '99';
  if (hasHan(title)) return '01';
  return hasLatin(title) ? '02' : '99';
}

/** Codes of `indexType` by the name of a citation index in Web of Science. */
const indexCodes: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/SCI-EXPANDED|Science Citation Index Expanded|^SCIE?$/i, '01'],
  [/^SSCI$|Social Sciences Citation Index|\(SSCI\)/i, '02'],
  [/A&HCI|AHCI|Arts & Humanities Citation/i, '03'],
  [/ESCI|Emerging Sources/i, '04'],
  [/CPCI-SSH/i, '08'],
  [/CPCI-S\b|Conference Proceedings Citation Index - Science/i, '07'],
  [/Scopus/i, '09'],
  [/Medline|PubMed/i, '10'],
  [/CSSCI/i, '11'],
];

const codeOf = (index: string): string | undefined =>
  indexCodes.find(([pattern]) => pattern.test(index))?.[1];

const chooseIndex: Label = [
  '已带入入藏号 {number}，但题录没有说明收录库，请选择收录类别。',
  'Accession number {number} was filled in, but the record does not name the index: choose it.',
];

/** Returns index codes of a reference, form rows with its Web of Science or Medline accession number, and hints. */
export function indexingProofOf({ accession = '', indexes }: Reference): {
  readonly codes: readonly string[];
  readonly rows: readonly IndexRow[];
  readonly notes: readonly Label[];
} {
  const named = [...indexes, ...(accession.startsWith('MEDLINE:') ? ['Medline'] : [])];
  const codes = [...new Set(named.map(codeOf).filter((code) => code !== undefined))];
  if (!/^(?:WOS|MEDLINE):/.test(accession)) return { codes, rows: [], notes: [] };
  if (codes.length > 0) {
    return {
      codes,
      rows: codes.map((indexType) => ({ indexType, indexNum: accession })),
      notes: [],
    };
  }
  const note = fillLabel(chooseIndex, { number: accession });
  return { codes, rows: [{ indexNum: accession }], notes: [note] };
}

/** Completes a date to a full day; missing parts are set to the first. */
export const fullDayOf = (date: string | undefined): string | undefined =>
  date && `${date}-01-01`.slice(0, 10);

/** Maximum lengths of form fields, in characters. */
const maxFieldLengths = { keywords: 200, abstractText: 4000, url: 300 };

const limits = {
  artName: { label: ['题目', 'title'], max: 300, cut: true },
  artNameEn: { label: ['英文题目', 'English title'], max: 300, cut: true },
  journalName: { label: ['期刊（会议录）名称', 'journal or proceedings'], max: 200, cut: true },
  volume: { label: ['卷', 'volume'], max: 20, cut: false },
  issue: { label: ['期', 'issue'], max: 20, cut: false },
  pages: { label: ['起止页码', 'pages'], max: 50, cut: false },
  articleNo: { label: ['文章号', 'article number'], max: 50, cut: false },
  doi: { label: ['DOI', 'DOI'], max: 120, cut: false },
  cn: { label: ['CN号', 'CN'], max: 20, cut: false },
  confName: { label: ['会议名称', 'conference'], max: 200, cut: true },
  confPlace: { label: ['会议地点', 'place of the conference'], max: 100, cut: true },
} as const satisfies TextLimits<PaperFill>;

const cutKeywords: Label = [
  '关键词超过 {max} 个字符，只带入了前面的。',
  'The keywords exceed {max} characters; only the first ones were filled in.',
];
const cutAbstract: Label = [
  '摘要超过 {max} 个字符，后面的部分没有带入。',
  'The abstract exceeds {max} characters; its end was not filled in.',
];
const droppedUrl: Label = [
  '全文链接不是网址或超过 {max} 个字符，没有带入。',
  'The link is not a web address or exceeds {max} characters and was not filled in.',
];

const isAddress = (text: string): boolean => text.length <= maxFieldLengths.url && isUrl(text);

/** Joins the keywords until the field is full; no keyword is cut. */
function joinKeywords(keywords: readonly string[]): string {
  let joined = '';
  for (const keyword of keywords) {
    const longer = joined ? `${joined}; ${keyword}` : keyword;
    if ([...longer].length > maxFieldLengths.keywords) break;
    joined = longer;
  }
  return joined;
}

/** Items in journals other than papers, by genre of the record and by title pattern. */
const besidePapers: readonly (readonly [kind: RegExp, title: RegExp, note: Label])[] = [
  [
    /retract(?:ed|ion)|撤稿/i,
    /^\W*(?:retract(?:ed|ion)\b|撤稿)|[(（【]撤稿[)）】]/i,
    [
      '题录标明这是撤稿或撤稿声明，请核对是否可以登记。',
      'The record is marked as retracted, or as a retraction: check whether it may be registered.',
    ],
  ],
  [
    /editorial|卷首语|社论|编者按/i,
    /^\W*(?:editorial\b|卷首语|社论|编者按|编者的话)/i,
    [
      '题录标明这是社论，请核对论文类型。',
      'The record is marked as an editorial: check the paper type.',
    ],
  ],
  [
    /meeting[ -]abstract|会议摘要/i,
    /^\W*(?:(?:meeting|conference) abstract\b|会议摘要)/i,
    [
      '题录标明这是会议摘要，请核对是否可以登记。',
      'The record is marked as a meeting abstract: check whether it may be registered.',
    ],
  ],
  [
    /correction|corrigendum|erratum|更正|勘误/i,
    /^\W*(?:(?:author |publisher )?correction(?: to)?:|corrigendum\b|erratum\b|更正|勘误)/i,
    [
      '题录标明这是更正，请核对是否可以登记。',
      'The record is marked as a correction: check whether it may be registered.',
    ],
  ],
];

const besideNotes = ({ genre = '', title }: Reference): readonly Label[] =>
  besidePapers
    .filter(([kind, printed]) => kind.test(genre) || printed.test(title))
    .map(([, , note]) => note);

const typeNotes: Readonly<Partial<Record<ReferenceType, Label>>> = {
  chapter: [
    '题录是图书章节，已按“论文集论文”带入；如为专著章节，请改在【著作登记】登记。',
    'The record is a book chapter and was filled in as a collection paper; a chapter of a monograph belongs to “Book registration”.',
  ],
  newspaper: [
    '题录是报纸文章：只有理论版文章可以登记，请核对版面并上传版面扫描件。',
    'The record is a newspaper article: only articles of a theory page count; check the page and attach its scan.',
  ],
  unknown: [
    '题录没有注明文献类型，请核对论文类型。',
    'The record does not state what kind of work it is: check the paper type.',
  ],
};

const onlyDoi: Label = [
  '识别出 DOI，其余内容可点击【获取】补全。',
  'A DOI was recognised; fetch the rest with “Fetch”.',
];
export const moreAuthorsNote: Label = [
  '题录只列出前几名作者（等），请补全其余作者。',
  'The record names the first authors only (et al.): add the others.',
];
export const yearOnlyNote: Label = [
  '题录只有年份，发表日期按 1 月 1 日带入，请核对。',
  'The record gives the year only; 1 January was filled in, please check.',
];

/**
 * Fills the form of a paper from a reference, and matches authors to staff. For a record of another type returns where
 * it belongs (ruling 37).
 * @param work record of `parseReferences`
 * @param staff people among whom authors are searched, or their index
 * @param university names of the university, to recognise its affiliations
 */
export async function referenceToPaper(
  work: Reference,
  staff: readonly StaffMember[] | StaffIndex,
  university: readonly string[] = [],
): Promise<PaperDraft> {
  if (work.source === 'doi') return { fill: { doi: work.doi }, matches: [], notes: [onlyDoi] };
  const belongs = destinationOf(work);
  if (belongs) return { belongs };
  const matches = await matchAuthors(work.authors, staff, university);
  const distinct = [...new Set(work.keywords)];
  const keywords = joinKeywords(distinct);
  const abstract = [...(work.abstract ?? '')];
  const url = work.url && isAddress(work.url) ? work.url : undefined;
  const index = indexingProofOf(work);
  const meeting = work.type === 'conferencePaper' ? work.container : undefined;
  const limited = withinFieldLimits<PaperFill>(
    {
      artName: work.title,
      artNameEn: work.titleEn,
      paperType: paperTypeOf(work),
      publishLanguage: publishLanguageOf(work),
      journalName: work.container,
      issn: work.issn ?? work.eissn,
      cn: work.cn,
      publishDate: fullDayOf(work.date),
      volume: work.volume,
      issue: work.issue,
      pages: work.pages,
      articleNo: work.articleNo,
      doi: work.doi,
      keywords,
      abstractText: abstract.slice(0, maxFieldLengths.abstractText).join(''),
      url,
      confName: work.conference?.name ?? meeting,
      confDate: fullDayOf(work.conference?.date),
      confPlace: work.conference?.place,
      indexTypes: index.codes,
      indexRecords: index.rows,
      authors: authorRows(matches),
    },
    limits,
  );
  const typeNote = typeNotes[work.type];
  const fill = withoutUndefined(limited.fill);
  const exceeded: readonly (readonly [broken: boolean, template: Label, max: number])[] = [
    [keywords !== distinct.join('; '), cutKeywords, maxFieldLengths.keywords],
    [abstract.length > maxFieldLengths.abstractText, cutAbstract, maxFieldLengths.abstractText],
    [work.url !== url, droppedUrl, maxFieldLengths.url],
  ];
  const notes: readonly Label[] = [
    ...(typeNote ? [typeNote] : []),
    ...besideNotes(work),
    ...(work.date?.length === 4 ? [yearOnlyNote] : []),
    ...(work.moreAuthors ? [moreAuthorsNote] : []),
    ...authorNotes(matches),
    ...index.notes,
    ...limited.notes,
    ...exceeded.filter(([broken]) => broken).map(([, label, max]) => fillLabel(label, { max })),
  ];
  return { fill, matches, notes };
}
