import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { inOrder, notAfterToday } from '../../shared/formats/dates.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { contributorLabel, paperAuthors } from '../common/authors.ts';
import { registration } from '../common/registration.ts';
import { achievementFilters, belongingSection, closingSections } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';
import { copyrightType, rightGetWay, rightScope } from './dictionaries.ts';
import { normaliseNumber, registrationFault, registrationNumber } from './numbers.ts';

const ach = achievement({
  label: ['著作权', 'Copyright'],
  plural: 'Copyrights',
  code: 'copyright',
  type: 'copyrightType',
  path: '/achievement/copyright',
  authors: paperAuthors,
  people: contributorLabel,
  attachments: attachmentCategories('17*', '99'),
  date: 'regDate',
  duplicates: ['regNum'],
  scored: { as: 'copyright' },
  citation: {
    type: { by: 'copyrightType', codes: { '01': 'software' }, else: 'document' },
    texts: { number: 'regNum', version: 'copyrightVersion' },
  },
});

const fields = {
  copyrightName: f.text(['软件（作品）名称', 'Title']).requiredInDraft().max(200).searchable(),
  shortName: f.text(['简称', 'Short name']).max(50),
  copyrightVersion: f
    .text(['版本号', 'Version'])
    .max(20)
    .initial('V1.0')
    .specimen(() => 'V1.0'),
  copyrightType: f.dict(['著作权类别', 'Type'], copyrightType).required().initial('01'),
  regNum: f
    .text(['登记号', 'Registration no.'])
    .required()
    .max(30)
    .format(registrationNumber)
    .unique(normaliseNumber)
    .searchable(),
  certNum: f.text(['证书号', 'Certificate no.']).max(30).searchable(),
  finishDate: f
    .date(['开发（创作）完成日期', 'Finished'])
    .required()
    .specimen(() => '2024-11-20'),
  firstPubDate: f
    .date(['首次发表日期', 'First published'])
    .help(['未发表的留空', 'Empty for what is not published'])
    .specimen(() => null),
  regDate: f
    .date(['登记日期', 'Registered'])
    .required()
    .specimen(() => null),
  owners: f.text(['著作权人', 'Owners']).required().max(300),
  rightGetWay: f.dict(['权利取得方式', 'Acquisition'], rightGetWay).required().initial('1'),
  rightScope: f.dict(['权利范围', 'Scope'], rightScope).required().initial('1'),
  description: f.note(['功能简介', 'Description']).max(2000).when(unlessSecret),
  ...ach.fields,
};

/** 著作权: copyright registrations of software and works, as on their certificates. */
export const copyright = defineResource({
  key: 'copyrightapp',
  label: ['著作权', 'Copyright'],
  table: 'copyright',
  path: 'kh-edu-research/copyright',
  title: 'copyrightName',
  fields,
  with: [ach],
  views: ach.views({
    audit: ['copyrightName', 'firstAuthor', 'fkDeptId', 'copyrightType', 'regNum', 'regDate'],
    lib: [
      'copyrightName',
      'copyrightVersion',
      'copyrightType',
      'regNum',
      'regDate',
      'owners',
      'authorNames',
      'fkDeptId',
    ],
  }),
  list: {
    columns: ['copyrightName', 'copyrightVersion', 'copyrightType', 'regNum', 'regDate', 'owners'],
    filters: achievementFilters('copyrightType', 'regNum', 'certNum', 'regDate'),
    sort: '-regDate',
    keptTotals: outputTotals('regDate'),
  },
  form: [
    {
      key: 'certificate',
      title: ['证书信息', 'Certificate'],
      fields: [
        'certNum',
        'copyrightName',
        'shortName',
        'copyrightVersion',
        'copyrightType',
        'owners',
        'finishDate',
        'firstPubDate',
        'rightGetWay',
        'rightScope',
        'regNum',
        'regDate',
      ],
    },
    ach.people,
    belongingSection,
    ...closingSections('description'),
  ],
  validators: [
    ...notAfterToday(fields, 'finishDate', 'firstPubDate', 'regDate'),
    inOrder(fields, 'finishDate', 'firstPubDate'),
    inOrder(fields, 'finishDate', 'regDate'),
    {
      fields: ['regNum'],
      check: ({ copyrightType: type, regNum }) =>
        type && regNum ? registrationFault(type, regNum) : null,
    },
  ],
  specimen: (draw) => {
    const year = draw.int(2024, 2025);
    const software = draw.int(1, 3) > 1;
    const serial = `${draw.serial % 1000}`.padStart(3, '0') + String(draw.int(1000, 9999));
    return {
      copyrightType: software ? '01' : '02',
      regNum: software ? `${year}SR${serial}` : `F-${year}-${serial}0`,
      finishDate: `${year - 1}-0${draw.int(1, 9)}-${draw.int(10, 28)}`,
      regDate: `${year}-1${draw.int(0, 2)}-${draw.int(10, 28)}`,
    };
  },
  processes: registration('copyrightapp', ['著作权登记', 'Copyright'], 11),
});
