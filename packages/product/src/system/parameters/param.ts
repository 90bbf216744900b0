import type { Right } from '@keyan/kernel/access/grants.ts';
import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { parameterFault } from '@keyan/kernel/definition/field/parameter.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allTo } from '../../shared/grants.ts';
import { params } from './params.ts';

/**
 * Rights of administrators to read by other clients records that have no page here yet. The codes belong to a page
 * that they have, so that they can be granted like any other.
 */
const recordReaders: readonly Right[] = (
  [
    ['programInfo_read', ['查看项目台账', 'Read the project ledger']],
    ['personnel_read', ['查看科研人员', 'Read the personnel records']],
    ['dept_read', ['查看部门', 'Read the departments']],
    ['user_read', ['查看用户', 'Read the accounts']],
  ] as const
).map(([code, label]) => ({ code, label, roles: ['admin'] }));

/**
 * 参数: what each school decides for itself. The rows are those that the
 * product reads by `params.ts`, which also says what each may be: a change is in force at once, in
 * every process.
 */
export const param = defineResource({
  key: 'param',
  label: ['参数', 'Parameter'],
  table: 'param',
  path: 'blade-system/param',
  title: 'paramName',
  englishTitle: 'paramNameEn',
  fields: {
    paramName: f.text(['参数名称', 'Name']).requiredInDraft().max(50).searchable(),
    paramNameEn: f
      .text(['英文名称', 'English name'])
      .max(100)
      .searchable()
      .help(['英文界面显示的参数名称', 'Shown to readers of English']),
    paramKey: f
      .text(['参数键名', 'Key'])
      .required()
      .max(50)
      .searchable()
      .unique((value) => value.trim()),
    paramValue: f.text(['参数键值', 'Value']).required().max(500),
    remark: f.text(['备注', 'Remark']).max(200),
  },
  validators: [
    {
      fields: ['paramValue'],
      check: ({ paramKey, paramValue }) => {
        const known = params.find(({ key }) => key === paramKey?.trim());
        return known && paramValue ? parameterFault(known, paramValue) : null;
      },
    },
  ],
  views: {
    manage: {
      label: ['参数管理', 'Parameters'],
      code: 'param',
      path: '/system/param',
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['system', 2],
      icon: 'ControlOutlined',
      grants: allTo('admin'),
      rights: recordReaders,
    },
  },
  list: {
    columns: ['paramName', 'paramKey', 'paramValue', 'updateTime'],
    filters: ['paramName', 'paramNameEn', 'paramKey'],
    sort: 'paramKey',
  },
  form: [
    {
      key: 'param',
      title: ['参数', 'Parameter'],
      fields: ['paramName', 'paramNameEn', 'paramKey', 'paramValue', 'remark'],
    },
  ],
  access: { read: permission('param'), write: permission('param_edit') },
});
