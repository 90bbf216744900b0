import { departmentScope, everyone, everyScope, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { discipline } from '../../shared/formats/national.ts';
import { readerActions } from '../../shared/grants.ts';
import { dept, user } from '../../shared/references/refs.ts';

/**
 * 部门资料: research profile of a department, with its staff in charge. Every department has a
 * profile, which its secretary fills in.
 */
export const teamDepartment = defineResource({
  key: 'teamDepartment',
  label: ['部门资料', 'Department profile'],
  words: { plural: ['部门资料', 'Department profiles'] },
  path: 'kh-edu-research/team/departments',
  scarce: { records: 'none', because: 'every department has its own by itself' },
  title: 'deptName',
  englishTitle: 'deptNameEn',
  fields: {
    deptName: f.text(['部门名称', 'Department']).max(100).computed().searchable(),
    deptNameEn: f.text(['英文名称', 'English name']).max(100).computed().searchable(),
    deptId: f.ref(['部门', 'Department'], dept).computed().unique(),
    leaderId: f.ref(['分管领导', 'Leader'], user).required(),
    secretaryId: f.ref(['科研秘书', 'Secretary'], user).required(),
    phone: f.text(['联系电话', 'Phone']).max(20),
    discipline: f.dicts(['主干学科', 'Main disciplines'], discipline),
    platforms: f.text(['科研平台', 'Platforms']).max(300),
    intro: f.note(['简介', 'About']).max(2000),
    staffNum: f.integer(['科研人员数', 'Researchers']).byApprover(),
    onGoingNum: f.integer(['在研项目数', 'Active projects']).byApprover(),
    yearFunds: f.money(['本年到账', 'Funds this year']).unit(['元', 'yuan']).byApprover(),
    attachments: f.files(['附件', 'Attachments'], attachmentCategories('99')),
  },
  list: {
    columns: [
      'deptName',
      'leaderId',
      'secretaryId',
      'phone',
      'staffNum',
      'onGoingNum',
      'yearFunds',
    ],
    filters: ['deptId', 'leaderId', 'secretaryId', 'discipline'],
    sort: 'deptName',
  },
  form: [
    {
      key: 'basic',
      title: ['部门', 'Department'],
      fields: ['leaderId', 'secretaryId', 'phone', 'discipline', 'platforms', 'intro'],
    },
    {
      key: 'figures',
      title: ['科研概况', 'Research figures'],
      note: ['由系统统计，每日更新', 'Counted by the system, updated daily'],
      fields: ['staffNum', 'onGoingNum', 'yearFunds'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  access: {
    read: departmentScope('deptId'),
    write: everyScope(permission('tdept_edit'), departmentScope('deptId')),
  },
  views: {
    all: {
      label: ['部门资料', 'Department profiles'],
      code: 'tdept',
      path: '/team/departments',
      icon: 'ApartmentOutlined',
      scope: everyone(),
      menu: ['person', 10],
      actions: ['edit', 'view', 'export', 'history'],
      grants: {
        rd_admin: 'all',
        rd_achieve: readerActions,
        rd_leader: readerActions,
        dept_secretary: 'all',
        dept_leader: readerActions,
      },
    },
  },
});
