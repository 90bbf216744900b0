import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { optionalReview, reviewSection } from '../../review/optional-review.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { contributorLabel, paperAuthors } from '../common/authors.ts';
import { registrationWithReview } from '../common/registration.ts';
import { achievementFilters, belongingSection, closingSections } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';
import { appraisalForm, appraisalLevel } from './dictionaries.ts';

const ach = achievement({
  label: ['成果鉴定', 'Appraisal'],
  plural: 'Appraisals',
  code: 'appraisal',
  type: 'appraisalForm',
  path: '/achievement/appraisal',
  authors: paperAuthors,
  people: contributorLabel,
  attachments: attachmentCategories('17*', '29', '32', '36', '99'),
  date: 'appraisalDate',
  duplicates: ['appraisalNum'],
  scored: { as: 'appraisal' },
  citation: {
    type: 'report',
    texts: { number: 'appraisalNum', genre: 'appraisalForm', publisher: 'appraisalUnit' },
  },
});

/** Expert review of achievements that the section wants appraised. */
const judged = optionalReview({
  target: '6',
  arrangers: 'rd_achieve',
  criteria: [
    {
      label: ['创新性与先进性', 'Originality'],
      points: 50,
      standard: ['技术难度、创新程度与国内外水平', 'Difficulty, novelty, and the state of the art'],
    },
    {
      label: ['成熟度与应用', 'Maturity and use'],
      points: 30,
      standard: ['成熟程度、应用范围与效益', 'How mature it is, where it is used, what it brings'],
    },
    {
      label: ['资料完整性', 'Documents'],
      points: 20,
      standard: ['鉴定资料齐全、数据可信', 'Documents are complete and data are reliable'],
    },
  ],
  shown: [
    'achName',
    'appraisalForm',
    'appraisalUnit',
    'hostUnit',
    'appraisalDate',
    'appraisalLevel',
    'opinion',
    'economic',
    'fkDeptId',
    'authors',
    'attachments',
  ],
  identifying: ['fkDeptId', 'authors'],
});

/** Normalises a certificate number: spaces, brackets and case are ignored in comparisons. */
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
  ...judged.fields,
  ...ach.fields,
};

/** 成果鉴定. Fields and rules shared by all achievements are in `../common/achievement.ts`. */
export const appraisal = defineResource({
  key: 'cgjd',
  label: ['成果鉴定', 'Appraisal'],
  table: 'appraisal',
  path: 'kh-edu-research/appraisal',
  title: 'achName',
  number: { field: 'recordNum', pattern: 'JD${yyyy}${seq4}' },
  fields,
  with: [ach, judged],
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
    keptTotals: outputTotals('appraisalDate'),
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
    ...closingSections(),
    reviewSection,
  ],
  validators: [...notAfterToday(fields, 'appraisalDate')],
  processes: registrationWithReview(
    'cgjd',
    ['成果鉴定登记', 'Appraisal registration'],
    14,
    'appraisalLevel',
  ),
});
