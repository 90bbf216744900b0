import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { switchField, switching } from '../../shared/mechanisms/switching.ts';
import { smsServiceType, smsUse } from './dictionaries.ts';

/** Codes of the dictionary `sms`. */
export const smsServices = { yunpian: '1', log: '9' } as const;

/** Codes of the dictionary `smsUse`. */
export const smsUses = { code: '1', message: '2', invitation: '3' } as const;

/** 短信配置: SMS service with the university's account there. */
export const sms = defineResource({
  key: 'sms',
  label: ['短信配置', 'SMS settings'],
  table: 'sms_config',
  path: 'blade-resource/sms',
  scarce: { records: 'few', because: 'one service sends what is due' },
  title: 'smsCode',
  fields: {
    category: f.dict(['类型', 'Service'], smsServiceType).required().initial(smsServices.yunpian),
    smsCode: f
      .text(['资源编号', 'Code'])
      .requiredInDraft()
      .max(30)
      .unique((value) => value)
      .searchable()
      .specimen(({ serial }) => `sms_${serial}`),
    smsUse: f
      .dict(['用途', 'Purpose'], smsUse)
      .required()
      .initial(smsUses.code)
      .help([
        '登录验证码的模板须含变量 code；消息提醒须含 name（姓名）和 title（消息标题）；评审邀请须含 name、title 和 link（链接）',
        'Templates for sign-in codes must contain the variable code; for messages name and title; for review invitations name, title and link',
      ]),
    templateId: f.text(['模板 ID', 'Template']).required().max(50),
    accessKey: f.text(['AccessKey', 'Access key']).max(100),
    secretKey: f
      .text(['SecretKey', 'Secret key'])
      .required()
      .max(500)
      .credential({
        as: 'sealed',
        use: 'sms',
        toldTo: ['category'],
        again: [
          '更换服务类型后请重新输入密钥',
          'Enter the key again after changing the service type',
        ],
      })
      .help([
        '云片填写 API Key；保存后加密，不再显示原文；填写新的密钥即更换',
        'For Yunpian enter the API key; stored encrypted and never shown; enter a new key to replace it',
      ])
      .specimen(({ serial }) => `sealed:${String(serial).padStart(48, '0')}`),
    regionId: f.text(['地域', 'Region']).max(50),
    signName: f.text(['签名', 'Signature']).required().max(30),
    remark: f.text(['备注', 'Remark']).max(200),
    status: switchField,
  },
  ...switching,
  views: {
    manage: {
      label: ['短信配置', 'SMS settings'],
      code: 'sms',
      path: '/resource/sms',
      note: [
        '同一用途启用多个时使用最近修改的一个；启用验证码服务后登录页提供手机验证码登录',
        'If several are enabled for a purpose, the most recently changed one is used; with a service for sign-in codes, the sign-in page offers sign-in by phone',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'enable', 'disable', 'history'],
      menu: ['system', 4],
      icon: 'MessageOutlined',
      grants: allActionsFor('admin'),
    },
  },
  list: {
    columns: ['smsCode', 'category', 'smsUse', 'templateId', 'accessKey', 'signName', 'status'],
    filters: ['category', 'smsUse', 'smsCode', 'status'],
    sort: 'smsCode',
  },
  form: [
    {
      key: 'sms',
      title: ['短信配置', 'SMS settings'],
      fields: [
        'category',
        'smsCode',
        'smsUse',
        'templateId',
        'signName',
        'accessKey',
        'secretKey',
        'regionId',
        'remark',
      ],
    },
  ],
  access: { read: permission('sms'), write: permission('sms_edit') },
});
