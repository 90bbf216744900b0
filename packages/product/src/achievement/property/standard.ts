import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { inOrder, notAfterToday } from '../../shared/formats/dates.ts';
import { bibliographyFiles } from '../bibliography/files.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { paperAuthors } from '../common/authors.ts';
import { registration } from '../common/registration.ts';
import { achievementFilters, belongingSection, closingSections } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';
import { joinMode, standardLevel, standardMode, standardNature } from './dictionaries.ts';
import { normaliseNumber, standardFault, standardNumber } from './numbers.ts';

const ach = achievement({
  label: ['标准', 'Standard'],
  plural: 'Standards',
  code: 'std',
  type: 'standardLevel',
  path: '/achievement/standard',
  authors: paperAuthors,
  people: ['起草人', 'Drafter'],
  attachments: attachmentCategories('30*', '17', '99'),
  date: 'issueDate',
  duplicates: ['standardNum'],
  scored: { as: 'standard' },
  citation: {
    type: 'standard',
    texts: { number: 'standardNum' },
    bodies: ['manageUnit', 'issueUnit'],
  },
});

const isRevision = (row: RowLike): boolean => row.standardMode === '2';

const fields = {
  standardName: f.text(['标准名称', 'Title']).requiredInDraft().max(200).searchable(),
  standardNameEn: f.text(['英文名称', 'English title']).max(300).searchable(),
  standardNum: f
    .text(['标准号', 'Standard no.'])
    .required()
    .max(50)
    .format(standardNumber)
    .unique(normaliseNumber)
    .searchable(),
  standardLevel: f.dict(['标准级别', 'Level'], standardLevel).required().initial('02'),
  standardNature: f.dict(['标准性质', 'Nature'], standardNature).required().initial('2'),
  standardMode: f.dict(['制修订', 'Mode'], standardMode).required().initial('1'),
  replaceNum: f.text(['代替标准号', 'Replaces']).max(50).format(standardNumber).when(isRevision),
  joinMode: f.dict(['我校参与方式', 'Our role'], joinMode).required(),
  unitSort: f.integer(['我校排名', 'Our order']).required().between(1, 100),
  issueUnit: f.text(['发布单位', 'Issued by']).required().max(100).searchable(),
  issueDate: f
    .date(['发布日期', 'Issued'])
    .required()
    .specimen(() => null),
  effectDate: f
    .date(['实施日期', 'Effective'])
    .required()
    .specimen(() => null),
  manageUnit: f.text(['归口单位', 'Managed by']).max(100),
  ics: f.text(['ICS分类号', 'ICS']).max(30),
  ccs: f.text(['CCS分类号', 'CCS']).max(30),
  description: f.note(['主要内容', 'Content']).max(2000).when(unlessSecret),
  ...ach.fields,
};

type StandardRow = RowOf<typeof fields>;

/** 标准: those that the university drafted or helped to draft, as their cover states them. */
export const standard = defineResource({
  key: 'standard',
  label: ['标准', 'Standard'],
  path: 'kh-edu-research/standard',
  title: 'standardName',
  importFiles: bibliographyFiles,
  fields,
  with: [ach],
  views: ach.views({
    audit: ['standardName', 'firstAuthor', 'fkDeptId', 'standardNum', 'standardLevel', 'issueDate'],
    lib: [
      'standardNum',
      'standardName',
      'standardLevel',
      'joinMode',
      'unitSort',
      'issueUnit',
      'issueDate',
      'authorNames',
      'fkDeptId',
    ],
  }),
  list: {
    columns: ['standardNum', 'standardName', 'standardLevel', 'joinMode', 'issueUnit', 'issueDate'],
    filters: achievementFilters(
      'standardNum',
      'standardLevel',
      'standardNature',
      'joinMode',
      'unitSort',
      'issueUnit',
      'issueDate',
    ),
    sort: '-issueDate',
    keptTotals: outputTotals('issueDate'),
  },
  form: [
    {
      key: 'cover',
      title: ['封面信息', 'Cover'],
      fields: [
        'ics',
        'ccs',
        'standardNum',
        'standardMode',
        'replaceNum',
        'standardName',
        'standardNameEn',
        'issueDate',
        'effectDate',
        'issueUnit',
        'standardLevel',
        'standardNature',
        'manageUnit',
      ],
    },
    {
      key: 'part',
      title: ['我校参与情况', 'Our participation'],
      fields: ['joinMode', 'unitSort'],
    },
    ach.people,
    belongingSection,
    ...closingSections('description'),
  ],
  validators: [
    ...notAfterToday(fields, 'issueDate'),
    inOrder(fields, 'issueDate', 'effectDate'),
    {
      fields: ['standardNum'],
      check: ({ standardNum, standardLevel: level, standardNature: nature }: StandardRow) =>
        standardNum && level ? standardFault(level, nature, standardNum) : null,
    },
    {
      fields: ['unitSort'],
      check: ({ joinMode: mode, unitSort }: StandardRow) =>
        mode === '1' && unitSort !== null && unitSort > 1
          ? ['主持（牵头）制定的标准，我校排名应为 1', 'Our order must be 1 for a standard we lead']
          : null,
    },
  ],
  specimen: (draw) => {
    const year = draw.int(2022, 2025);
    const month = String(draw.int(1, 9));
    const [level, nature, prefix] = draw.pick([
      ['02', '2', 'GB/T '],
      ['03', '2', 'NY/T '],
      ['04', '2', 'DB42/T '],
      ['05', '2', 'T/CECS '],
    ] as const);
    const mode = draw.pick(['1', '2'] as const);
    return {
      standardNum: `${prefix}${1000 + (draw.serial % 8000)}.${draw.int(1, 9)}-${year}`,
      standardLevel: level,
      standardNature: nature,
      standardMode: '1',
      joinMode: mode,
      unitSort: mode === '1' ? 1 : draw.int(2, 9),
      issueDate: `${year}-0${month}-${draw.int(10, 28)}`,
      effectDate: `${year + 1}-01-01`,
    };
  },
  processes: registration('standard', ['标准登记', 'Standard'], 25, 'standardLevel'),
});
