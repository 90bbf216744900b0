import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { deptSecretary, linkIf, rdLeader } from '../../shared/approval-steps.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { inOrder, notAfterToday } from '../../shared/formats/dates.ts';
import { normaliseTitle } from '../../shared/formats/formats.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { paperAuthors } from '../common/authors.ts';
import { differenceField, differsBy } from '../common/namesake.ts';
import { achievementSectionLink } from '../common/registration.ts';
import { achievementFilters, belongingSection, closingSections } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';
import { adoptLevel, adoptType, advisoryType } from './dictionaries.ts';

const ach = achievement({
  label: ['研究咨询报告', 'Advisory report'],
  plural: 'Advisory reports',
  code: 'advisory',
  type: 'reportType',
  path: '/achievement/advisory',
  authors: paperAuthors,
  attachments: attachmentCategories('20*', '01', '99'),
  date: 'submitDate',
  duplicates: ['reportName'],
  identifiers: [],
  scored: { as: 'advisory', words: { field: 'wordCount', of: 1_000 } },
  takenFor: ['writing'],
  citation: {
    type: 'report',
    texts: { 'container-title': 'innerName', issue: 'innerIssue' },
  },
  deciders: ['rd_leader'],
});

/** Permission code to see who gave the instruction (批示领导), granted to the research office. */
const instructorCode = 'advisory_instructor';

/** Returns whether a report is printed for authorities only (`adoptType` 03). */
const isPrinted = (row: RowLike): boolean => row.adoptType === '03';

const fields = {
  reportNum: f.text(['报告编号', 'Report no.']).max(20).computed().searchable(),
  // a report adopted by one authority is registered once.
  reportName: f
    .text(['报告名称', 'Title'])
    .requiredInDraft()
    .max(200)
    .unique(normaliseTitle, 'adoptUnit', 'adoptLevel')
    .unlessTold(differenceField)
    .searchable(),
  differsBy: differsBy(),
  reportType: f.dict(['报告类型', 'Type'], advisoryType).required().initial('2'),
  submitUnit: f.text(['提交（报送）单位', 'Submitted to']).required().max(100).searchable(),
  submitDate: f
    .date(['提交日期', 'Submitted'])
    .required()
    .specimen((draw) => `2025-0${1 + (draw.serial % 6)}-12`),
  adoptType: f.dict(['采纳方式', 'Adoption'], adoptType).required(),
  adoptLevel: f.dict(['采纳（批示）级别', 'Level'], adoptLevel).required(),
  adoptUnit: f.text(['采纳单位', 'Adopted by']).max(100).searchable(),
  adoptDate: f
    .date(['采纳（批示）日期', 'Adopted'])
    .specimen((draw) => `2025-0${7 + (draw.serial % 3)}-18`),
  // Shown only to the research office, which enters the value when it reviews the report.
  instructor: f.text(['批示领导', 'Instructing leader']).max(50).secret(instructorCode),
  innerName: f.text(['内参（刊物）名称', 'Internal publication']).max(100).when(isPrinted),
  innerIssue: f.text(['期号', 'Issue']).max(30).when(isPrinted),
  wordCount: f
    .decimal(['字数（千字）', 'Words (thousand)'], 2)
    .specimen((draw) => `${draw.int(4, 36)}.00`),
  abstractText: f.note(['内容提要', 'Abstract']).max(2000).when(unlessSecret),
  ...ach.fields,
};

const pages = ach.views({
  audit: ['reportName', 'firstAuthor', 'fkDeptId', 'adoptType', 'adoptLevel', 'submitDate'],
  lib: [
    'reportNum',
    'reportName',
    'authorNames',
    'fkDeptId',
    'adoptUnit',
    'adoptLevel',
    'submitDate',
  ],
});

/** 研究咨询报告. Fields and rules shared by all achievements are in `../common/achievement.ts`. */
export const advisory = defineResource({
  key: 'advisoryapp',
  label: ['研究咨询报告', 'Advisory report'],
  table: 'advisory',
  path: 'kh-edu-research/advisory',
  title: 'reportName',
  number: { field: 'reportNum', pattern: 'ZX${yyyy}${seq4}' },
  fields,
  with: [ach],
  views: {
    ...pages,
    lib: {
      ...pages.lib,
      rights: [
        {
          code: instructorCode,
          label: ['查看批示领导', 'View instructing leader'],
          roles: ['rd_admin', 'rd_achieve', 'rd_leader'],
        },
      ],
    },
  },
  list: {
    columns: [
      'reportName',
      'submitUnit',
      'submitDate',
      'adoptType',
      'adoptUnit',
      'adoptLevel',
      'adoptDate',
    ],
    filters: achievementFilters(
      'adoptLevel',
      'adoptType',
      'adoptUnit',
      'adoptDate',
      'submitUnit',
      'submitDate',
      'reportType',
    ),
    sort: '-submitDate',
    keptTotals: outputTotals('submitDate', ['adoptLevel']),
  },
  form: [
    {
      key: 'report',
      title: ['报告信息', 'Report'],
      fields: ['reportName', 'reportType', 'submitUnit', 'submitDate', 'wordCount', 'abstractText'],
    },
    {
      key: 'adoption',
      title: ['采纳信息', 'Adoption'],
      fields: [
        'adoptType',
        'adoptLevel',
        'adoptUnit',
        'adoptDate',
        'instructor',
        'innerName',
        'innerIssue',
      ],
    },
    ach.people,
    belongingSection,
    ...closingSections('differsBy'),
  ],
  validators: [
    ...notAfterToday(fields, 'submitDate', 'adoptDate'),
    inOrder(fields, 'submitDate', 'adoptDate'),
  ],
  processes: [
    defineProcess(
      'advisoryapp',
      ['研究咨询报告登记', 'Advisory report registration'],
      [
        deptSecretary,
        achievementSectionLink('adoptType', 'adoptLevel', 'instructor'),
        linkIf(rdLeader, "${adoptLevel == '01' || adoptLevel == '02' || adoptLevel == '03'}"),
      ],
      'flow_7',
    ),
  ],
});
