import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { techField } from '../../shared/dictionaries.ts';
import { inOrder, notAfterToday } from '../../shared/formats/dates.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { contributorLabel, paperAuthors } from '../common/authors.ts';
import { awardLevel } from '../common/dictionaries.ts';
import { registration } from '../common/registration.ts';
import { achievementFilters, belongingSection, closingSections } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';
import { productType } from './dictionaries.ts';
import { patentFace } from './faces.ts';
import { normaliseNumber } from './numbers.ts';

const ach = achievement({
  label: ['高新技术产品', 'High-tech product'],
  plural: 'High-tech products',
  code: 'product',
  type: 'productType',
  path: '/achievement/technicalProducts',
  authors: paperAuthors,
  people: contributorLabel,
  attachments: attachmentCategories('17*', '99'),
  date: 'approveDate',
  duplicates: ['certNum'],
  scored: { as: 'product' },
  takenFor: ['product'],
  citation: {
    type: 'document',
    texts: { number: 'certNum', genre: 'productType', publisher: 'approveUnit' },
  },
});

const fields = {
  productName: f.text(['产品名称', 'Name']).requiredInDraft().max(100).searchable(),
  productType: f.dict(['产品类别', 'Type'], productType).required(),
  techField: f.dict(['技术领域', 'Technology field'], techField).required(),
  certNum: f
    .text(['认定证书号', 'Certificate no.'])
    .required()
    .max(50)
    .unique(normaliseNumber)
    .searchable(),
  approveUnit: f.text(['认定单位', 'Authority']).required().max(100).searchable(),
  approveDate: f
    .date(['认定日期', 'Date'])
    .required()
    .specimen(() => null),
  validDate: f.date(['有效期至', 'Valid to']).specimen(() => null),
  level: f.dict(['级别', 'Level'], awardLevel).required(),
  produceUnit: f.text(['生产（应用）单位', 'Producer']).max(100),
  saleAmount: f
    .decimal(['年销售额（万元）', 'Annual sales (10k yuan)'], 2)
    .specimen((draw) => `${draw.int(80, 2600)}.00`),
  relatedPatents: f
    .refs(['关联专利', 'Patents'], patentFace)
    .max(20)
    .specimen(() => null),
  description: f.note(['产品简介', 'Description']).max(2000).when(unlessSecret),
  ...ach.fields,
};

/** 高新技术产品: products that an authority recognised. */
export const product = defineResource({
  key: 'gxjscp',
  label: ['高新技术产品', 'High-tech product'],
  table: 'product',
  path: 'kh-edu-research/technicalProducts',
  title: 'productName',
  fields,
  with: [ach],
  views: ach.views({
    audit: ['productName', 'firstAuthor', 'fkDeptId', 'productType', 'certNum', 'approveDate'],
    lib: [
      'productName',
      'productType',
      'certNum',
      'approveUnit',
      'approveDate',
      'validDate',
      'level',
      'authorNames',
      'fkDeptId',
    ],
  }),
  list: {
    columns: ['productName', 'productType', 'certNum', 'approveUnit', 'approveDate', 'level'],
    filters: achievementFilters(
      'productType',
      'techField',
      'level',
      'certNum',
      'approveUnit',
      'approveDate',
      'validDate',
    ),
    sort: '-approveDate',
    keptTotals: outputTotals('approveDate'),
  },
  form: [
    {
      key: 'certificate',
      title: ['证书信息', 'Certificate'],
      fields: [
        'certNum',
        'productName',
        'productType',
        'level',
        'techField',
        'approveUnit',
        'approveDate',
        'validDate',
        'produceUnit',
      ],
    },
    ach.people,
    belongingSection,
    {
      key: 'use',
      title: ['产品说明', 'The product'],
      fields: ['description', 'saleAmount', 'relatedPatents'],
    },
    ...closingSections(),
  ],
  validators: [
    ...notAfterToday(fields, 'approveDate'),
    inOrder(fields, 'approveDate', 'validDate'),
  ],
  specimen: (draw) => {
    const year = draw.int(2022, 2025);
    const month = draw.int(1, 9);
    const serial = String(draw.serial % 1000).padStart(3, '0');
    return {
      productType: '03',
      level: '02',
      certNum: `GX${year}${serial}${draw.int(1, 9)}`,
      approveDate: `${year}-0${month}-18`,
      validDate: `${year + 3}-0${month}-17`,
    };
  },
  processes: registration('gxjscp', ['高新技术产品登记', 'High-tech product'], 22, 'level'),
});
