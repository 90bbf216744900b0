import {
  anyScope,
  departmentScope,
  own,
  permission,
  throughReference,
} from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { readerActions } from '../../shared/grants.ts';
import { dept, user } from '../../shared/references/refs.ts';
import { projectReferenceFields } from '../common/about.ts';
import { declarePlan } from '../common/faces.ts';
import { program } from '../program/program.ts';
import { projectSource } from '../program/sources.ts';
import { taskContract as contract, taskContractStatus } from './task-contract-faces.ts';
import { initialContractTemplate, taskText, textPlaceholders } from './task-text.ts';

const account = face(user.key, user.label, { realName: f.text(['姓名', 'Name']) });
const unit = face(dept.key, dept.label, { deptName: f.text(['机构名称', 'Name']) });

/** Fields of a project that its contract contains. */
const agreed = face(program.key, program.label, {
  programName: program.fields.programName,
  programNum: program.fields.programNum,
  approvalNum: program.fields.approvalNum,
  resource: program.fields.resource,
  funds: program.fields.funds,
  startDate: program.fields.startDate,
  endDate: program.fields.endDate,
});

const sourceNamed = (code: string | null): string | null =>
  code === null ? null : (entryOf(projectSource, code)?.label[0] ?? null);

/** Permission of the project section. */
const office = permission('taskContract_edit');

/**
 * 项目任务书: agreement between university and project leader, from the template of the call for
 * proposals. Created with projects whose call requires one; offices create others by hand. The text
 * is updated with the project until it is signed.
 */
export const taskContract = defineResource({
  key: 'taskContract',
  label: contract.label,
  words: { plural: ['任务书', 'Project contracts'] },
  path: 'kh-edu-research/taskContract',
  title: 'programName',
  scarce: {
    records: 'few',
    because: 'calls that ask for a contract make them, one for each project',
  },
  number: { field: 'contractNum', pattern: 'RW${yyyy}${seq4}' },
  fields: {
    contractNum: f.text(['任务书编号', 'Contract no.']).max(30).computed().searchable(),
    ...projectReferenceFields(['任务书', 'Contracts']),
    planId: f.ref(['申报计划', 'Call'], declarePlan).computed(),
    template: f
      .rich(['正文', 'Text'])
      .max(20_000)
      .required()
      .when(({ planId }) => !planId)
      .initial(initialContractTemplate)
      .help([
        `可用占位符：${textPlaceholders.join(' ')}`,
        'Write placeholders in braces, as in the first template',
      ])
      .specimen(() => initialContractTemplate),
    text: f.rich(['任务书', 'Contract']).max(30_000).computed(),
    clauses: f.rich(['补充条款', 'Further clauses']).max(10_000),
    mustSign: f
      .dict(['签订后方可入账', 'Must be signed before funds are booked'], yesNo)
      .required()
      .initial('0')
      .specimen(() => '0'),
    signedOn: f.date(['签订日期', 'Signed on']).computed(),
    fileNum: f.text(['归档号', 'File no.']).max(50).computed(),
    remarks: f.note(['备注', 'Remarks']).max(500),
    attachments: f.files(['签字盖章件', 'Signed copy'], attachmentCategories('02', '99')),
    status: f.dict(['状态', 'Status'], taskContractStatus).computed().initial('1'),
  },
  facts: {
    project: recordNamedBy('programId', agreed),
    call: recordNamedBy('planId', declarePlan),
    leader: recordNamedBy('programLeader', account),
    unit: recordNamedBy('departmentId', unit),
  },
  compute: (row, before, { facts: { project, call, leader, unit: at } }) => {
    const template = call.contractTemplate ?? row.template;
    const isOpen = row.status === '1' || row.status === null;
    return {
      mustSign: call.contractFirst ?? row.mustSign,
      text:
        isOpen && template
          ? taskText(template, {
              ...project,
              source: sourceNamed(project.resource),
              leader: leader.realName,
              department: at.deptName,
            })
          : (before?.text ?? null),
    };
  },
  states: { field: 'status', initial: '1', editable: ['1'] },
  actions: {
    sign: {
      label: ['登记签订', 'Record signature'],
      from: ['1'],
      to: '2',
      form: {
        signedOn: f.own('signedOn').required(),
        attachments: f.files(['签字盖章件', 'Signed copy'], attachmentCategories('02*')),
      },
    },
    archive: {
      label: ['归档', 'File'],
      from: ['2'],
      to: '3',
      form: { fileNum: f.own('fileNum').required() },
    },
    reopen: {
      label: ['重新签订', 'Sign again'],
      from: ['2', '3'],
      to: '1',
      form: { reason: f.reason(['原因', 'Reason']) },
    },
  },
  list: {
    columns: [
      'contractNum',
      'programName',
      'status',
      'programNum',
      'programLeader',
      'departmentId',
      'signedOn',
      'fileNum',
    ],
    filters: ['programId', 'status', 'programLeader', 'departmentId', 'signedOn'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'project',
      title: ['项目', 'Project'],
      fields: ['programId', 'programName', 'programNum', 'programLeader', 'departmentId'],
      shown: ['planId', 'signedOn', 'fileNum'],
    },
    {
      key: 'text',
      title: ['任务书', 'Contract'],
      fields: ['template', 'clauses', 'mustSign', 'remarks'],
      shown: ['text'],
    },
    { key: 'attachments', title: ['签字盖章件', 'Signed copy'], fields: ['attachments'] },
  ],
  access: {
    read: anyScope(
      own('programLeader'),
      throughReference('programId'),
      departmentScope('departmentId'),
    ),
    write: anyScope(office, own('programLeader')),
    readers: ['programInfo_read'],
  },
  views: {
    all: {
      label: ['任务书', 'Project contracts'],
      code: 'taskContract',
      path: '/program/taskContract',
      note: [
        '按申报计划的模板生成，签字盖章后归档',
        'Generated from the template of the call, filed once signed and sealed',
      ],
      icon: 'FileTextOutlined',
      scope: anyScope(
        office,
        own('programLeader'),
        throughReference('programId'),
        departmentScope('departmentId'),
      ),
      menu: ['project', 10],
      grants: {
        rd_admin: 'all',
        rd_project: 'all',
        rd_leader: readerActions,
        rd_fund: readerActions,
        dept_secretary: readerActions,
        dept_leader: readerActions,
        teacher: [...readerActions, 'sign'],
      },
      actions: ['add', 'edit', 'view', 'delete', 'sign', 'archive', 'reopen', 'export', 'history'],
    },
  },
});
