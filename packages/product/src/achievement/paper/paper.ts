import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { suppliedCheck } from '@keyan/kernel/definition/life/checks.ts';
import { defineResource, type Row } from '@keyan/kernel/definition/resource.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import {
  arePagesReversed,
  cnNumber,
  doi,
  issn,
  normaliseDoi,
  normaliseTitle,
  url,
} from '../../shared/formats/formats.ts';
import { journal } from '../../shared/references/refs.ts';
import { bibliographyFiles } from '../bibliography/files.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { byRank, isOurAuthor, paperAuthors } from '../common/authors.ts';
import {
  activityLevel,
  authorType,
  casZone,
  indexType,
  jcrZone,
  journalLevel,
  openAccess,
  paperType,
  publishLanguage,
  publishScope,
  reprintType,
} from '../common/dictionaries.ts';
import { differenceField, differsBy } from '../common/namesake.ts';
import { paperPattern } from '../common/paper-face.ts';
import { registration } from '../common/registration.ts';
import { closingSections } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';

/** Returns whether a paper is a conference paper (`paperType` 02). */
const isConference = (row: Readonly<Record<string, unknown>>): boolean => row.paperType === '02';

/** Codes of `paperType` for articles, reviews, translations and book reviews. */
const inJournals = ['01', '05', '06', '07'] as const;

const ach = achievement({
  label: ['论文', 'Paper'],
  plural: 'Papers',
  code: 'paper',
  type: 'paperType',
  path: '/achievement/papers',
  authors: paperAuthors,
  attachments: attachmentCategories('13*', '14', '15', '16', '99'),
  date: 'publishDate',
  duplicates: ['artName', 'doi'],
  identifiers: ['doi'],
  scored: { as: 'paper', byMentor: true, words: { field: 'wordCount', of: 1_000 } },
  takenFor: ['writing', 'indexed'],
  citation: {
    // Papers of a collection (04) are cited like conference papers; codes without entry are journal articles.
    type: {
      by: 'paperType',
      codes: { '02': 'paper-conference', '03': 'article-newspaper', '04': 'paper-conference' },
      else: 'article-journal',
    },
    texts: {
      'container-title': 'journalName',
      volume: 'volume',
      issue: 'issue',
      page: ['pages', 'articleNo'],
      'event-title': 'confName',
      'event-place': 'confPlace',
      DOI: 'doi',
      ISSN: 'issn',
      abstract: 'abstractText',
    },
    held: 'confDate',
  },
  report: [
    { anyOf: ['issn', 'cn'], when: { paperType: inJournals } },
    { anyOf: ['volume', 'issue', 'articleNo'], when: { paperType: inJournals } },
    { anyOf: ['confName'], when: { paperType: ['02'] } },
    { field: 'cn', form: 'cn' },
  ],
  journal: { id: 'journalId', name: 'journalName', issn: 'issn', when: { paperType: inJournals } },
});

