import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { enableStatus, yesNo } from '../../shared/dictionaries.ts';
import { cnNumber, issn, nthIssn } from '../../shared/formats/formats.ts';
import { nationality } from '../../shared/formats/national.ts';
import { readerActions } from '../../shared/grants.ts';
import {
  casZone,
  indexType,
  jcrZone,
  journalLevel,
  publishLanguage,
  publishScope,
} from './dictionaries.ts';
import { achievementGroup } from './pages.ts';

/** Permission code to apply a corrected edition to papers. */
export const regradeCode = 'journal_regrade';

/**
 * 期刊库: the university's journal catalogue, one edition per year. A paper takes its level from the edition of its year
 * of publication.
 */
export const journal = defineResource({
  key: 'journal',
  label: ['期刊库', 'Journal catalogue'],
  words: {
    plural: ['期刊', 'Journals'],
    add: ['新增期刊', 'Add a journal'],
    edit: ['编辑期刊', 'Edit journal'],
  },
  table: 'journal',
  path: 'kh-edu-research/journal',
  title: 'journalName',
  // Importing the table of a year again corrects the editions.
  identity: [
    ['issn', 'year'],
    ['journalName', 'year'],
  ],
  fields: {
    journalName: f.text(['期刊名称', 'Name']).requiredInDraft().max(200).caseless().searchable(),
    journalNameEn: f.text(['英文刊名', 'English name']).max(200).searchable(),
    abbr: f.text(['缩写', 'Abbreviation']).max(100).searchable(),
    issn: f
      .text(['ISSN', 'ISSN'])
      .max(9)
      .format(issn)
      .searchable()
      .specimen(({ serial }) => nthIssn(serial)),
    eissn: f.text(['eISSN', 'eISSN']).max(9).format(issn),
    cn: f.text(['CN', 'CN']).max(20).format(cnNumber),
    publisher: f.text(['主办单位（出版商）', 'Publisher']).max(200),
    publishPlace: f.dict(['出版地（国家）', 'Country'], nationality),
    language: f.dict(['语种', 'Language'], publishLanguage),
    publishScope: f.dict(['刊物范围', 'Scope'], publishScope).required(),
    journalLevel: f.dict(['校定级别', 'University grade'], journalLevel).required(),
    indexTypes: f.dicts(['收录', 'Indexing'], indexType),
    jcrZone: f.dict(['JCR分区', 'JCR quartile'], jcrZone),
    casZone: f.dict(['中科院大类分区', 'CAS quartile'], casZone),
    casCategory: f.text(['中科院大类学科', 'CAS category']).max(50),
    isTop: f.dict(['TOP', 'CAS Top journal'], yesNo),
    impactFactor: f.decimal(['影响因子', 'Impact factor'], 3).between(0, 9999),
    isWarning: f.dict(['是否预警期刊', 'On the warning list'], yesNo),
    year: f.year(['目录年度', 'Catalogue year']).required(),
    status: f.dict(['状态', 'Status'], enableStatus).required().initial('1'),
  },
  list: {
    columns: [
      'journalName',
      'issn',
      'year',
      'journalLevel',
      'indexTypes',
      'jcrZone',
      'casZone',
      'impactFactor',
      'isWarning',
      'status',
    ],
    filters: [
      'year',
      'journalLevel',
      'indexTypes',
      'jcrZone',
      'casZone',
      'isWarning',
      'status',
      'publishPlace',
      'issn',
      'eissn',
      'cn',
    ],
    sort: 'journalName',
  },
  form: [
    {
      key: 'journal',
      title: ['期刊', 'Journal'],
      fields: [
        'journalName',
        'journalNameEn',
        'abbr',
        'issn',
        'eissn',
        'cn',
        'publisher',
        'publishPlace',
        'language',
        'publishScope',
      ],
    },
    {
      key: 'grade',
      title: ['级别与分区', 'Grade and quartiles'],
      fields: [
        'year',
        'journalLevel',
        'indexTypes',
        'jcrZone',
        'casZone',
        'casCategory',
        'isTop',
        'impactFactor',
        'isWarning',
        'status',
      ],
    },
  ],
  access: {
    read: everyone(),
    write: permission('journal_edit'),
    choose: everyone(),
  },
  views: {
    catalogue: {
      label: ['期刊库', 'Journal catalogue'],
      code: 'journal',
      path: '/achievement/journal',
      note: [
        '论文按发表年取当年版的级别与分区',
        'A paper takes grade and quartiles from the edition of the year it was published',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'import', 'export', 'history'],
      menu: [achievementGroup('paper'), 6],
      grants: {
        rd_admin: 'all',
        rd_achieve: 'all',
        dept_secretary: readerActions,
        teacher: ['view'],
      },
      rights: [
        {
          code: regradeCode,
          label: ['更新受影响论文', 'Update affected papers'],
          roles: ['rd_admin', 'rd_achieve'],
        },
      ],
    },
  },
});
