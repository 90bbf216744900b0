import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { role as roleFace } from '../../shared/references/refs.ts';
import { roleDataScope } from './dictionaries.ts';

/**
 * 角色: rights and range of records of its holders. Pages and buttons are granted by separate calls
 * (`role-grants.server.ts`); definitions and approval routes refer to a role by alias.
 */
export const role = defineResource({
  key: 'role',
  label: ['角色', 'Role'],
  table: 'role',
  path: 'blade-system/roles',
  scarce: { records: 'few', because: 'a role stands for a post in the approvals' },
  title: 'roleName',
  englishTitle: 'roleNameEn',
  fields: {
    roleName: f.text(['角色名称', 'Role name']).requiredInDraft().max(30),
    roleNameEn: f.text(['英文名称', 'English name']).max(60),
    roleAlias: f
      .text(['角色别名', 'Alias'])
      .required()
      .max(30)
      .format({
        test: (value) => /^[A-Za-z]\w*$/.test(value),
        message: [
          '【角色别名】应以字母开头，只含字母、数字和下划线',
          'A role alias must begin with a letter and contain only letters, digits and underscores',
        ],
      })
      .help(['保存后不能修改', 'It cannot be changed once saved'])
      .specimen(({ serial }) => `role_${serial}`),
    parentId: f.ref(['上级角色', 'Parent'], roleFace),
    // Set with the grants of pages, by people who may grant.
    dataScope: f.dict(['数据范围', 'Data scope'], roleDataScope).initial('2').computed(),
    sort: f.integer(['排序', 'Sort']).required().initial(100),
    remark: f.text(['备注', 'Remark']).max(200),
  },
  views: {
    manage: {
      label: ['角色管理', 'Roles'],
      code: 'role',
      path: '/system/role',
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['system', 1],
      icon: 'TeamOutlined',
      grants: { ...allActionsFor('admin'), rd_admin: ['view'] },
      rights: [{ code: 'role_grant', label: ['权限设置', 'Permissions'], roles: ['admin'] }],
    },
  },
  list: {
    columns: ['roleName', 'roleAlias', 'dataScope', 'sort', 'remark'],
    filters: ['roleName', 'roleAlias', 'dataScope'],
    sort: 'sort',
    tree: 'parentId',
  },
  form: [
    {
      key: 'role',
      title: ['角色', 'Role'],
      fields: ['roleName', 'roleNameEn', 'roleAlias', 'parentId', 'sort', 'remark'],
    },
  ],
  access: { read: everyone(), write: permission('role_edit'), choose: permission('role') },
});
