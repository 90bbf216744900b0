import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { switchField, switching } from '../../shared/mechanisms/switching.ts';
import { fieldNames, openFieldsOf, openResource, openResourceOf } from './open-resources.ts';

/** 开放接口应用: another system that reads records by the open interface. */
export const openClient = defineResource({
  key: 'openClient',
  label: ['开放接口应用', 'API client'],
  table: 'open_client',
  path: 'keyan/openClient',
  scarce: { records: 'few', because: 'few systems of a university read here' },
  title: 'clientName',
  fields: {
    clientName: f.text(['系统名称', 'System']).requiredInDraft().max(50).searchable(),
    clientId: f
      .text(['应用 id', 'Client ID'])
      .requiredInDraft()
      .max(40)
      .format({
        test: (value) => /^[\w.-]+$/.test(value),
        message: [
          '只能包含字母、数字、点、横线和下划线',
          'Letters, digits, dots, hyphens and underscores only',
        ],
      })
      .unique((value) => value)
      .searchable()
      .specimen(({ serial }) => `system_${serial}`),
    clientSecret: f
      .text(['密钥', 'Secret'])
      .required()
      .max(100)
      .credential({ as: 'digest' })
      .help([
        '保存后只留摘要；填写新的密钥即更换，已发出的令牌随即失效',
        'Only a digest is kept; entering a new secret replaces it and revokes tokens already issued',
      ])
      .specimen(({ serial }) => `sha256:${String(serial).padStart(64, '0')}`),
    scopes: f
      .rows(['授权范围', 'Scopes'], {
        resourceKey: f.dict(['记录', 'Records'], openResource).required(),
        fields: f
          .note(['字段', 'Fields'])
          .required()
          .max(2000)
          .help([
            '【全部可开放字段】包括以后新增的字段；涉密、脱敏字段和附件不开放',
            '“All open fields” includes fields added later; classified and masked fields and attachments are never open',
          ])
          .specimen(() => '*'),
      })
      .required()
      .specimen(() => [{ resourceKey: 'papersapp', fields: '*' }]),
    remark: f.text(['备注', 'Remark']).max(200),
    status: switchField,
  },
  states: switching.states,
  actions: switching.actions,
  validators: [
    {
      fields: ['scopes'],
      check: ({ scopes }) => {
        const keys = (scopes ?? []).map(({ resourceKey }) => resourceKey);
        if (new Set(keys).size < keys.length) {
          return [
            '【授权范围】同一类记录只能填写一行',
            'Each kind of record may have one row only',
          ];
        }
        for (const { resourceKey, fields } of scopes ?? []) {
          const open = openResourceOf(resourceKey ?? '');
          const known = open ? openFieldsOf(open.resource) : [];
          const wrong = fieldNames(fields ?? '').find(
            (name) => name !== '*' && !known.includes(name),
          );
          if (wrong) {
            return [
              `【授权范围】${wrong} 不是可开放的字段`,
              `${wrong} is not a field that can be opened`,
            ];
          }
        }
        return null;
      },
    },
  ],
  views: {
    manage: {
      label: ['开放接口应用', 'API clients'],
      code: 'openClient',
      path: '/system/openClient',
      note: [
        '校内其他系统凭应用 id 和密钥只读取授权的记录和字段；说明见 /api/open/v1/openapi.json',
        'Other systems read the granted records and fields with client ID and secret, read-only; see /api/open/v1/openapi.json',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'enable', 'disable', 'history'],
      menu: ['system', 3],
      icon: 'ApiOutlined',
      grants: allActionsFor('admin'),
    },
  },
  list: {
    columns: ['clientName', 'clientId', 'remark', 'updateTime', 'status'],
    filters: ['clientName', 'clientId', 'status'],
    sort: 'clientName',
  },
  form: [
    {
      key: 'client',
      title: ['应用', 'Client'],
      fields: ['clientName', 'clientId', 'clientSecret', 'remark'],
    },
    { key: 'scopes', title: ['授权范围', 'Scopes'], fields: ['scopes'] },
  ],
  access: { read: permission('openClient'), write: permission('openClient_edit') },
});
