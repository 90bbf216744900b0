import { passwordFault } from '@keyan/kernel/access/password.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { type Parameter, parameter } from '@keyan/kernel/definition/field/parameter.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { aliasParam, noAliasesValue } from '../../shared/references/school-names.ts';
import { errorLogParam } from '../error-log/error-log.ts';
import { embedParam, noHostsValue } from './embed-param.ts';
import { duplicateTitleCheck, researchLimits } from './limits.ts';
import { apiLogScope, logDays } from './log-params.ts';

/** How much may be kept of files, in gigabytes. */
export const quotaParams = { tenant: 'file.quota.tenant', person: 'file.quota.person' } as const;

/** Value of the parameter of a school without a common first password. */
export const noPasswordValue = 'none';

/**
 * The password of accounts that are made, imported or reset without one; their people choose another at the first
 * sign-in. `none`: a reset draws one for each account, and others have none.
 */
export const defaultPassword = parameter(
  'user.default.pwd',
  f
    .text([
      '新建、导入与重置账号的初始密码（none 为随机；首次登录须修改）',
      'Initial password of new, imported and reset accounts (none: random; to be changed at first sign-in)',
    ])
    .max(50)
    .format({
      test: (value) => value === noPasswordValue || passwordFault(value, '') === null,
      message: ['初始密码强度不足', 'The initial password is too weak'],
    }),
  noPasswordValue,
);

/** Read by every call that takes a file, and by every form. */
export const uploadMaxSize = parameter(
  'upload.maxSize',
  f.integer(['上传文件大小上限（MB）', 'Upload size limit (MB)']).between(1, 2000),
  100,
);

/** `true` or `false`, as clients read it. */
const truth = (label: Label) =>
  f.text(label).format({
    test: (value) => value === 'true' || value === 'false',
    message: ['请输入 true 或 false', 'Enter true or false'],
  });

const gigabytes = (label: Label) => f.decimal(label, 2).between(0, 1_000_000);

/** The parameters that the product reads. A new tenant begins with their first values. */
export const shippedParams: readonly Parameter<string | number>[] = [
  parameter(
    'flow.recall.mode',
    f
      .integer([
        '撤回方式（1 未办理时可撤回，2 审批结束前可撤回）',
        'Recall (1 while nobody has acted, 2 until the approval ends)',
      ])
      .between(1, 2),
    1,
  ),
  parameter(
    'flow.resubmit.mode',
    f
      .integer([
        '退回后重新提交方式（1 重走流程，2 直达退回人）',
        'Resubmission after return (1 start over, 2 straight back to whoever returned it)',
      ])
      .between(1, 2),
    1,
  ),
  parameter(
    'flow.refused.resubmit',
    f.dict(
      [
        '不通过后可修改并重新提交（0 否，1 是）',
        'A rejected record can be edited and resubmitted (0 no, 1 yes)',
      ],
      yesNo,
    ),
    '0',
  ),
  parameter(
    'flow.dept.refuse',
    f.dict(['院系环节可不通过（0 否，1 是）', 'College steps may reject (0 no, 1 yes)'], yesNo),
    '0',
  ),
  parameter(
    'flow.autoSkipSame',
    f
      .integer([
        '相同办理人自动跳过（0 否，1 连续环节，2 任一环节）',
        'Skip the same assignee (0 no, 1 consecutive steps, 2 any step)',
      ])
      .between(0, 2),
    1,
  ),
  duplicateTitleCheck,
  parameter(
    'paper.similar.warn',
    f
      .integer([
        '论文题目相似提示阈值（百分比）',
        'Title similarity at which a paper gets a warning (percent)',
      ])
      .between(1, 100),
    90,
  ),
  parameter(
    'school.name',
    f.text(['学校中文名称', 'Chinese name of the university']).max(100),
    noAliasesValue,
  ),
  parameter(
    'school.nameEn',
    f
      .text(['学校英文名称（none 为没有）', 'English name of the university (none for no name)'])
      .max(100),
    noAliasesValue,
  ),
  parameter(
    aliasParam,
    f
      .text([
        '学校机构别名（分号分隔，用于题录匹配，none 为没有）',
        'Other names of the university (separated by semicolons, for matching records; none for no names)',
      ])
      .max(500),
    noAliasesValue,
  ),
  parameter(
    'account.registerUser',
    truth([
      '是否开放账号注册（true 开放，false 关闭）',
      'Account registration is open (true or false)',
    ]),
    'false',
  ),
  defaultPassword,
  uploadMaxSize,
  parameter(
    quotaParams.tenant,
    gigabytes([
      '全校附件存储上限（GB，0 不限）',
      'Attachment storage limit of the university (GB, 0 for no limit)',
    ]),
    '200',
  ),
  parameter(
    quotaParams.person,
    gigabytes([
      '每人附件存储上限（GB，0 不限）',
      'Attachment storage limit per person (GB, 0 for no limit)',
    ]),
    '5',
  ),
  parameter(
    errorLogParam,
    truth([
      '顶栏是否显示错误日志工具（true 显示，false 隐藏）',
      'Show the error log tool in the top bar (true or false)',
    ]),
    'false',
  ),
  parameter(
    embedParam,
    f
      .text([
        '可嵌入的外部网站（主机名，逗号分隔，none 为不允许）',
        'External sites that may be embedded (host names separated by commas, none for not allowed)',
      ])
      .max(500),
    noHostsValue,
  ),
  logDays.usual,
  logDays.api,
  logDays.error,
  apiLogScope,
  ...researchLimits,
];
