import { dataScopes } from '@keyan/kernel/access/data-scope.ts';
import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { dept, menu } from '../../shared/references/refs.ts';
import { rowScopeType } from './dictionaries.ts';

/**
 * 数据权限: data scope that limits which rows of a page's records its roles see (decision 0151). It only limits: records
 * hidden by the definition remain hidden.
 */
export const rowScope = defineResource({
  key: 'rowScope',
  label: ['数据权限', 'Data scope'],
  table: 'data_scope',
  path: 'blade-system/data-scope',
  scarce: { records: 'few', because: 'a scope takes rows from people of the demo' },
  title: 'scopeName',
  fields: {
    scopeName: f.text(['权限名称', 'Name']).requiredInDraft().max(50).searchable(),
    resourceCode: f.text(['权限编号', 'Code']).max(60),
    menuId: f
      .ref(['菜单', 'Page'], menu)
      .requiredInDraft()
      .help([
        '选择页面；限制该页面背后的全部记录，全校共用的设置除外',
        'Choose a page; limits all records behind it, except settings shared by the whole university',
      ]),
    scopeType: f.dict(['规则类型', 'Rule'], rowScopeType).requiredInDraft().initial(dataScopes.own),
    scopeColumn: f
      .text(['权限字段', 'Field'])
      .max(50)
      .help([
        '比较的字段，如 fkDeptId、create_user；不填用记录的部门或创建人，用户和部门用其自身',
        'Field compared, such as fkDeptId or create_user; if empty, the department or creator of the record; for users and departments, themselves',
      ])
      .specimen(() => null),
    scopeValue: f
      .refs(['自定义部门', 'Departments'], dept)
      .when(({ scopeType }) => scopeType === dataScopes.chosen)
      .required()
      .help([
        '部门编号，用逗号分隔；不接受 SQL',
        'Department ids separated by commas; SQL is not accepted',
      ])
      .specimen(() => null),
    scopeField: f
      .text(['可见字段', 'Fields'])
      .max(200)
      .initial('*')
      .help([
        '只支持 *：字段由页面和权限码决定',
        'Only * is supported: fields follow from pages and permission codes',
      ])
      .specimen(() => '*'),
    scopeClass: f.text(['权限类名', 'Class']).max(500),
    remark: f.text(['备注', 'Remark']).max(200),
  },
  views: {
    manage: {
      label: ['数据权限', 'Data scopes'],
      code: 'datascope',
      path: '/system/datascope',
      note: [
        '在角色的权限设置中勾选后生效；本人创建的和本人办理的记录始终可见',
        'Effective for roles that tick it under permissions; records that people created or handle remain visible to them',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['system', 2],
      icon: 'ControlOutlined',
      grants: allActionsFor('admin'),
    },
  },
  list: {
    columns: ['scopeName', 'resourceCode', 'menuId', 'scopeType', 'scopeColumn', 'remark'],
    filters: ['scopeName', 'resourceCode', 'menuId', 'scopeType'],
    sort: 'scopeName',
  },
  form: [
    {
      key: 'scope',
      title: ['数据权限', 'Data scope'],
      fields: [
        'scopeName',
        'resourceCode',
        'menuId',
        'scopeType',
        'scopeColumn',
        'scopeValue',
        'remark',
      ],
    },
  ],
  access: { read: permission('datascope'), write: permission('datascope_edit') },
});
