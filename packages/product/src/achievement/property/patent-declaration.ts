import {
  anyScope,
  departmentScope,
  everyone,
  everyScope,
  member,
  own,
  withStatus,
} from '@keyan/kernel/access/scope.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { editableInAction } from '@keyan/kernel/definition/life/opened.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { projectsToFileFor, underWayCodes } from '../../project/common/access.ts';
import { program } from '../../project/program/program.ts';
import { deptLeader, deptSecretary, rdAchieve, rdLeader } from '../../shared/approval-steps.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { techField, yesNo } from '../../shared/dictionaries.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import { readerActions, registrantActions } from '../../shared/grants.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { paperAuthors } from '../common/authors.ts';
import { achievementFilters, belongingSection, closingSections } from '../common/sections.ts';
import { feeSource, patentType } from './dictionaries.ts';
import { patentFace, patentPages } from './faces.ts';
import { applicationFault, applicationNumber } from './patent-numbers.ts';

/** Name for the files of category 99 here. */
const disclosure: Label = ['技术交底书', 'Invention disclosure'];

const ach = achievement({
  label: ['专利申报', 'Patent filing request'],
  plural: 'Patent filing requests',
  code: 'zlsb',
  type: 'patentType',
  path: '/achievement/patentDeclare',
  group: patentPages.code,
  deciders: ['dept_leader', 'rd_leader'],
  authors: paperAuthors,
  people: ['发明人', 'Inventor'],
  attachments: [
    // Agencies draft the application from it.
    ...attachmentCategories('99*').map((one) => ({ ...one, label: disclosure })),
    ...attachmentCategories('32'),
  ],
  // It is a request, and enters no library of achievements.
  words: {
    plural: ['专利申报', 'Patent filing requests'],
    add: ['新增专利申报', 'New filing request'],
    edit: ['编辑专利申报', 'Edit filing request'],
    approved: ['已通过', 'Approved'],
    end: ['办结', 'Completed'],
  },
});

const isPublished = (row: RowLike): boolean => row.isPublished === '1';
const isJoint = (row: RowLike): boolean => row.isCoApply === '1';
const paidByProject = (row: RowLike): boolean => row.feeSource === '1';

const fields = {
  declareNum: f.text(['申报编号', 'No.']).max(30).computed().searchable(),
  patentName: f.text(['拟申请名称', 'Title']).requiredInDraft().max(200).searchable(),
  patentType: f.dict(['拟申请类型', 'Patent type'], patentType).required().initial('01'),
  techField: f.dict(['技术领域', 'Technology field'], techField).required(),
  isFirstApply: f.dict(['是否首次申请', 'First filing'], yesNo).required().initial('1'),
  novelty: f.note(['新颖性、创造性说明', 'Novelty']).required().max(2000).when(unlessSecret),
  background: f
    .note(['技术背景及解决的问题', 'Background'])
    .required()
    .max(2000)
    .when(unlessSecret),
  scheme: f.note(['技术方案要点', 'Technical solution']).required().max(3000).when(unlessSecret),
  isPublished: f
    .dict(['技术方案是否已公开', 'Disclosed'], yesNo)
    .required()
    .initial('0')
    .help(['已公开的方案可能丧失新颖性', 'A disclosed solution may no longer be novel']),
  publishNote: f.text(['公开说明', 'Disclosure note']).required().max(300).when(isPublished),
  marketValue: f.note(['转化前景', 'Commercial prospects']).max(1000),
  isCoApply: f.dict(['是否联合申请', 'Joint filing'], yesNo).required().initial('0'),
  coApplicants: f.text(['联合申请单位', 'Co-applicants']).required().max(300).when(isJoint),
  feeSource: f.dict(['费用来源', 'Fee source'], feeSource).required().initial('2'),
  feeProgramId: f
    .ref(['付费项目', 'Project charged'], program)
    .required()
    .among(projectsToFileFor(...underWayCodes))
    .when(paidByProject),
  agency: f.text(['拟委托代理机构', 'Agency']).max(100),
  urgent: f.dict(['是否加急', 'Urgent'], yesNo).initial('0'),
  // Entered with the action below, when the patent office has accepted the application.
  applyNum: f
    .text(['受理申请号', 'Application no.'])
    .max(30)
    .format(applicationNumber)
    .byApprover()
    .searchable()
    .specimen(() => null),
  acceptDate: f
    .date(['受理日期', 'Accepted'])
    .byApprover()
    .specimen(() => null),
  // The patent that was registered because of it.
  patentId: f.ref(['生成专利', 'Patent'], patentFace).computed(),
  ...ach.fields,
};

/** Answer of the patent office. */
const acceptance = {
  applyNum: editableInAction(fields.applyNum).required(),
  acceptDate: editableInAction(fields.acceptDate).required(),
};

const nothingAmended: FieldFault = {
  path: 'applyNum',
  message: [
    '没有更正任何内容，请修改受理申请号或受理日期',
    'Nothing was corrected: change the application number or the acceptance date',
  ],
};

const pages = ach.views({
  audit: ['patentName', 'firstAuthor', 'fkDeptId', 'patentType', 'techField', 'urgent'],
});