const fields = {
  paperNum: f.text(['论文编号', 'Paper no.']).max(20).computed().searchable(),
  artName: f
    .text(['论文题目', 'Title'])
    .requiredInDraft()
    .max(300)
    .unique(normaliseTitle)
    .unlessTold(differenceField)
    .searchable(),
  differsBy: differsBy(),
  artNameEn: f.text(['英文题目', 'English title']).max(500).searchable(),
  paperType: f.dict(['论文类型', 'Type'], paperType).required().initial('01'),
  publishLanguage: f.dict(['发表语种', 'Language'], publishLanguage).required().initial('01'),
  // The journal fills empty fields; specimens have none, so that their values remain.
  journalId: f.ref(['刊物（期刊库）', 'Journal (catalogue)'], journal).specimen(() => null),
  journalName: f
    .text(['刊物（论文集）名称', 'Journal or proceedings title'])
    .required()
    .max(200)
    .searchable(),
  issn: f
    .text(['ISSN', 'ISSN'])
    .max(9)
    .format(issn)
    .specimen(() => null),
  cn: f.text(['CN号', 'CN']).max(20).format(cnNumber),
  publishDate: f.date(['发表（出版）日期', 'Published']).required(),
  onlineDate: f.date(['在线发表日期', 'Online date']),
  volume: f.text(['卷', 'Volume']).max(20),
  issue: f.text(['期', 'Issue']).max(20),
  pages: f.text(['起止页码', 'Pages']).max(50),
  articleNo: f.text(['文章号', 'Article no.']).max(50),
  doi: f.text(['DOI', 'DOI']).max(120).format(doi).unique(normaliseDoi).searchable(),
  wordCount: f.decimal(['字数（千字）', 'Words (thousand)'], 2),
  publishScope: f.dict(['刊物范围', 'Scope'], publishScope).required(),
  journalLevel: f.dict(['期刊级别（校定）', 'Journal grade'], journalLevel).required(),
  indexTypes: f.dicts(['收录类别', 'Indexing'], indexType).required(),
  jcrZone: f.dict(['JCR分区', 'JCR quartile'], jcrZone),
  casZone: f.dict(['中科院分区', 'CAS quartile'], casZone),
  isTop: f.dict(['是否 TOP 期刊', 'CAS Top journal'], yesNo),
  impactFactor: f.decimal(['影响因子', 'Impact factor'], 3).between(0, 9999),
  citedNum: f.integer(['被引次数', 'Citations']),
  isEsi: f.dict(['是否 ESI 高被引/热点', 'ESI highly cited / hot'], yesNo),
  reprintTypes: f.dicts(['转载情况', 'Reprint'], reprintType),
  confName: f.text(['会议名称', 'Conference']).required().max(200).when(isConference),
  confDate: f.date(['会议日期', 'Conference date']).when(isConference),
  confPlace: f.text(['会议地点', 'Conference place']).max(100).when(isConference),
  confLevel: f.dict(['会议级别', 'Conference level'], activityLevel).when(isConference),
  keywords: f.text(['关键词', 'Keywords']).max(200).when(unlessSecret),
  abstractText: f.note(['摘要', 'Abstract']).max(4000).when(unlessSecret),
  firstAuthorRole: f.dict(['我校作者最高角色', 'Best author position'], authorType).computed(),
  corrAuthors: f.text(['通讯作者', 'Corresponding']).max(200).computed(),
  isInterCoop: f.dict(['是否国际合作', 'International collaboration'], yesNo),
  isOA: f.dict(['是否开放获取', 'Open access'], yesNo),
  url: f.text(['全文链接', 'Full-text link']).max(300).format(url).when(unlessSecret),
  // Set by the collection after publication.
  isRetracted: f.dict(['是否撤稿', 'Retracted'], yesNo).computed().initial('0'),
  retractDate: f.date(['撤稿日期', 'Retracted on']).computed(),
  retractDoi: f.text(['撤稿声明 DOI', 'DOI of the notice']).max(120).computed(),
  // Values from external sources for works with a DOI, in addition to entered counts.
  sourceCited: f.integer(['来源被引', 'Citations at the source']).computed(),
  openAccess: f.dict(['开放获取类型', 'Kind of open access'], openAccess).computed(),
  refreshTime: f.time(['被引更新时间', 'Citations refreshed']).computed(),
  indexRecords: f.rows(['收录明细', 'Index records'], {
    indexType: f.dict(['收录库', 'Database'], indexType).required(),
    indexNum: f.text(['收录号（入藏号）', 'Accession no.']).max(50),
    indexDate: f.date(['收录日期', 'Date']),
  }),
  ...ach.fields,
};

/** Fields that both a paper and its journal edition have. */
const asInCatalogue = [
  'issn',
  'cn',
  'publishScope',
  'journalLevel',
  'indexTypes',
  'jcrZone',
  'casZone',
  'isTop',
  'impactFactor',
] as const satisfies readonly (keyof typeof fields)[];

export type PaperFields = typeof fields;
export type PaperRow = RowOf<PaperFields>;

type Author = NonNullable<PaperRow['authors']>[number];
type Role = NonNullable<Author['authorType']>;

/** Codes of `authorType`, highest role first. */
const roleOrder: readonly Role[] = ['03', '01', '04', '02', '05', '06'];
const correspondingRoles: readonly Role[] = ['02', '03', '05'];

/** Returns the highest role among the university's authors; null if there are none. */
const bestRole = (authors: readonly Author[]): Role | null => {
  const ours = new Set(
    authors.filter((line) => isOurAuthor(line.personType)).map((line) => line.authorType),
  );
  return roleOrder.find((role) => ours.has(role)) ?? null;
};

/** Returns the names of the corresponding authors, by rank. */
const correspondents = (authors: readonly Author[]): string | null => {
  const names = byRank(authors)
    .filter((line) => line.authorType && correspondingRoles.includes(line.authorType))
    .map((line) => line.name ?? '');
  return [...names.join('、')].slice(0, 200).join('') || null;
};

/**
 * 论文. Rules that need the database (duplicates, confirmation, journal catalogue) are in `paper.server.ts`, page parts
 * in `paper.web.tsx`. Fields and rules shared by all achievements are in `../common/achievement.ts`.
 */
