import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { paperAuthors } from '../common/authors.ts';
import { awardLevel } from '../common/dictionaries.ts';
import { registration } from '../common/registration.ts';
import { achievementFilters, belongingSection, closingSections } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';
import { varietyMode, varietyType } from './dictionaries.ts';
import { normaliseNumber } from './numbers.ts';

const ach = achievement({
  label: ['新品种', 'New variety'],
  plural: 'New varieties',
  code: 'variety',
  type: 'varietyType',
  path: '/achievement/newVariety',
  authors: paperAuthors,
  people: ['育种者', 'Breeder'],
  attachments: attachmentCategories('31*', '99'),
  date: 'approveDate',
  duplicates: ['approveNum'],
  scored: { as: 'variety' },
  takenFor: ['product'],
  citation: {
    type: 'document',
    texts: { number: 'approveNum', genre: 'varietyMode', publisher: 'approveUnit' },
  },
});

const fields = {
  varietyName: f.text(['品种名称', 'Name']).requiredInDraft().max(100).searchable(),
  varietyType: f.dict(['品种类别', 'Type'], varietyType).required(),
  varietyMode: f.dict(['认定方式', 'Recognition'], varietyMode).required(),
  species: f.text(['作物（物种）名称', 'Species']).required().max(100).searchable(),
  approveNum: f
    .text(['审定（登记、品种权）号', 'No.'])
    .required()
    .max(50)
    .unique(normaliseNumber)
    .searchable(),
  approveUnit: f.text(['审定（授权）单位', 'Authority']).required().max(100).searchable(),
  approveDate: f.date(['审定（授权）日期', 'Date']).required(),
  level: f.dict(['级别', 'Level'], awardLevel).required(),
  breedSource: f.text(['品种来源（亲本）', 'Parents']).max(200),
  suitArea: f.text(['适宜推广区域', 'Suitable area']).max(300),
  promoteArea: f
    .decimal(['推广面积（万亩）', 'Area promoted (10k mu)'], 2)
    .specimen((draw) => `${draw.int(1, 60)}.50`),
  feature: f.note(['特征特性', 'Traits']).max(2000).when(unlessSecret),
  ...ach.fields,
};

/** Level (`awardLevel`) by code of the recognition: national ones and rights are 01, provincial ones 02. */
const levels: Readonly<Record<string, string>> = {
  '01': '01',
  '02': '02',
  '04': '01',
} satisfies Readonly<Partial<Record<CodeOf<typeof varietyMode>, string>>>;

/** 新品种: recognised varieties of plants, animals and strains. */
export const variety = defineResource({
  key: 'xpz',
  label: ['新品种', 'New variety'],
  table: 'variety',
  path: 'kh-edu-research/newVariety',
  title: 'varietyName',
  fields,
  with: [ach],
  views: ach.views({
    audit: ['varietyName', 'firstAuthor', 'fkDeptId', 'varietyType', 'approveNum', 'approveDate'],
    lib: [
      'varietyName',
      'varietyType',
      'varietyMode',
      'approveNum',
      'approveUnit',
      'approveDate',
      'level',
      'authorNames',
      'fkDeptId',
    ],
  }),
  list: {
    columns: [
      'varietyName',
      'varietyType',
      'varietyMode',
      'approveNum',
      'approveUnit',
      'approveDate',
    ],
    filters: achievementFilters(
      'varietyType',
      'varietyMode',
      'level',
      'approveNum',
      'approveUnit',
      'approveDate',
    ),
    sort: '-approveDate',
    keptTotals: outputTotals('approveDate'),
  },
  form: [
    {
      key: 'certificate',
      title: ['证书信息', 'Certificate'],
      fields: [
        'approveNum',
        'varietyName',
        'species',
        'varietyType',
        'varietyMode',
        'level',
        'approveUnit',
        'approveDate',
        'breedSource',
      ],
    },
    {
      key: 'content',
      title: ['品种说明', 'Description'],
      fields: ['feature', 'suitArea', 'promoteArea'],
    },
    ach.people,
    belongingSection,
    ...closingSections(),
  ],
  validators: [
    ...notAfterToday(fields, 'approveDate'),
    {
      fields: ['level'],
      check: ({ level, varietyMode: mode }) =>
        level && mode && (levels[mode] ?? level) !== level
          ? ['【级别】与【认定方式】不符', 'The level does not match the form of recognition']
          : null,
    },
  ],
  specimen: (draw) => {
    const year = draw.int(2021, 2025);
    const serial = String(draw.serial % 1000).padStart(3, '0');
    return {
      varietyType: '01',
      varietyMode: '01',
      level: '01',
      approveNum: `GS${year}${serial}${draw.int(1, 9)}`,
    };
  },
  processes: registration('xpz', ['新品种登记', 'New variety'], 20, 'level'),
});
