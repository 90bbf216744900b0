import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { isEmail } from '@keyan/kernel/values/pattern.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { switchField, switching } from '../../shared/mechanisms/switching.ts';
import { mailSecurity, mailServiceType } from './dictionaries.ts';

/** Codes of the dictionary `mail`. */
export const mailServices = { smtp: '1', log: '9' } as const;

/** Codes of the dictionary `mailSecurity`. */
export const mailSecurities = { tls: '1', startTls: '2', none: '3' } as const;

const isSmtp = ({ category }: RowLike): boolean => category === mailServices.smtp;

/** 邮件配置: mail service with the university's account there. */
export const mail = defineResource({
  key: 'mail',
  label: ['邮件配置', 'Mail settings'],
  table: 'mail_config',
  path: 'blade-resource/mail',
  scarce: { records: 'few', because: 'one service sends what is due' },
  title: 'mailCode',
  fields: {
    category: f.dict(['类型', 'Service'], mailServiceType).required().initial(mailServices.smtp),
    mailCode: f
      .text(['资源编号', 'Code'])
      .requiredInDraft()
      .max(30)
      .unique((value) => value)
      .searchable()
      .specimen(({ serial }) => `mail_${serial}`),
    host: f
      .text(['服务器', 'Server'])
      .required()
      .max(200)
      .format({
        test: (value) => /^[A-Za-z0-9.:-]+$/.test(value),
        message: ['请输入主机名，不含协议和端口', 'Enter a host name, without protocol and port'],
      })
      .when(isSmtp)
      .help([
        '如 smtp.exmail.qq.com；校内网络的服务器须由运维在 SERVICE_HOSTS 中放行',
        'Such as smtp.exmail.qq.com; servers on the campus network must be allowed by the operator in SERVICE_HOSTS',
      ])
      .specimen(({ serial }) => `smtp${serial}.example.edu.cn`),
    port: f.integer(['端口', 'Port']).required().between(1, 65_535).initial(465).when(isSmtp),
    security: f
      .dict(['加密方式', 'Encryption'], mailSecurity)
      .required()
      .initial(mailSecurities.tls)
      .when(isSmtp),
    accessKey: f.text(['账号', 'Account']).max(200).when(isSmtp),
    secretKey: f
      .text(['密码或授权码', 'Password or authorisation code'])
      .max(500)
      .credential({
        as: 'sealed',
        use: 'mail',
        toldTo: ['category', 'host', 'port', 'security', 'accessKey'],
        again: [
          '更换服务器、端口、加密方式或账号后请重新输入密码',
          'Enter the password again after changing the server, port, encryption or account',
        ],
      })
      .when(isSmtp)
      .help([
        '保存后加密，不再显示原文；填写新的密码即更换',
        'Stored encrypted and never shown; enter a new password to replace it',
      ])
      .specimen(({ serial }) => `sealed:${String(serial).padStart(48, '0')}`),
    sender: f
      .text(['发件人邮箱', 'Sender address'])
      .required()
      .max(200)
      .format({ test: isEmail, message: ['请输入正确的邮箱', 'Enter a valid e-mail address'] })
      .specimen(({ serial }) => `keyan${serial}@example.edu.cn`),
    senderName: f.text(['发件人名称', 'Sender name']).required().max(60),
    remark: f.text(['备注', 'Remark']).max(200),
    status: switchField,
  },
  validators: [
    {
      fields: ['secretKey'],
      check: ({ accessKey, secretKey }) =>
        accessKey !== null && secretKey === null
          ? [
              '填写账号时请填写密码或授权码',
              'Enter the password or authorisation code if an account is given',
            ]
          : null,
    },
  ],
  ...switching,
  views: {
    manage: {
      label: ['邮件配置', 'Mail settings'],
      code: 'mail',
      path: '/resource/mail',
      note: [
        '启用多个时使用最近修改的一个；启用后，选择了邮件提醒的人会收到邮件',
        'If several are enabled, the most recently changed one is used; once enabled, people who chose e-mail receive it',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'enable', 'disable', 'history'],
      menu: ['system', 4],
      icon: 'SendOutlined',
      grants: allActionsFor('admin'),
    },
  },
  list: {
    columns: ['mailCode', 'category', 'host', 'port', 'sender', 'status'],
    filters: ['category', 'mailCode', 'status'],
    sort: 'mailCode',
  },
  form: [
    {
      key: 'mail',
      title: ['邮件配置', 'Mail settings'],
      fields: [
        'category',
        'mailCode',
        'host',
        'port',
        'security',
        'accessKey',
        'secretKey',
        'sender',
        'senderName',
        'remark',
      ],
    },
  ],
  access: { read: permission('mail'), write: permission('mail_edit') },
});
