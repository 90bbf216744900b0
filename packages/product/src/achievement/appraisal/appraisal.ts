import { f } from '@keyan/kernel/definition/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { notAfterToday } from '../../shared/dates.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { contributors, paperAuthors } from '../common/authors.ts';
import { registration } from '../common/registration.ts';
import { achievementFilters, belongingSection, lastSections } from '../common/sections.ts';
import { appraisalForm, appraisalLevel } from './dictionaries.ts';

const ach = achievement({
  label: ['成果鉴定', 'Appraisal'],
  plural: 'Appraisals',
  code: 'appraisal',
  type: 'appraisalForm',
  path: '/achievement/appraisal',
  authors: paperAuthors,
  people: contributors,
  attachments: attachmentCategories('17*', '29', '32', '99'),
  date: 'appraisalDate',
  duplicates: ['appraisalNum'],
  scored: { as: 'appraisal' },
  citation: {
    type: 'report',
    texts: { number: 'appraisalNum', genre: 'appraisalForm', publisher: 'appraisalUnit' },
  },
});

/** Certificates are the same whatever spaces, brackets and case their numbers are written with. */
const normaliseNumber = (value: string): string =>
  value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[〔〕[\]()【】]/g, '-')
    .replace(/\s/g, '');

const fields = {
  recordNum: f.text(['登记编号', 'Record no.']).max(20).computed().searchable(),
  achName: f.text(['成果名称', 'Title']).requiredInDraft().max(200).searchable(),
  appraisalNum: f
    .text(['鉴定证书号', 'Certificate no.'])
    .required()
    .max(50)
    .unique(normaliseNumber)
    .searchable(),
  regNum: f.text(['成果登记号', 'Registration no.']).max(50),
  appraisalForm: f.dict(['鉴定形式', 'Form'], appraisalForm).required().initial('01'),
  appraisalUnit: f.text(['组织鉴定单位', 'Organised by']).required().max(100).searchable(),
  hostUnit: f.text(['主持鉴定单位', 'Chaired by']).max(100),
  appraisalDate: f.date(['鉴定日期', 'Date']).required(),
  appraisalLevel: f.dict(['鉴定水平', 'Level'], appraisalLevel).required(),
  expertNum: f
    .integer(['专家人数', 'Experts'])
    .between(1, 99)
    .specimen((draw) => draw.pick([5, 7, 9])),
  chairExpert: f.text(['鉴定组组长', 'Chair']).max(50),
  opinion: f.note(['鉴定意见', 'Appraisal opinion']).required().max(3000).when(unlessSecret),
  economic: f.note(['经济社会效益', 'Benefit']).max(1000).when(unlessSecret),
  ...ach.fields,
};

/** 成果鉴定. What it shares with other achievements is in `../common/achievement.ts`. */
export const appraisal = defineResource({
  key: 'cgjd',
  label: ['成果鉴定', 'Appraisal'],
  table: 'appraisal',
  path: 'kh-edu-research/appraisal',
  title: 'achName',
  number: { field: 'recordNum', pattern: 'JD${yyyy}${seq4}' },
  fields,
  with: [ach],
  views: ach.views({
    audit: [
      'achName',
      'firstAuthor',
      'fkDeptId',
      'appraisalUnit',
      'appraisalLevel',
      'appraisalDate',
    ],
    lib: [
      'recordNum',
      'achName',
      'authorNames',
      'fkDeptId',
      'appraisalNum',
      'appraisalLevel',
      'appraisalDate',
    ],
  }),
  list: {
    columns: [
      'achName',
      'appraisalNum',
      'appraisalForm',
      'appraisalUnit',
      'appraisalLevel',
      'appraisalDate',
    ],
    filters: achievementFilters(
      'appraisalLevel',
      'appraisalForm',
      'appraisalDate',
      'appraisalUnit',
      'appraisalNum',
      'regNum',
    ),
    sort: '-appraisalDate',
  },
  form: [
    {
      key: 'certificate',
      title: ['鉴定证书', 'Certificate'],
      fields: [
        'achName',
        'appraisalNum',
        'regNum',
        'appraisalForm',
        'appraisalUnit',
        'hostUnit',
        'appraisalDate',
        'expertNum',
        'chairExpert',
        'appraisalLevel',
        'opinion',
        'economic',
      ],
    },
    ach.people,
    belongingSection,
    ...lastSections(),
  ],
  validators: [...notAfterToday(fields, 'appraisalDate')],
  processes: registration('cgjd', ['成果鉴定登记', 'Appraisal registration'], 14, 'appraisalLevel'),
});
