import { everyone } from '@keyan/kernel/access/scope.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { before } from '@keyan/kernel/definition/life/due.ts';
import { onTheDay } from '@keyan/kernel/definition/life/writer.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { inOrder, notAfterToday } from '../../shared/formats/dates.ts';
import { nationality } from '../../shared/formats/national.ts';
import { bibliographyFiles } from '../bibliography/files.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { paperAuthors } from '../common/authors.ts';
import { registration } from '../common/registration.ts';
import { achievementFilters, closingSections } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';
import { patentStatus, patentType } from './dictionaries.ts';
import { patentPages } from './faces.ts';
import { declaredPatentFace, declaredSection, patentDeclaration } from './patent-declaration.ts';
import {
  eventFaults,
  feeDueMessage,
  feeFaults,
  isChinese,
  isGranted,
  mayBeGranted,
  patentLifeOf,
  withFurtherLine,
  yearsAfter,
} from './patent-life.ts';
import {
  applicationCheck,
  applicationFault,
  applicationNumber,
  grantFault,
  normaliseApplication,
  publicationNumber,
} from './patent-numbers.ts';
import { assignedValues, useFields, useForm } from './patent-use.ts';

const ach = achievement({
  label: ['专利', 'Patent'],
  plural: 'Patents',
  type: 'patentType',
  ...patentPages,
  authors: paperAuthors,
  people: ['发明人', 'Inventor'],
  attachments: attachmentCategories('17*', '18', '19', '99'),
  // A patent counts in the year of its grant, an application in that of its filing.
  date: ['grantDate', 'applyDate'],
  duplicates: ['applyNum'],
  scored: { as: 'patent', yuan: 'useAmount' },
  citation: {
    type: 'patent',
    texts: { number: 'applyNum', abstract: 'abstractText' },
    // GB/T 7714-2015, 4.5.1: applicants or owners answer for a patent.
    bodies: 'applicants',
    issued: ['grantDate', 'publicDate', 'applyDate'],
  },
});

const feeFields = {
  feeYear: f.integer(['缴费年度（第几年）', 'Fee year']).required().between(1, 20),
  paidDate: f.date(['缴费日期', 'Paid']).required().initial(onTheDay),
  amount: f.money(['金额（元）', 'Amount']),
};

const fields = {
  ...declaredPatentFace,
  patentName: f
    .text(['专利名称', 'Title'])
    .requiredInDraft()
    .beginsAs('declareName')
    .max(200)
    .searchable()
    .headed(['发明名称', 'Invention title'], ['名称', 'Title']),
  patentType: f.dict(['专利类型', 'Type'], patentType).required().initial('01'),
  patentStatus: f.dict(['专利状态', 'Legal status'], patentStatus).required().initial('06'),
  applyNum: f
    .text(['申请（专利）号', 'Application no.'])
    .required()
    .beginsAs('acceptNum')
    .max(30)
    .format(applicationNumber)
    .unique(normaliseApplication)
    .searchable()
    .headed(['申请号', 'Application number'], ['专利号', 'Patent number']),
  applyDate: f
    .date(['申请日期', 'Filing date'])
    .required()
    .headed(['申请日', 'Application date'])
    .specimen(() => null),
  publicNum: f
    .text(['公开（公告）号', 'Publication no.'])
    .max(30)
    .format(publicationNumber)
    .searchable(),
  publicDate: f
    .date(['公开日期', 'Published'])
    .headed(['公开（公告）日', 'Publication date'])
    .specimen(() => null),
  grantNum: f
    .text(['授权公告号', 'Grant no.'])
    .max(30)
    .format(publicationNumber)
    .searchable()
    .when(mayBeGranted)
    .required(isGranted),
  grantDate: f
    .date(['授权日期', 'Granted'])
    .when(mayBeGranted)
    .required(isGranted)
    .specimen(() => null),
  certNum: f.text(['证书号', 'Certificate no.']).max(30).when(mayBeGranted),
  ipc: f.text(['IPC分类号', 'IPC']).max(100).headed(['IPC主分类号', 'IPC classification']),
  applicants: f
    .text(['申请人（专利权人）', 'Assignees'])
    .required()
    .max(300)
    .searchable()
    // Inventions of staff are the university's (职务发明), as the field below begins.
    .initial(({ tenantName, imported }) => (imported ? null : (tenantName ?? null)))
    .headed(['申请（专利权）人', 'Applicant'], ['申请人', 'Applicants'], ['专利权人', 'Assignee']),
  isService: f.dict(['是否职务发明', 'Service invention'], yesNo).required().initial('1'),
  country: f
    .dict(['申请国别', 'Country'], nationality)
    .required()
    .initial('156')
    .specimen(() => '156'),
  agency: f.text(['代理机构', 'Agency']).max(100),
  agent: f.text(['代理人', 'Agent']).max(50).personName(),
  claimNum: f
    .integer(['权利要求数', 'Claims'])
    .between(1, 1000)
    .specimen((draw) => draw.int(3, 12)),
  feePaidTo: f
    .date(['年费已缴至', 'Fee paid to'])
    .when(mayBeGranted)
    .specimen(() => null),
  // When the fee of the next year is due.
  feeDue: f.date(['下次年费期限', 'Next fee due']).computed(),
  expireDate: f.date(['期限届满日', 'Expires']).computed(),
  annualFees: f
    .rows(['年费缴纳记录', 'Annual fees'], feeFields)
    .when(mayBeGranted)
    .specimen(() => []),
  ...useFields,
  abstractText: f.note(['摘要', 'Abstract']).max(2000).when(unlessSecret),
  legalEvents: f
    .rows(['法律状态记录', 'Legal events'], {
      eventDate: f.date(['日期', 'Date']).required(),
      patentStatus: f.dict(['状态', 'Status'], patentStatus).required(),
      note: f.text(['说明', 'Note']).max(200),
    })
    .specimen(() => []),
  ...ach.fields,
};

