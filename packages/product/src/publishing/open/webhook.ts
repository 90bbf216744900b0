import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { url } from '../../shared/formats/formats.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { switchField, switching } from '../../shared/mechanisms/switching.ts';
import { fieldNames, openResource, openResourceOf, unknownStates } from './open-resources.ts';

/** 状态推送: another system that is notified when records reach a state. */
export const webhook = defineResource({
  key: 'webhook',
  label: ['状态推送', 'Webhook'],
  table: 'webhook',
  path: 'keyan/webhook',
  scarce: { records: 'few', because: 'few systems of a university are called' },
  title: 'hookName',
  fields: {
    hookName: f.text(['系统名称', 'System']).requiredInDraft().max(50).searchable(),
    resourceKey: f
      .dict(['记录', 'Records'], openResource)
      .required()
      .specimen(() => 'papersapp'),
    reached: f
      .text(['到达状态', 'States'])
      .required()
      .max(100)
      .help(['记录到达其中任一状态时通知', 'Notifies when a record reaches one of these states'])
      .specimen(() => '2'),
    address: f
      .text(['推送地址', 'Address'])
      .required()
      .max(300)
      .format(url)
      .help([
        '须为 https；校内地址须由运维在 SERVICE_HOSTS 中放行',
        'Must be https; hosts on the campus network must be allowed by the operator in SERVICE_HOSTS',
      ])
      .specimen(({ serial }) => `https://system${serial}.example.edu.cn/keyan`),
    signSecret: f
      .text(['签名密钥', 'Signing secret'])
      .required()
      .max(200)
      .credential({
        as: 'sealed',
        use: 'webhook',
        toldTo: ['address'],
        again: ['更换地址后请重新输入密钥', 'Enter the secret again after changing the address'],
      })
      .help([
        '接收方以此核对 X-Keyan-Signature：时间、点、正文的 HMAC-SHA256',
        'The receiver uses it to verify X-Keyan-Signature: HMAC-SHA256 of time, dot and body',
      ])
      .specimen(({ serial }) => `sealed:${String(serial).padStart(48, '0')}`),
    remark: f.text(['备注', 'Remark']).max(200),
    enabledTime: f.time(['启用时间', 'Enabled']).computed(),
    status: switchField,
  },
  states: switching.states,
  actions: {
    ...switching.actions,
    // Sets the start time: states reached before are not delivered.
    enable: { ...switching.actions.enable, set: (_row, _input, { now }) => ({ enabledTime: now }) },
  },
  validators: [
    {
      fields: ['reached'],
      check: ({ resourceKey, reached }) => {
        const open = openResourceOf(resourceKey ?? '');
        const [wrong] = open ? unknownStates(open.resource, fieldNames(reached ?? '')) : [];
        return wrong === undefined
          ? null
          : [`【到达状态】${wrong} 不是该类记录的状态`, `${wrong} is not a state of these records`];
      },
    },
  ],
  views: {
    manage: {
      label: ['状态推送', 'Webhooks'],
      code: 'webhook',
      path: '/system/webhook',
      note: [
        '记录到达状态时通知其他系统：只含记录编号与状态，不含内容；失败后 24 小时内重试',
        'Notifies other systems when a record reaches a state: record ID and state only, no content; failed calls are retried for 24 hours',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'enable', 'disable', 'history'],
      menu: ['system', 4],
      icon: 'SendOutlined',
      grants: allActionsFor('admin'),
    },
  },
  list: {
    columns: ['hookName', 'resourceKey', 'reached', 'address', 'enabledTime', 'status'],
    filters: ['hookName', 'resourceKey', 'status'],
    sort: 'hookName',
  },
  form: [
    {
      key: 'hook',
      title: ['状态推送', 'Webhook'],
      fields: ['hookName', 'resourceKey', 'reached', 'address', 'signSecret', 'remark'],
    },
  ],
  access: { read: permission('webhook'), write: permission('webhook_edit') },
});