/** 专利申报: the school is asked to file a patent; what is approved goes to an agency and becomes one. */
export const patentDeclaration = defineResource({
  key: 'zlsb',
  label: ['专利申报', 'Patent filing request'],
  path: 'kh-edu-research/patent',
  table: 'patent_declaration',
  title: 'patentName',
  number: { field: 'declareNum', pattern: 'ZS${yyyy}${seq4}' },
  fields,
  with: [ach],
  actions: {
    accept: {
      label: ['登记受理', 'Record acceptance'],
      from: ['approved'],
      by: everyone(),
      guard: {
        fields: ['applyNum'],
        check: ({ applyNum }) => (applyNum ? ['受理信息已登记', 'Recorded already'] : null),
      },
      form: acceptance,
      done: ['受理信息已登记', 'Acceptance recorded'],
    },
    amend: {
      label: ['更正受理信息', 'Correct acceptance'],
      from: ['approved'],
      by: everyone(),
      guard: {
        fields: ['applyNum'],
        check: ({ applyNum }) => (applyNum ? null : ['尚未登记受理', 'Not recorded yet']),
      },
      form: { ...acceptance, reason: f.reason(['更正原因', 'Reason']).max(300) },
      faults: (row, { applyNum, acceptDate }) =>
        applyNum === row.applyNum && acceptDate === row.acceptDate ? [nothingAmended] : [],
      done: ['受理信息已更正', 'Acceptance corrected'],
    },
  },
  views: {
    register: {
      ...pages.register,
      label: ['专利申报', 'Patent filing requests'],
      actions: [...pages.register.actions, 'accept'],
      grants: {
        ...pages.register.grants,
        dept_secretary: [...registrantActions, 'zip', 'accept'],
        teacher: [...registrantActions, 'accept'],
      },
    },
    audit: pages.audit,
    lib: {
      ...pages.lib,
      actions: [...pages.lib.actions, 'accept', 'amend'],
      grants: { ...pages.lib.grants, dept_secretary: [...readerActions, 'zip', 'accept', 'amend'] },
    },
  },
  list: {
    columns: [
      'declareNum',
      'patentName',
      'patentType',
      'firstAuthor',
      'fkDeptId',
      'applyNum',
      'acceptDate',
    ],
    filters: achievementFilters(
      'patentType',
      'techField',
      'urgent',
      'feeSource',
      'applyNum',
      'acceptDate',
    ),
    sort: '-createTime',
  },
  form: [
    {
      key: 'request',
      title: ['申报信息', 'Request'],
      fields: ['patentName', 'patentType', 'techField', 'isFirstApply', 'urgent'],
    },
    ach.people,
    belongingSection,
    {
      key: 'invention',
      title: ['技术方案', 'The invention'],
      fields: ['background', 'scheme', 'novelty', 'isPublished', 'publishNote', 'marketValue'],
    },
    {
      key: 'filing',
      title: ['申请与费用', 'Filing and fees'],
      fields: ['isCoApply', 'coApplicants', 'agency', 'feeSource', 'feeProgramId'],
    },
    ...closingSections(),
    {
      key: 'acceptance',
      title: ['受理信息', 'Acceptance'],
      note: ['通过后由“登记受理”填写', 'Recorded once the request is approved'],
      fields: ['applyNum', 'acceptDate'],
      shown: ['patentId'],
    },
  ],
  validators: [
    ...notAfterToday(fields, 'acceptDate'),
    {
      fields: ['applyNum'],
      check: ({ applyNum, patentType: type }) =>
        type && applyNum && Number(type) <= 4 ? applicationFault(type, applyNum) : null,
    },
  ],
  processes: [
    defineProcess(
      'zlsb',
      ['专利申报', 'Patent filing request'],
      [deptSecretary, deptLeader, rdAchieve([]), rdLeader],
      'flow_6',
    ),
  ],
});

/** Requests that somebody may go on with: approved, one's own or of those one looks after. */
const mayFollow = everyScope(
  withStatus(statuses.approved),
  anyScope(own(), member('authors', 'userId'), departmentScope('fkDeptId')),
);

/** The request that a patent comes from, with what it said. */
export const declaredPatentFace = {
  declareId: f
    .ref(['关联专利申报', 'Filing request'], patentDeclaration)
    .among(mayFollow)
    .listed(['专利登记', 'Patents']),
  declareNum: f.copy('declareId', patentDeclaration, 'declareNum', ['申报编号', 'Request no.']),
  declareName: f.copy('declareId', patentDeclaration, 'patentName', [
    '申报名称',
    'Requested title',
  ]),
  acceptNum: f.copy('declareId', patentDeclaration, 'applyNum', [
    '受理申请号',
    'Accepted application no.',
  ]),
  acceptDate: f.copy('declareId', patentDeclaration, 'acceptDate'),
};

/** Section of a patent's form that shows its declaration. */
export const declaredSection = {
  key: 'declaration',
  title: ['专利申报', 'Filing request'],
  note: [
    '由已通过的专利申报而来时选择',
    'Choose it for a patent that comes from an approved filing request',
  ],
  fields: ['declareId', 'declareNum', 'declareName', 'acceptNum', 'acceptDate'],
} as const;