type PatentRow = RowOf<typeof fields>;

/** Lists of patents: in approval, in the library. */
const views = ach.views({
  audit: ['patentName', 'firstAuthor', 'fkDeptId', 'patentType', 'patentStatus', 'applyNum'],
  lib: [
    'patentName',
    'patentType',
    'patentStatus',
    'applyNum',
    'authorNames',
    'grantNum',
    'grantDate',
    'fkDeptId',
    'feeDue',
    'patentUse',
  ],
});

/** 专利: applications and grants. What it shares with other achievements is in `../common/achievement.ts`. */
export const patent = defineResource({
  key: 'patentapp',
  label: ['专利', 'Patent'],
  table: 'patent',
  path: 'kh-edu-research/patentvo',
  title: 'patentName',
  importFiles: bibliographyFiles,
  fields,
  with: [ach],
  views: {
    ...views,
    lib: { ...views.lib, actions: [...views.lib.actions, 'changeStatus', 'payFee', 'recordUse'] },
  },
  actions: {
    changeStatus: {
      label: ['法律状态', 'Legal status'],
      from: ['approved'],
      by: everyone(),
      form: {
        patentStatus: fields.patentStatus,
        eventDate: f.date(['日期', 'Date']).required(),
        note: f.text(['说明', 'Note']).max(200),
        grantNum: fields.grantNum,
        grantDate: fields.grantDate,
        certNum: fields.certNum,
        publicNum: fields.publicNum,
        publicDate: fields.publicDate,
      },
      // Fields left empty in the dialog stay as they are.
      set: (row, { eventDate, note, patentStatus: now = null, ...given }) => ({
        patentStatus: now,
        grantNum: given.grantNum ?? row.grantNum,
        grantDate: given.grantDate ?? row.grantDate,
        certNum: given.certNum ?? row.certNum,
        publicNum: given.publicNum ?? row.publicNum,
        publicDate: given.publicDate ?? row.publicDate,
        legalEvents: withFurtherLine(row.legalEvents, {
          eventDate: eventDate as string,
          patentStatus: now,
          note: (note ?? null) as string | null,
        }),
      }),
      done: ['法律状态已登记', 'Legal status recorded'],
    },
    recordUse: {
      label: ['登记转化', 'Record commercialisation'],
      from: ['approved'],
      by: everyone(),
      form: useForm,
      set: (row, { patentUse = null, useContract, useAmount, assignDate }) => ({
        patentUse,
        useContract: useContract ?? null,
        useAmount: useAmount ?? null,
        ...assignedValues(row.legalEvents, assignDate as string | null),
      }),
      done: ['转化情况已登记', 'Commercialisation recorded'],
    },
    remindFee: {
      label: ['年费提醒', 'Fee reminder'],
      from: ['approved'],
      by: before('feeDue', 60, 30),
      tells: [feeDueMessage],
    },
    payFee: {
      label: ['缴年费', 'Pay fee'],
      from: ['approved'],
      by: everyone(),
      form: feeFields,
      guard: {
        fields: ['patentStatus'],
        check: (row) =>
          mayBeGranted(row)
            ? null
            : [
                '专利尚未授权，无须缴纳年费',
                'The patent has not been granted; no annual fee is due',
              ],
      },
      set: (row, { feeYear, paidDate, amount }) => ({
        feePaidTo: row.applyDate ? yearsAfter(row.applyDate, feeYear as number) : row.feePaidTo,
        annualFees: withFurtherLine(row.annualFees, {
          feeYear: feeYear as number,
          paidDate: paidDate as string,
          amount: (amount ?? null) as string | null,
        }),
      }),
      done: ['年费已登记', 'Fee recorded'],
    },
  },
  compute: patentLifeOf,
  effects: ({ during, write }) => [
    during(
      ['inApproval', 'approved'],
      write('declareId', patentDeclaration, { set: ({ id }) => ({ patentId: id }) }),
    ),
  ],
  list: {
    columns: ['patentName', 'patentType', 'patentStatus', 'applyNum', 'applyDate', 'grantDate'],
    filters: achievementFilters(
      'patentType',
      'patentStatus',
      'applyNum',
      'applyDate',
      'grantNum',
      'grantDate',
      'publicNum',
      'patentUse',
      'feePaidTo',
      'feeDue',
    ),
    sort: '-applyDate',
    displays: { calendar: ['feeDue'], board: 'patentStatus' },
    keptTotals: outputTotals('grantDate', ['patentType', 'grantDate']),
    dueBy: ['feePaidTo'],
  },
  form: [
    declaredSection,
    {
      key: 'certificate',
      title: ['证书信息', 'Certificate'],
      note: [
        '按证书或受理通知书的顺序填写',
        'In the order of the certificate or acceptance notice',
      ],
      fields: [
        'patentName',
        'patentType',
        'patentStatus',
        'applyNum',
        'applyDate',
        'applicants',
        'grantNum',
        'grantDate',
        'certNum',
        'publicNum',
        'publicDate',
      ],
    },
    ach.people,
    {
      key: 'belonging',
      title: ['归属信息', 'Affiliation'],
      fields: ['fkDeptId', 'discipline', 'schoolSign', 'isService', 'country'],
    },
    {
      key: 'content',
      title: ['申请与代理', 'Filing'],
      fields: ['ipc', 'claimNum', 'agency', 'agent', 'abstractText'],
    },
    {
      key: 'life',
      title: ['法律状态与年费', 'Legal status and fees'],
      fields: ['feePaidTo', 'annualFees', 'legalEvents'],
      shown: ['feeDue', 'expireDate'],
    },
    {
      key: 'use',
      title: ['转化信息', 'Commercialisation'],
      fields: ['patentUse', 'useAmount', 'useContract'],
    },
    ...closingSections(),
  ],
  validators: [
    ...notAfterToday(fields, 'applyDate', 'publicDate', 'grantDate'),
    inOrder(fields, 'applyDate', 'grantDate'),
    inOrder(fields, 'applyDate', 'publicDate'),
    {
      fields: ['applyNum'],
      check: (row: PatentRow) =>
        row.patentType && row.applyNum && (isChinese(row) || row.patentType === '04')
          ? applicationFault(row.patentType, row.applyNum)
          : null,
    },
    {
      fields: ['grantNum'],
      check: (row: PatentRow) =>
        row.patentType && row.grantNum && isChinese(row)
          ? grantFault(row.patentType, row.grantNum)
          : null,
    },
    {
      fields: ['legalEvents'],
      check: (row: PatentRow, { today }) => eventFaults(row, today),
    },
    {
      fields: ['annualFees'],
      check: (row: PatentRow, { today }) => feeFaults(row, today),
    },
  ],
  specimen: (draw) => {
    const kind = draw.pick(['1', '1', '2', '3'] as const);
    const year = draw.int(2017, 2022);
    const digits = `${year}${kind}${String(draw.serial).padStart(3, '0').slice(-3)}${draw.int(1000, 9999)}`;
    const month = String(draw.int(1, 12)).padStart(2, '0');
    const letter = { '1': 'B', '2': 'U', '3': 'S' }[kind];
    return {
      patentType: `0${kind}`,
      patentStatus: draw.pick(['02', '05', '06', '06', '06', '10']),
      applyNum: `${digits}.${applicationCheck(digits)}`,
      applyDate: `${year}-${month}-${draw.int(10, 28)}`,
      publicNum: null,
      grantNum: `CN1${draw.int(10_000_000, 29_999_999)}${letter}`,
      grantDate: `${year + 2}-${month}-${draw.int(10, 28)}`,
      patentUse: draw.pick(['0', '0', '0', '2']),
      annualFees: [
        { feeYear: draw.int(2026, 2027) - year, paidDate: `2026-0${draw.int(1, 9)}-15` },
      ],
    };
  },
  processes: registration('patentapp', ['专利登记', 'Patent registration'], 5, 'patentStatus'),
});
