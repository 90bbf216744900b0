import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { contributorLabel, paperAuthors } from '../common/authors.ts';
import { registration } from '../common/registration.ts';
import { achievementFilters, belongingSection, closingSections } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';
import { drugStage, drugType } from './dictionaries.ts';
import { normaliseNumber } from './numbers.ts';

const ach = achievement({
  label: ['新药', 'New drug'],
  plural: 'New drugs',
  code: 'drug',
  type: 'drugType',
  path: '/achievement/newDrug',
  authors: paperAuthors,
  people: contributorLabel,
  attachments: attachmentCategories('17*', '99'),
  date: 'approveDate',
  duplicates: ['approveNum'],
  scored: { as: 'drug' },
  takenFor: ['product'],
  citation: {
    type: 'document',
    texts: { number: 'approveNum', genre: 'drugStage', publisher: 'approveUnit' },
  },
});

const fields = {
  drugName: f.text(['药品（器械）名称', 'Name']).requiredInDraft().max(100).searchable(),
  genericName: f.text(['通用名', 'Generic name']).max(100).searchable(),
  drugType: f.dict(['类别', 'Type'], drugType).required(),
  regClass: f
    .text(['注册分类', 'Registration class'])
    .required()
    .max(20)
    .help(['如 1.1 类', 'Such as class 1.1']),
  drugStage: f.dict(['批准类型', 'Approval type'], drugStage).required(),
  approveNum: f
    .text(['批准文号（批件号、证书号）', 'Approval no.'])
    .required()
    .max(50)
    .unique(normaliseNumber)
    .searchable(),
  approveUnit: f.text(['批准单位', 'Authority']).required().max(100).initial('国家药品监督管理局'),
  approveDate: f.date(['批准日期', 'Date']).required(),
  dosageForm: f.text(['剂型', 'Dosage form']).max(50),
  spec: f.text(['规格', 'Spec']).max(50),
  indication: f.note(['适应症', 'Indication']).max(1000).when(unlessSecret),
  coopUnit: f.text(['合作（生产）单位', 'Partner']).max(200),
  transferAmount: f
    .money(['转让金额（元）', 'Transfer'])
    .specimen((draw) => `${draw.int(5, 80)}00000.00`),
  ...ach.fields,
};

/** Returns whether the type is a device, which is registered; drugs are approved. */
const isDevice = (type: string | null): boolean => type === '04';

/** 新药: approvals and certificates of drugs and devices. */
export const drug = defineResource({
  key: 'xy',
  label: ['新药', 'New drug'],
  table: 'drug',
  path: 'kh-edu-research/newDrug',
  title: 'drugName',
  fields,
  with: [ach],
  views: ach.views({
    audit: ['drugName', 'firstAuthor', 'fkDeptId', 'drugType', 'drugStage', 'approveDate'],
    lib: [
      'drugName',
      'drugType',
      'drugStage',
      'approveNum',
      'approveDate',
      'authorNames',
      'fkDeptId',
      'transferAmount',
    ],
  }),
  list: {
    columns: ['drugName', 'drugType', 'regClass', 'drugStage', 'approveNum', 'approveDate'],
    filters: achievementFilters(
      'drugType',
      'drugStage',
      'approveNum',
      'approveDate',
      'approveUnit',
    ),
    sort: '-approveDate',
    keptTotals: outputTotals('approveDate'),
  },
  form: [
    {
      key: 'certificate',
      title: ['批件信息', 'Approval'],
      fields: [
        'approveNum',
        'drugName',
        'genericName',
        'drugType',
        'regClass',
        'dosageForm',
        'spec',
        'drugStage',
        'approveUnit',
        'approveDate',
        'indication',
      ],
    },
    ach.people,
    belongingSection,
    {
      key: 'use',
      title: ['合作与转让', 'Partner and transfer'],
      fields: ['coopUnit', 'transferAmount'],
    },
    ...closingSections(),
  ],
  validators: [
    ...notAfterToday(fields, 'approveDate'),
    {
      fields: ['drugStage'],
      check: ({ drugType: type, drugStage: stage }) =>
        type && stage === '04' && !isDevice(type)
          ? ['只有医疗器械有【医疗器械注册证】', 'Only devices have a device registration']
          : null,
    },
  ],
  specimen: (draw) => {
    const serial = String(draw.serial % 1000).padStart(3, '0');
    return {
      drugType: '01',
      drugStage: '02',
      approveNum: `Z${draw.int(2021, 2025)}${serial}${draw.int(1, 9)}`,
    };
  },
  processes: registration('xy', ['新药登记', 'New drug'], 21),
});
