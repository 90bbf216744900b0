import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { dept } from '../../shared/references/refs.ts';
import { financeService } from './objects.ts';

/** 部门对照: code of a department in the finance system. */
export const deptMapping = defineResource({
  key: 'deptMapping',
  label: ['部门对照', 'Department mapping'],
  words: { plural: ['部门对照', 'Department mappings'] },
  path: `${financeService}/deptConfig`,
  title: 'financeDeptName',
  fields: {
    deptId: f.ref(['系统部门', 'Department'], dept).required().unique(),
    financeDeptCode: f.text(['财务部门代码', 'Finance code']).required().max(30).unique(),
    financeDeptName: f
      .text(['财务部门名称', 'Finance name'])
      .requiredInDraft()
      .max(100)
      .searchable(),
    hrDeptCode: f.text(['人事部门代码', 'HR code']).max(30),
  },
  views: {
    manage: {
      label: ['部门对照', 'Department mapping'],
      code: 'fdept',
      path: '/funds/deptMapping',
      icon: 'ApartmentOutlined',
      note: [
        '推送项目时按此换成财务部门代码；未对照的项目不推送',
        'Projects are sent with the finance department code; projects of unmapped departments are not sent',
      ],
      scope: permission('fdept'),
      menu: ['funds', 13],
      actions: ['add', 'edit', 'view', 'delete', 'import', 'export', 'history'],
      grants: { rd_admin: 'all', rd_fund: 'all', finance: 'all' },
    },
  },
  list: {
    columns: ['deptId', 'financeDeptCode', 'financeDeptName', 'hrDeptCode'],
    filters: ['deptId', 'financeDeptCode', 'hrDeptCode'],
    sort: 'financeDeptCode',
  },
  form: [
    {
      key: 'mapping',
      title: ['部门对照', 'Mapping'],
      fields: ['deptId', 'financeDeptCode', 'financeDeptName', 'hrDeptCode'],
    },
  ],
  access: { read: permission('fdept'), write: permission('fdept_edit') },
});