export const paper = defineResource({
  key: 'papersapp',
  label: ['论文', 'Paper'],
  table: 'paper',
  path: 'kh-edu-research/papers',
  title: 'artName',
  importFiles: bibliographyFiles,
  // An imported paper with an unknown journal creates the journal's edition of the year.
  importMakes: {
    journalId: (name, row) => ({
      ...Object.fromEntries(asInCatalogue.map((field) => [field, row[field]])),
      journalName: name,
      year: typeof row.publishDate === 'string' ? Number(row.publishDate.slice(0, 4)) : null,
    }),
  },
  number: { field: 'paperNum', pattern: paperPattern },
  fields,

  with: [ach],
  views: ach.views({
    audit: [
      'artName',
      'firstAuthor',
      'fkDeptId',
      'journalName',
      'journalLevel',
      'indexTypes',
      'publishDate',
    ],
    lib: [
      'paperNum',
      'artName',
      'authorNames',
      'fkDeptId',
      'journalName',
      'journalLevel',
      'indexTypes',
      'publishDate',
    ],
  }),

  list: {
    columns: [
      'artName',
      'journalName',
      'journalLevel',
      'indexTypes',
      'jcrZone',
      'casZone',
      'publishDate',
    ],
    filters: [
      'statYear',
      'indexTypes',
      'journalLevel',
      'publishDate',
      'paperType',
      'fkDeptId',
      'schoolSign',
      'journalName',
      'jcrZone',
      'casZone',
      'firstAuthor',
      'firstAuthorRole',
      'subjectClass',
      'discipline',
      'issn',
      'doi',
      'dataSource',
    ],
    sort: '-publishDate',
    keptTotals: outputTotals('publishDate', ['indexTypes'], ['journalLevel']),
    keptCounts: ['statYear', 'indexTypes', 'journalLevel'],
  },

  form: [
    {
      key: 'basic',
      title: ['基本信息', 'Basic information'],
      fields: [
        'artName',
        'paperType',
        'publishLanguage',
        'fkDeptId',
        'discipline',
        'publishDate',
        'schoolSign',
        'artNameEn',
      ],
    },
    {
      key: 'journal',
      title: ['刊物与收录', 'Journal and indexing'],
      fields: [
        'journalName',
        'journalId',
        'doi',
        'issn',
        'indexTypes',
        'journalLevel',
        'publishScope',
        'volume',
        'issue',
        'pages',
        'articleNo',
        'jcrZone',
        'casZone',
        'isTop',
        'impactFactor',
        'confName',
        'confDate',
        'confPlace',
        'confLevel',
        'indexRecords',
      ],
      shown: [
        'sourceCited',
        'openAccess',
        'refreshTime',
        'isRetracted',
        'retractDate',
        'retractDoi',
      ],
    },
    ach.people,
    ...closingSections(
      'differsBy',
      'cn',
      'onlineDate',
      'wordCount',
      'citedNum',
      'isEsi',
      'isInterCoop',
      'isOA',
      'reprintTypes',
      'keywords',
      'abstractText',
      'url',
    ),
  ],

  checks: [
    suppliedCheck('catalogue', ['期刊库', 'Journal catalogue'], ['journalName', 'journalLevel']),
  ],

  validators: [
    ...notAfterToday(fields, 'publishDate', 'confDate'),
    {
      fields: ['pages'],
      check: ({ pages }) =>
        pages && arePagesReversed(pages)
          ? ['【起止页码】的止页不能小于起页', 'The last page must not be before the first']
          : null,
    },
    {
      fields: ['indexRecords'],
      check: (row, { today }) => {
        const late = (row.indexRecords ?? []).findIndex(
          (line) => line.indexDate !== null && line.indexDate > today,
        );
        return late < 0
          ? null
          : [
              {
                path: `indexRecords.${late}.indexDate`,
                message: ['【收录日期】不能晚于今天', 'The date must not be in the future'],
              },
            ];
      },
    },
    {
      fields: ['indexTypes'],
      check: (row) =>
        row.indexTypes?.includes('99') && row.indexTypes.length > 1
          ? ['「未收录」不能与其他收录类别同时选择', '“Not indexed” excludes other indexes']
          : null,
    },
  ],

  compute: ({ authors }) => ({
    firstAuthorRole: bestRole(authors ?? []),
    corrAuthors: correspondents(authors ?? []),
  }),

  processes: registration(
    'papersapp',
    ['论文登记', 'Paper registration'],
    1,
    'journalLevel',
    'jcrZone',
    'casZone',
    'isTop',
    'indexTypes',
  ),
});

export type Paper = Row<typeof paper>;
