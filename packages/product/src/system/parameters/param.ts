import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';

/**
 * 参数: what each school decides for itself. The rows are those that the
 * product reads by `params.ts`: a change is in force at once, in every process.
 */
export const param = defineResource({
  key: 'param',
  label: ['参数', 'Parameter'],
  table: 'param',
  path: 'blade-system/param',
  title: 'paramName',
  fields: {
    paramName: f.text(['参数名称', 'Name']).requiredInDraft().max(50),
    paramKey: f
      .text(['参数键名', 'Key'])
      .required()
      .max(50)
      .unique((value) => value.trim()),
    paramValue: f.text(['参数键值', 'Value']).required().max(500),
  },
  views: {
    manage: {
      label: ['参数管理', 'Parameters'],
      code: 'param',
      path: '/system/param',
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
    },
  },
  list: {
    columns: ['paramName', 'paramKey', 'paramValue', 'updateTime'],
    filters: ['paramName', 'paramKey'],
    sort: 'paramKey',
  },
  form: [
    {
      key: 'param',
      title: ['参数', 'Parameter'],
      fields: ['paramName', 'paramKey', 'paramValue'],
    },
  ],
  access: { read: permission('param'), write: permission('param_edit') },
});
