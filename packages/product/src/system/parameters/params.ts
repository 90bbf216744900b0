import type { Label } from '@keyan/kernel/label.ts';
import { errorLogParam } from '../error-log/error-log.ts';
import { embedParam, noHosts } from './embed-param.ts';

/** A choice that each school makes for itself. */
export interface Param {
  readonly key: string;
  readonly label: Label;
  readonly value: string;
}

/** How much may be kept of files, in gigabytes. */
export const quotaParams = { tenant: 'file.quota.tenant', person: 'file.quota.person' } as const;

/** The parameters that the product reads, with the values that a new tenant begins with. */
export const params: readonly Param[] = [
  {
    key: 'flow.recall.mode',
    label: [
      '撤回方式(1 未办理时可撤回,2 审批结束前可撤回)',
      'Recall: 1 while untouched, 2 until decided',
    ],
    value: '1',
  },
  {
    key: 'flow.resubmit.mode',
    label: [
      '退回后重新提交方式(1 重走流程,2 直达退回人)',
      'After a return: 1 start over, 2 straight back',
    ],
    value: '1',
  },
  {
    key: 'flow.refused.resubmit',
    label: [
      '不通过后可修改并重新提交(0 否,1 是)',
      'A refused record may be mended and submitted again: 0 no, 1 yes',
    ],
    value: '0',
  },
  {
    key: 'flow.autoSkipSame',
    label: [
      '相同办理人自动跳过(0 否,1 连续环节,2 任一环节)',
      'Skip one who agreed: 0 no, 1 just before, 2 ever',
    ],
    value: '1',
  },
  {
    key: 'paper.similar.warn',
    label: [
      '论文题目相似提示阈值(百分比)',
      'Likeness from which paper titles are warned of (percent)',
    ],
    value: '90',
  },
  {
    key: 'account.registerUser',
    label: [
      '是否开放账号注册(true 开放,false 关闭)',
      'Whether strangers may ask for an account: true or false',
    ],
    value: 'false',
  },
  {
    key: quotaParams.tenant,
    label: ['全校附件存储上限(GB,0 不限)', 'Storage of all attachments in GB, 0 for no limit'],
    value: '200',
  },
  {
    key: quotaParams.person,
    label: [
      '每人附件存储上限(GB,0 不限)',
      "Storage of one person's attachments in GB, 0 for no limit",
    ],
    value: '5',
  },
  {
    key: errorLogParam,
    label: [
      '顶栏是否显示错误日志工具(true 显示,false 隐藏)',
      'Whether the top bar shows the error log: true or false',
    ],
    value: 'false',
  },
  {
    key: embedParam,
    label: [
      '可嵌入的外部网站(主机名,逗号分隔,none 为不允许)',
      'Sites that may be embedded: host names with commas, none for none',
    ],
    value: noHosts,
  },
];
