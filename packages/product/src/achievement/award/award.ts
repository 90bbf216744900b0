import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { resultForm } from '../../project/common/dictionaries.ts';
import { deptSecretary, linkIf, rdLeader } from '../../shared/approval-steps.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import { normaliseTitle } from '../../shared/formats/formats.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { contributorLabel, paperAuthors } from '../common/authors.ts';
import { awardLevel } from '../common/dictionaries.ts';
import { differenceField, differsBy } from '../common/namesake.ts';
import { achievementSectionLink } from '../common/registration.ts';
import { achievementFilters, closingSections } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';
import { achievementReferences } from '../common/works.ts';
import { awardGrade, awardType } from './dictionaries.ts';
import { prizeDeclaration } from './faces.ts';

const ach = achievement({
  label: ['成果获奖', 'Award'],
  plural: 'Awards',
  code: 'award',
  type: 'awardType',
  path: '/achievement/award',
  group: 'awards',
  authors: paperAuthors,
  people: contributorLabel,
  attachments: attachmentCategories('17*', '99'),
  date: 'awardDate',
  duplicates: ['achName'],
  identifiers: ['certNum'],
  scored: { as: 'award' },
  citation: {
    type: 'document',
    texts: { 'container-title': 'awardName', genre: 'awardGrade', publisher: 'awardUnit' },
  },
  deciders: ['rd_leader'],
});

const fields = {
  awardNum: f.text(['获奖编号', 'Award no.']).max(20).computed().searchable(),
  awardName: f.text(['奖励名称', 'Award name']).required().max(200).searchable(),
  // an award of one achievement in one year is registered once.
  achName: f
    .text(['获奖成果名称', 'Achievement'])
    .requiredInDraft()
    .max(200)
    .unique(normaliseTitle, 'awardName', 'statYear')
    .unlessTold(differenceField)
    .searchable(),
  differsBy: differsBy(),
  awardType: f.dict(['奖励种类', 'Type'], awardType).required(),
  awardLevel: f.dict(['获奖级别', 'Level'], awardLevel).required(),
  awardGrade: f
    .dict(['获奖等级', 'Grade'], awardGrade)
    .required()
    .specimen((draw) => draw.pick(['01', '02', '02', '03'])),
  awardUnit: f.text(['授奖单位', 'Awarded by']).required().max(100).searchable(),
  awardDate: f.date(['获奖日期', 'Date']).required(),
  certNum: f.text(['证书编号', 'Certificate no.']).max(50).searchable(),
  resultForm: f.dict(['成果形式', 'Form'], resultForm).required(),
  ...achievementReferences(['获奖', 'Awards']),
  unitSort: f
    .integer(['我校单位排名', 'Our rank'])
    .required()
    .between(1, 999)
    .initial(1)
    .specimen(() => 1),
  unitNum: f
    .integer(['完成单位总数', 'Number of units'])
    .required()
    .between(1, 999)
    .initial(1)
    .specimen((draw) => draw.int(1, 3)),
  isFirstUnit: f.dict(['我校是否第一完成单位', 'First unit'], yesNo).computed(),
  units: f
    .rows(['完成单位', 'Units'], {
      sort: f.integer(['排名', 'Order']).required().between(1, 999).ordinal(),
      unitName: f.text(['单位名称', 'Unit']).required().max(100),
    })
    .specimen(() => []),
  fromDeclareId: f.ref(['关联评奖申报', 'Application'], prizeDeclaration).computed(),
  bonus: f.money(['奖金（元）', 'Bonus']).specimen((draw) => `${draw.int(1, 20)}0000.00`),
  description: f.note(['成果简介', 'Description']).max(2000).when(unlessSecret),
  ...ach.fields,
};

/** 成果获奖. Fields and rules shared by all achievements are in `../common/achievement.ts`. */
export const award = defineResource({
  key: 'achievementAwd',
  label: ['成果获奖', 'Award'],
  table: 'award',
  path: 'kh-edu-research/awardVO',
  title: 'achName',
  number: { field: 'awardNum', pattern: 'HJ${yyyy}${seq4}' },
  fields,
  with: [ach],
  views: ach.views({
    audit: ['achName', 'firstAuthor', 'fkDeptId', 'awardName', 'awardLevel', 'awardGrade'],
    lib: [
      'awardNum',
      'achName',
      'authorNames',
      'fkDeptId',
      'awardName',
      'awardLevel',
      'awardGrade',
      'awardDate',
    ],
  }),
  list: {
    columns: [
      'achName',
      'awardName',
      'awardType',
      'awardLevel',
      'awardGrade',
      'awardUnit',
      'awardDate',
    ],
    filters: achievementFilters(
      'awardName',
      'awardType',
      'awardLevel',
      'awardGrade',
      'awardDate',
      'awardUnit',
      'certNum',
    ),
    sort: '-awardDate',
    keptTotals: outputTotals('awardDate', ['awardLevel']),
  },
  form: [
    {
      key: 'certificate',
      title: ['证书信息', 'Certificate'],
      fields: [
        'achName',
        'awardName',
        'awardGrade',
        'awardType',
        'awardLevel',
        'awardUnit',
        'awardDate',
        'certNum',
        'bonus',
      ],
    },
    ach.people,
    {
      key: 'units',
      title: ['完成单位', 'Units'],
      fields: ['fkDeptId', 'schoolSign', 'unitSort', 'unitNum', 'units'],
    },
    {
      key: 'work',
      title: ['获奖成果', 'What won it'],
      note: [
        '选择已入库的成果后，其页面会列出这项获奖',
        'The page of a chosen achievement lists this award',
      ],
      fields: [
        'resultForm',
        'paperId',
        'bookId',
        'patentId',
        'standardId',
        'discipline',
        'description',
      ],
    },
    ...closingSections('differsBy'),
  ],
  validators: [
    ...notAfterToday(fields, 'awardDate'),
    {
      fields: ['unitSort', 'unitNum'],
      check: ({ unitSort, unitNum }) =>
        unitSort !== null && unitNum !== null && unitSort > unitNum
          ? [
              '【我校单位排名】不能大于【完成单位总数】',
              'Our rank must not exceed the number of units',
            ]
          : null,
    },
    {
      fields: ['units', 'unitNum'],
      check: ({ units, unitNum }) =>
        unitNum !== null && (units ?? []).length > unitNum
          ? ['【完成单位】多于【完成单位总数】', 'More units are listed than the number of units']
          : null,
    },
  ],
  compute: ({ unitSort }) => ({
    isFirstUnit: unitSort === null ? null : unitSort === 1 ? '1' : '0',
  }),
  processes: [
    defineProcess(
      'achievementAwd',
      ['成果获奖登记', 'Award registration'],
      [
        deptSecretary,
        achievementSectionLink('awardType', 'awardLevel', 'awardGrade'),
        linkIf(rdLeader, "${awardLevel == '01' || awardLevel == '02'}"),
      ],
      'flow_10',
    ),
  ],
});
