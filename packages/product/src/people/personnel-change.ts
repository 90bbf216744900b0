import {
  anyScope,
  departmentScope,
  everyScope,
  handles,
  own,
  permission,
  submitted,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { auditStatus } from '@keyan/kernel/access/status.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { deptSecretary, researchOfficeStep } from '../shared/approval-steps.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { readerActions, registrantActions } from '../shared/grants.ts';
import { personnel as personnelRef } from '../shared/references/refs.ts';
import {
  fieldsBeforeAndAfter,
  personnelItem,
  requestableItems,
  requestedValues,
  sideFieldsOf,
} from './change-items.ts';
import { changeBusiness, changeOperation } from './dictionaries.ts';
import { personnelFile } from './faces.ts';
import { personnel } from './personnel.ts';

const basic = '1';

/** True for a request by a person; false for a log entry of another change. */
const isRequest = withCode('ywlx', basic);

const buttons = [
  'add',
  'edit',
  'view',
  'delete',
  'submit',
  'recall',
  'audit',
  'back',
  'export',
  'history',
] as const;

/**
 * 人员信息变更: changes about a person with values before and after. People request changes of
 * fields that the office maintains; the file is updated on approval. Changes by the office,
 * honorary titles and part-time posts are logged here once decided.
 */
export const personnelChange = defineResource({
  key: 'personnelChange',
  label: ['人员信息变更', 'Personnel change'],
  words: {
    plural: ['人员信息变更', 'Personnel changes'],
    add: ['申请变更', 'Request a change'],
  },
  path: 'kh-edu-research/personnelChange',
  title: 'userName',
  fields: {
    personnelId: f
      .ref(['科研人员档案', 'Personnel file'], personnelFile)
      .required()
      .when(({ ywlx: subject }) => subject === basic)
      .among(
        anyScope(own('userId'), everyScope(permission('personnel'), departmentScope('fkDeptId'))),
        [
          '只能申请变更本人或本部门人员的档案',
          'You can only request changes to your own file, or to files of your department',
        ],
      ),
    userName: f.copy('personnelId', personnelFile, 'name', ['变更人', 'Person']),
    fkDeptId: f.copy('personnelId', personnelFile, 'fkDeptId', ['部门', 'Department']),
    userId: f.copy('personnelId', personnelFile, 'userId', ['账号', 'Account']),
    czlx: f.dict(['操作类型', 'Operation'], changeOperation).byApprover().initial('2'),
    ywlx: f.dict(['业务类型', 'Subject'], changeBusiness).byApprover().initial(basic),
    changeItems: f
      .dicts(['变更事项', 'Changed items'], personnelItem)
      .required()
      .when(({ ywlx: subject }) => subject === basic)
      .help([
        '勾选要变更的事项，再填写变更后的内容',
        'Tick the items to change, then enter the new content',
      ]),
    reason: f.note(['变更说明', 'Reason']).max(500),
    ...fieldsBeforeAndAfter,
    applyTime: f.time(['提交时间', 'Submitted']).byApprover(),
    status: f.dict(['审核结果', 'Result'], auditStatus).computed().initial('0'),
    opinion: f.note(['审核意见', 'Comment']).max(500).byApprover(),
    auditUser: f.text(['审核人', 'Decided by']).max(50).byApprover(),
    auditTime: f.time(['审核时间', 'Decided']).byApprover(),
    recordId: f.text(['记录', 'Record']).max(20).computed(),
    attachments: f.files(['证明材料', 'Supporting documents'], attachmentCategories('17', '99')),
  },
  states: {
    field: 'status',
    phases: {
      draft: ['0'],
      inApproval: ['1'],
      approved: ['2'],
      returned: ['3'],
      refused: ['4'],
      recalled: ['5'],
      void: ['6'],
    },
  },
  validators: [
    {
      fields: ['changeItems'],
      check: ({ changeItems, ywlx: subject }) => {
        const own = (changeItems ?? []).find((name) => !requestableItems.has(name));
        const spec = own && personnel.fields[own as keyof typeof personnel.fields].spec;
        return subject === basic && spec
          ? fill(
              [
                '【{label}】不经审核：在“我的档案”中直接修改，或由管理员维护',
                '{label} needs no approval: change it under “My file”, or ask an administrator',
              ],
              { label: spec.label },
            )
          : null;
      },
    },
  ],
  effects: ({ during, write }) => [
    during('approved', write('personnelId', personnelRef, { set: requestedValues })),
  ],
  department: 'fkDeptId',
  concerned: ['userId'],
  access: {
    read: anyScope(
      own(),
      submitted(
        anyScope(
          own('userId'),
          everyScope(permission('pchange'), departmentScope('fkDeptId')),
          handles('any'),
        ),
      ),
    ),
    write: everyScope(own(), isRequest),
    copies: 'all',
  },
  list: {
    columns: [
      'userName',
      'fkDeptId',
      'czlx',
      'ywlx',
      'changeItems',
      'applyTime',
      'opinion',
      'auditUser',
      'auditTime',
    ],
    filters: ['userName', 'fkDeptId', 'czlx', 'ywlx', 'changeItems', 'applyTime', 'auditTime'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'about',
      title: ['变更', 'Change'],
      fields: ['personnelId', 'userName', 'fkDeptId', 'czlx', 'ywlx', 'changeItems', 'reason'],
    },
    {
      key: 'jbxx',
      title: ['基本信息', 'Basic information'],
      note: [
        '变更前的内容在保存时取自档案',
        'The content before the change is taken from the file when saved',
      ],
      fields: sideFieldsOf('jbxx'),
    },
    { key: 'rych', title: ['荣誉称号', 'Honorary title'], fields: sideFieldsOf('rych') },
    { key: 'xsjz', title: ['学术兼职', 'Academic appointment'], fields: sideFieldsOf('xsjz') },
    {
      key: 'decision',
      title: ['审核', 'Decision'],
      fields: ['applyTime', 'opinion', 'auditUser', 'auditTime'],
    },
    { key: 'attachments', title: ['证明材料', 'Supporting documents'], fields: ['attachments'] },
  ],
  views: {
    audit: {
      label: ['信息变更审核', 'Personnel changes'],
      code: 'pchange',
      path: '/management/personnelChange',
      icon: 'CheckSquareOutlined',
      scope: submitted(anyScope(own('userId'), departmentScope('fkDeptId'), handles('any'))),
      actions: ['view', 'audit', 'back', 'abolish', 'export', 'history'],
      menu: ['person', 6],
      grants: {
        admin: readerActions,
        rd_admin: 'all',
        dept_secretary: [...readerActions, 'audit', 'back'],
      },
    },
    mine: {
      label: ['我的信息变更', 'Changes of my file'],
      code: 'myChange',
      path: '/personel/change',
      icon: 'FileTextOutlined',
      scope: anyScope(own(), submitted(own('userId'))),
      actions: buttons.filter((action) => action !== 'audit' && action !== 'back'),
      menu: ['person', 3],
      grants: Object.fromEntries(
        (
          [
            'rd_admin',
            'rd_project',
            'rd_achieve',
            'rd_fund',
            'rd_leader',
            'dept_secretary',
            'dept_leader',
            'teacher',
            'finance',
          ] as const
        ).map((role) => [
          role,
          registrantActions.filter((action) => action !== 'copy' && action !== 'import'),
        ]),
      ),
    },
  },
  specimen: () => ({ changeItems: ['position'] }),
  processes: [
    defineProcess(
      'personnelChange',
      ['人员信息变更', 'Personnel change'],
      [deptSecretary, researchOfficeStep],
      'flow_62',
    ),
  ],
});
