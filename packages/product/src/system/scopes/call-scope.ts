import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { menu } from '../../shared/references/refs.ts';
import { callScopeType } from './dictionaries.ts';

/** Pattern of a path below `/api/`, with or without that prefix; a trailing `/*` or `/**` includes all paths below. */
const pathShape = /^\/?(api\/)?[\w.-]+(\/[\w.-]+)*(\/\*{1,2})?$/;

/** 接口权限: API scope; its calls are restricted to roles with the scope, in addition to the calls' own permissions. */
export const callScope = defineResource({
  key: 'callScope',
  label: ['接口权限', 'API scope'],
  table: 'api_scope',
  path: 'blade-system/api-scope',
  scarce: { records: 'few', because: 'a scope takes calls from people of the demo' },
  title: 'scopeName',
  fields: {
    scopeName: f.text(['权限名称', 'Name']).requiredInDraft().max(50).searchable(),
    resourceCode: f.text(['权限编号', 'Code']).max(60),
    menuId: f.ref(['菜单', 'Page'], menu).requiredInDraft(),
    scopePath: f
      .text(['接口路径', 'Path'])
      .requiredInDraft()
      .max(200)
      .format({
        test: (value) => pathShape.test(value),
        message: [
          '【接口路径】如 /kh-edu-research/papers/export，末尾可用 /* 或 /**',
          'Use a path such as /kh-edu-research/papers/export; it may end with /* or /**',
        ],
        example: 'kh-edu-research/papers/export',
      })
      .help([
        '没有该权限的角色不能调用；/** 含下级所有接口',
        'Roles without this scope cannot make the call; /** includes all calls below',
      ])
      .specimen(({ serial }) => `laws/scope${serial}/*`),
    scopeType: f.dict(['权限类型', 'Type'], callScopeType).requiredInDraft().initial('2'),
    remark: f.text(['备注', 'Remark']).max(200),
  },
  views: {
    manage: {
      label: ['接口权限', 'API scopes'],
      code: 'apiscope',
      path: '/system/apiscope',
      note: [
        '保存后立即生效：没有勾选该权限的角色不能调用；管理员角色自动拥有',
        'Effective immediately: roles without this scope cannot make the call; administrator roles have it automatically',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['system', 2],
      icon: 'ApiOutlined',
      grants: allActionsFor('admin'),
    },
  },
  list: {
    columns: ['scopeName', 'resourceCode', 'menuId', 'scopePath', 'scopeType', 'remark'],
    filters: ['scopeName', 'resourceCode', 'menuId', 'scopePath', 'scopeType'],
    sort: 'scopeName',
  },
  form: [
    {
      key: 'scope',
      title: ['接口权限', 'API scope'],
      fields: ['scopeName', 'resourceCode', 'menuId', 'scopePath', 'scopeType', 'remark'],
    },
  ],
  access: { read: permission('apiscope'), write: permission('apiscope_edit') },
});
