import { type CodeOf, dictionary } from '@keyan/kernel/values/dictionary.ts';
import type { msgType } from '../../shared/dictionaries.ts';
import type { Channel } from '../../system/delivery/delivery.ts';

/** Targets of rules; each has a finder in `finders.server.ts`. */
export const warnTarget = dictionary(
  'warnTarget',
  ['预警对象', 'Warning subject'],
  [
    ['project_end', '项目到期', 'Project expiry'],
    ['conclusion_due', '逾期未结题', 'Closeout overdue'],
    ['check_due', '中期检查', 'Mid-term check'],
    ['compliance_due', '合规批件到期', 'Compliance approval expiring'],
    ['ethics_track', '伦理跟踪审查', 'Ethics follow-up'],
    ['ethics_decide', '伦理审查时限', 'Ethics review deadline'],
    ['budget_rate', '执行率低', 'Low spending rate'],
    ['budget_over', '余额不足', 'Low balance'],
    ['arrive_unclaimed', '到账未认领', 'Arrival unclaimed'],
    ['bill_overdue', '预借票据未到款', 'Advance invoice unpaid'],
    ['contract_pay', '合同应收未到', 'Contract payment outstanding'],
    ['contract_end', '合同到期', 'Contract expiry'],
    ['advance_open', '借款未冲账', 'Advance not settled'],
    ['patent_fee', '专利年费', 'Patent fee'],
    ['declare_deadline', '申报截止', 'Application deadline'],
    ['todo_timeout', '待办超时', 'Task overdue'],
    ['review_timeout', '评审超时', 'Review overdue'],
    ['statement_due', '撤稿说明', 'Retraction statement'],
  ],
);

/** Code of the dictionary `warnTarget`. */
export type WarnTarget = CodeOf<typeof warnTarget>;

/** Message type by target. */
export const messageTypes: Readonly<Record<WarnTarget, CodeOf<typeof msgType>>> = {
  project_end: '04',
  conclusion_due: '06',
  check_due: '05',
  compliance_due: '05',
  ethics_track: '05',
  ethics_decide: '05',
  budget_rate: '07',
  budget_over: '07',
  arrive_unclaimed: '08',
  declare_deadline: '11',
  todo_timeout: '01',
  bill_overdue: '10',
  contract_pay: '10',
  contract_end: '04',
  advance_open: '07',
  patent_fee: '09',
  review_timeout: '12',
  statement_due: '99',
};

/**
 * Unit of a target’s thresholds: days before a date, days after a date, or a share of an amount.
 */
export const stageKinds: Readonly<Record<WarnTarget, 'before' | 'after' | 'measured'>> = {
  project_end: 'before',
  conclusion_due: 'after',
  check_due: 'before',
  compliance_due: 'before',
  ethics_track: 'before',
  ethics_decide: 'before',
  budget_rate: 'measured',
  budget_over: 'measured',
  arrive_unclaimed: 'after',
  declare_deadline: 'before',
  todo_timeout: 'after',
  bill_overdue: 'before',
  contract_pay: 'after',
  contract_end: 'before',
  advance_open: 'after',
  patent_fee: 'before',
  review_timeout: 'before',
  statement_due: 'before',
};

export const warnLevel = dictionary(
  'warnLevel',
  ['预警级别', 'Level'],
  [
    ['1', '提醒', 'Reminder'],
    ['2', '警告', 'Warning'],
    ['3', '严重', 'Severe'],
  ],
);

/** Codes of `warnState`. */
export const warnStateCodes = { standing: '1', dismissed: '9' } as const;

/** States of a warning: current, or dismissed until a day. */
export const warnState = dictionary(
  'warnState',
  ['预警状态', 'Warning status'],
  [
    [warnStateCodes.standing, '当前', 'Current'],
    [warnStateCodes.dismissed, '已解除', 'Dismissed'],
  ],
);

/** Level of warnings that are sent in quiet hours too. */
export const severeLevel = '3';

/** Channels to receivers; the first is always used. */
export const notifyChannel = dictionary(
  'notifyChannel',
  ['通知渠道', 'Notification channels'],
  [
    ['1', '站内消息', 'In-app message'],
    ['2', '短信', 'Text message'],
    ['3', '邮件', 'E-mail'],
    ['4', '企业微信', 'WeCom'],
    ['5', '钉钉', 'DingTalk'],
  ],
);

/** External delivery channels by code of `notifyChannel`. */
export const channelOfCode: Readonly<Partial<Record<CodeOf<typeof notifyChannel>, Channel>>> = {
  2: 'sms',
  3: 'mail',
  4: 'wecom',
  5: 'ding',
};

/** Repetition of a warning while it holds. */
export const repeatMode = dictionary(
  'warnRepeat',
  ['重复策略', 'Repeat'],
  [
    ['1', '每个节点一次', 'Once per stage'],
    ['2', '每日直至处理', 'Daily until resolved'],
  ],
);

/** Mode of rules whose current warnings are repeated daily. */
export const dailyMode = '2';

/** Receivers of a warning in addition to the people named by its record. */
export const warnReceiver = dictionary(
  'warnReceiver',
  ['接收人', 'Recipients'],
  [
    ['person', '负责人（当事人）', 'Person in charge (concerned)'],
    ['secretary', '院系科研秘书', 'College secretary'],
    ['rd_project', '项目科', 'Projects section'],
    ['rd_fund', '经费科', 'Funds section'],
    ['rd_achieve', '成果科', 'Achievements section'],
    ['rd_admin', '科研处管理员', 'Research office administrator'],
    ['ethics', '科技伦理委员会', 'Ethics committee'],
    ['finance', '财务处', 'Finance'],
    ['dept_leader', '院系领导', 'College leader'],
    ['rd_leader', '科研处领导', 'Director of the research office'],
    ['school_leader', '校领导', 'University leaders'],
  ],
);
