import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { url } from '../../shared/formats/formats.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { switchField, switching } from '../../shared/mechanisms/switching.ts';
import { imServiceType } from './dictionaries.ts';

/** Codes of the services in the dictionary `im`. */
export const imServices = { wecom: '1', ding: '2' } as const;

/** 应用消息配置: application of 企业微信 or 钉钉 that sends messages to people. */
export const im = defineResource({
  key: 'im',
  label: ['应用消息配置', 'App message settings'],
  table: 'im_config',
  path: 'blade-resource/im',
  scarce: { records: 'few', because: 'one application sends what is due' },
  title: 'imCode',
  fields: {
    category: f
      .dict(['类型', 'Service'], imServiceType)
      .required()
      .initial(imServices.wecom)
      .specimen(({ serial }) => (serial % 2 === 0 ? imServices.ding : imServices.wecom)),
    imCode: f
      .text(['资源编号', 'Code'])
      .requiredInDraft()
      .max(30)
      .unique((value) => value)
      .searchable()
      .specimen(({ serial }) => `im_${serial}`),
    corpId: f
      .text(['企业 ID / AppKey', 'Corp ID or app key'])
      .required()
      .max(100)
      .specimen(
        ({ serial }) =>
          `${serial % 2 === 0 ? 'ding' : 'ww'}${(0x7a3c_51e0_92d4 + serial * 7919).toString(16)}`,
      )
      .help([
        '企业微信填企业 ID（corpid），钉钉填应用的 AppKey',
        'For WeCom the corpid, for DingTalk the AppKey of the app',
      ]),
    agentId: f
      .text(['应用 ID（AgentId）', 'Agent ID'])
      .required()
      .max(50)
      .specimen(({ serial }) => String(1_000_001 + serial)),
    secretKey: f
      .text(['应用密钥', 'Secret'])
      .required()
      .max(500)
      .credential({
        as: 'sealed',
        use: 'im',
        toldTo: ['category', 'corpId', 'agentId', 'origin'],
        again: [
          '更换服务、应用或地址后请重新输入密钥',
          'Enter the secret again after changing the service, app or address',
        ],
      })
      .help([
        '保存后加密，不再显示原文；填写新的密钥即更换',
        'Stored encrypted and never shown; enter a new secret to replace it',
      ])
      .specimen(({ serial }) => `sealed:${String(serial).padStart(48, '0')}`),
    origin: f
      .text(['服务地址', 'Address'])
      .max(200)
      .format(url)
      .help([
        '不填用官方地址；经校内代理时填代理地址，须由运维在 SERVICE_HOSTS 中放行',
        'Empty for the official address; for a campus proxy enter its address, which the operator must allow in SERVICE_HOSTS',
      ])
      .specimen(() => null),
    remark: f.text(['备注', 'Remark']).max(200),
    status: switchField,
  },
  ...switching,
  views: {
    manage: {
      label: ['应用消息配置', 'App message settings'],
      code: 'im',
      path: '/resource/im',
      note: [
        '企业微信、钉钉各用最近修改的一个；启用后，每个人可在个人信息的消息提醒中选择',
        'For WeCom and DingTalk, the most recently changed one is used; once enabled, everybody can choose it under “Notifications” in their profile',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'enable', 'disable', 'history'],
      menu: ['system', 4],
      icon: 'MessageOutlined',
      grants: allActionsFor('admin'),
    },
  },
  list: {
    columns: ['imCode', 'category', 'corpId', 'agentId', 'origin', 'status'],
    filters: ['category', 'imCode', 'status'],
    sort: 'imCode',
  },
  form: [
    {
      key: 'im',
      title: ['应用消息配置', 'App message settings'],
      fields: ['category', 'imCode', 'corpId', 'agentId', 'secretKey', 'origin', 'remark'],
    },
  ],
  access: { read: permission('im'), write: permission('im_edit') },
});
