import type { Right } from '@keyan/kernel/access/grants.ts';
import {
  anyScope,
  everyone,
  everyScope,
  permission,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { parameterFault } from '@keyan/kernel/definition/field/parameter.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { researchLimits } from './limits.ts';
import { shippedParams } from './params.ts';

/**
 * Rights of administrators to read by other clients records that have no page here yet. The codes belong to a page
 * that they have, so that they can be granted like any other.
 */
const recordReaders: readonly Right[] = (
  [
    ['programInfo_read', ['查看项目台账', 'View the project ledger']],
    ['personnel_read', ['查看科研人员', 'View researchers']],
    ['dept_read', ['查看部门', 'View departments']],
    ['user_read', ['查看用户', 'View users']],
  ] as const
).map(([code, label]) => ({ code, label, roles: ['admin'] }));

/** The rules of research: the office that lives by them changes them without an administrator. */
const ofResearch = withCode('paramKey', ...researchLimits.map(({ key }) => key));

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
      .help(['英文界面显示的参数名称', 'Parameter name for the English interface']),
    // Whoever keeps the rules of research alone makes no other parameter of theirs.
    paramKey: f
      .text(['参数键名', 'Key'])
      .required()
      .max(50)
      .searchable()
      .unique((value) => value.trim())
      .kept('param_edit'),
    paramValue: f.text(['参数键值', 'Value']).required().max(500),
    remark: f.text(['备注', 'Remark']).max(200),
  },
  validators: [
    {
      fields: ['paramValue'],
      check: ({ paramKey, paramValue }) => {
        const known = shippedParams.find(({ key }) => key === paramKey?.trim());
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
      grants: allActionsFor('admin'),
      rights: recordReaders,
    },
    rules: {
      label: ['业务参数', 'Business parameters'],
      note: [
        '申报、延期、结题、计分等业务规则中由学校自行确定的数值，修改后立即生效',
        'Values that the university decides for the rules of applications, extensions, closeouts, scoring and so on; effective immediately',
      ],
      code: 'rparam',
      path: '/office/rules',
      scope: ofResearch,
      actions: ['edit', 'view', 'history'],
      menu: ['office', 9],
      icon: 'ControlOutlined',
      grants: allActionsFor('rd_admin'),
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
  access: {
    read: anyScope(permission('param'), everyScope(permission('rparam'), ofResearch)),
    write: anyScope(permission('param_edit'), everyScope(permission('rparam_edit'), ofResearch)),
  },
});
