import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { isEmail } from '@keyan/kernel/values/pattern.ts';
import { discipline, ranks } from '../shared/formats/national.ts';
import { allActionsFor } from '../shared/grants.ts';
import { expertType, universityExpertType } from './dictionaries.ts';
import { expert as face } from './faces.ts';

/** Permission code for resetting experts’ passwords. */
export const resetCode = 'rexpert_resetpwd';

/** Permission code for reading experts’ mobile numbers. */
const expertPrivate = 'rexpert_private';

/** Permission code for reading bank accounts and ID numbers, needed to pay fees. */
const expertPay = 'rexpert_pay';

/** 评审专家: person who may be asked to judge records, with an account. */
export const expert = defineResource({
  key: 'expert',
  label: face.label,
  words: { plural: ['专家库', 'Experts'] },
  path: 'kh-edu-research/experts',
  title: 'name',
  fields: {
    ...face.fields,
    expertType: f.dict(['专家类别', 'Type'], expertType).required().initial('1'),
    deptName: f.text(['院系（部门）', 'Department']).max(100),
    ranks: f.dict(['职称', 'Rank'], ranks).required(),
    position: f.text(['职务', 'Position']).max(50),
    disciplines: f.dicts(['学科专长', 'Disciplines'], discipline).required(),
    keywords: f.text(['研究方向关键词', 'Keywords']).max(200).searchable(),
    phone: f.text(['手机', 'Mobile']).max(20).masked(expertPrivate),
    email: f
      .text(['邮箱', 'E-mail'])
      .max(50)
      .format({
        test: isEmail,
        message: ['请输入正确的邮箱', 'Enter a valid e-mail address'],
        make: (n) => `expert${n}@jiangling.example`,
      }),
    validDate: f.date(['有效期至', 'Valid until']),
    // Bank for paying review fees.
    bankName: f.text(['开户行', 'Bank']).max(100),
    bankAccount: f
      .text(['银行卡号', 'Bank account'])
      .max(30)
      .format({
        test: (value) => /^\d{8,30}$/.test(value),
        message: ['请输入 8 至 30 位数字的卡号', 'Enter 8 to 30 digits'],
        make: (n) => `62220000${String(n).padStart(8, '0')}`,
      })
      .masked(expertPay),
    idNumber: f
      .text(['证件号', 'ID number'])
      .max(18)
      .masked(expertPay)
      .specimen(() => null),
    reviewCount: f.integer(['累计评审数', 'Reviews']).computed(),
    avgDeviation: f.decimal(['平均偏差', 'Mean deviation'], 2).computed(),
    onTimeRate: f.decimal(['按时率（%）', 'On time (%)'], 2).computed(),
  },
  states: { field: 'status', initial: '1' },
  actions: {
    figure: { label: ['统计评审', 'Reviews counted'], from: ['0', '1'], by: 'job' },
    enable: {
      label: ['启用', 'Enable'],
      from: ['0'],
      to: '1',
      at: 'selection',
      done: ['已启用', 'Enabled'],
    },
    disable: {
      label: ['停用', 'Disable'],
      from: ['1'],
      to: '0',
      at: 'selection',
      ask: [
        '停用后不再参与新的评审，确定停用？',
        'They will no longer take part in new reviews. Disable them?',
      ],
      done: ['已停用', 'Disabled'],
      danger: true,
    },
  },
  list: {
    columns: [
      'name',
      'expertType',
      'unit',
      'ranks',
      'disciplines',
      'userId',
      'reviewCount',
      'avgDeviation',
      'onTimeRate',
      'validDate',
      'status',
    ],
    filters: ['name', 'expertType', 'unit', 'ranks', 'disciplines', 'keywords', 'status'],
    sort: 'name',
  },
  form: [
    {
      key: 'person',
      title: ['基本信息', 'Person'],
      fields: ['name', 'expertType', 'userId', 'unit', 'deptName', 'ranks', 'position'],
    },
    {
      key: 'expertise',
      title: ['专长', 'Expertise'],
      fields: ['disciplines', 'keywords', 'validDate'],
    },
    { key: 'contact', title: ['联系方式', 'Contact'], fields: ['phone', 'email'] },
    {
      key: 'fee',
      title: ['评审费发放', 'Payment details'],
      note: ['隐去中间各位，查看全文会留下记录', 'Masked; viewing the whole value is recorded'],
      fields: ['bankName', 'bankAccount', 'idNumber'],
    },
    {
      key: 'figures',
      title: ['评审情况', 'Review record'],
      fields: [],
      shown: ['reviewCount', 'avgDeviation', 'onTimeRate'],
    },
  ],
  validators: [
    {
      fields: ['expertType', 'userId'],
      check: ({ expertType: type, userId }) =>
        type === universityExpertType && userId === null
          ? [{ path: 'userId', message: ['校内专家请选择账号', 'Choose the account'] }]
          : null,
    },
    {
      fields: ['expertType', 'phone', 'email'],
      check: ({ expertType: type, phone, email }) =>
        type !== universityExpertType && !phone && !email
          ? [
              {
                path: 'phone',
                message: [
                  '校外专家请填写手机或邮箱，用于接收评审邀请',
                  'External experts need a mobile number or e-mail to receive invitations',
                ],
              },
            ]
          : null,
    },
  ],
  access: {
    read: permission('rexpert'),
    write: permission('rexpert_edit'),
  },
  views: {
    all: {
      label: ['专家库', 'Experts'],
      code: 'rexpert',
      path: '/review/expert',
      note: [
        '专家用所选账号登录，账号须有【评审专家】角色',
        'The expert signs in with the chosen account, which needs the role “Expert reviewer”',
      ],
      scope: permission('rexpert'),
      icon: 'TeamOutlined',
      menu: ['review', 5],
      grants: allActionsFor('rd_admin', 'rd_project', 'rd_achieve'),
      rights: [
        {
          code: resetCode,
          label: ['重置密码', 'Reset password'],
          roles: ['rd_admin', 'rd_project', 'rd_achieve'],
        },
        {
          code: expertPrivate,
          label: ['查看手机', 'View mobile numbers'],
          roles: ['rd_admin', 'rd_project', 'rd_achieve'],
        },
        {
          code: expertPay,
          label: ['查看银行卡号与证件号', 'View bank accounts and ID numbers'],
          roles: ['rd_admin', 'finance'],
        },
      ],
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'enable',
        'disable',
        'import',
        'export',
        'history',
      ],
    },
  },
});
