import { everyone, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { enableStatus, isStatistics } from '../../shared/dictionaries.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { dept, user } from '../../shared/references/refs.ts';
import { deptCategory, deptNature } from './dictionaries.ts';

/** Message that a department in use cannot be removed, and what to do instead. */
export const departmentStaysMessage: Label = [
  '【{name}】下还有人员、下级或记录，不能删除，请合并到其他机构',
  '{name} still has people, units or records: it cannot be deleted; merge it into another unit',
];

/**
 * 机构(部门): tree of the university's units; the root has no parent. A merged department remains closed below the
 * department that took it over: its records keep its name, and whoever sees the records of the other department sees
 * its records.
 */
export const department = defineResource({
  key: 'dept',
  label: ['机构', 'Department'],
  words: {
    plural: ['机构', 'Departments'],
    referred: departmentStaysMessage,
  },
  table: 'dept',
  path: 'blade-system/department',
  title: 'deptName',
  englishTitle: 'deptNameEn',
  readByChange: true,
  fields: {
    deptName: f.text(['机构名称', 'Name']).requiredInDraft().max(50).searchable(),
    deptNameEn: f
      .text(['英文名称', 'English name'])
      .max(100)
      .searchable()
      .help(['英文界面显示的机构名称', 'Department name for the English interface']),
    fullName: f.text(['机构全称', 'Full name']).required().max(100).searchable(),
    deptCode: f
      .text(['机构代码', 'Code'])
      .required()
      .max(20)
      .caseless()
      .searchable()
      .specimen(({ serial }) => `D${serial}`),
    parentId: f.ref(['上级机构', 'Parent'], dept),
    deptCategory: f.dict(['机构类型', 'Category'], deptCategory).required().initial('2'),
    deptNature: f.dict(['统计属性', 'Statistical category'], deptNature),
    leaderId: f.ref(['负责人', 'Organiser'], user),
    secretaryId: f.ref(['科研秘书', 'Research secretary'], user),
    sort: f.integer(['排序', 'Sort']).required().initial(1),
    isStatistics: f.dict(['是否参与统计', 'Include in statistics'], isStatistics).initial('1'),
    remark: f.text(['备注', 'Remark']).max(200),
    status: f.dict(['状态', 'Status'], enableStatus).initial('1').computed(),
    mergedInto: f.ref(['并入机构', 'Merged into'], dept).computed(),
  },
  // Colleges may have offices of the same name, so imported rows are matched by code.
  identity: [['deptCode']],
  views: {
    manage: {
      label: ['机构管理', 'Departments'],
      code: 'dept',
      path: '/system/dept',
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'import', 'export', 'history'],
      menu: ['system', 2],
      icon: 'ApartmentOutlined',
      grants: { ...allActionsFor('admin'), rd_admin: ['view', 'export'] },
      rights: [{ code: 'dept_merge', label: ['合并', 'Merge'], roles: ['admin'] }],
    },
  },
  list: {
    columns: ['deptName', 'deptCode', 'deptCategory', 'leaderId', 'secretaryId', 'sort', 'status'],
    filters: ['deptName', 'fullName', 'deptCode', 'deptCategory', 'status'],
    sort: 'sort',
    tree: 'parentId',
  },
  form: [
    {
      key: 'unit',
      title: ['机构', 'Department'],
      fields: [
        'deptName',
        'deptNameEn',
        'fullName',
        'deptCode',
        'parentId',
        'deptCategory',
        'deptNature',
      ],
    },
    {
      key: 'people',
      title: ['人员与统计', 'People and statistics'],
      fields: ['leaderId', 'secretaryId', 'isStatistics', 'sort', 'remark'],
    },
  ],
  access: {
    read: everyone(),
    write: permission('dept_edit'),
    readers: ['dept_read'],
    choose: withCode('status', '1'),
  },
});
