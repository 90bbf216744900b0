import { type CodeOf, entryOf } from '@keyan/kernel/values/dictionary.ts';
import { type WarnTarget, type warnReceiver, warnTarget } from './dictionaries.ts';

type Receiver = CodeOf<typeof warnReceiver>;

/** Shipped rule. */
export interface DefaultRule {
  readonly warnName: string;
  readonly warnNameEn: string;
  readonly warnTarget: WarnTarget;
  readonly advanceDays: string | null;
  readonly threshold: string | null;
  readonly levelColor: '1' | '2' | '3';
  readonly receivers: readonly Receiver[];
  readonly template: string;
  readonly templateEn: string;
  /**
   * True if the rule is enabled by default: it reminds people of a date that an office set for
   * them. Other rules stay disabled until the office has seen a test run.
   */
  readonly isOn: boolean;
}

const rule = (
  target: WarnTarget,
  levelColor: DefaultRule['levelColor'],
  when: { readonly days?: string; readonly below?: string },
  receivers: readonly Receiver[],
  [template, templateEn]: readonly [zh: string, en: string],
  isOn = false,
): DefaultRule => {
  const [warnName, warnNameEn] = entryOf(warnTarget, target)?.label ?? [target, target];
  return {
    warnName,
    warnNameEn,
    warnTarget: target,
    advanceDays: when.days ?? null,
    threshold: when.below ?? null,
    levelColor,
    receivers,
    template,
    templateEn,
    isOn,
  };
};

/** Shipped rules. */
export const defaultRules: readonly DefaultRule[] = [
  rule(
    'project_end',
    '1',
    { days: '60,30,7' },
    ['person', 'secretary'],
    [
      '您主持的项目【${programName}】（${programNum}）将于 ${endDate} 到期，剩余 ${days} 天，请及时办理结题或延期。',
      'Your project “${programName}” (${programNum}) ends on ${endDate} (days left: ${days}): please close it out or extend it.',
    ],
  ),
  rule(
    'conclusion_due',
    '3',
    { days: '1,30,90' },
    ['person', 'secretary', 'rd_project'],
    [
      '项目【${programName}】已逾期 ${days} 天未结题。',
      'The project “${programName}” is overdue for closeout (days: ${days}).',
    ],
  ),
  rule(
    'check_due',
    '1',
    { days: '30,7' },
    ['person'],
    [
      '项目【${programName}】须于 ${endDate} 前提交检查报告。',
      'A progress report for “${programName}” is due by ${endDate}.',
    ],
  ),
  rule(
    'compliance_due',
    '2',
    { days: '60,30,7' },
    ['person', 'rd_project'],
    [
      '项目【${programName}】的${matter}批件有效期至 ${endDate}，剩余 ${days} 天，请及时续期并登记。',
      'The ${matter} approval of “${programName}” is valid until ${endDate} (days left: ${days}): please renew and record it.',
    ],
  ),
  rule(
    'ethics_track',
    '2',
    { days: '30,7' },
    ['person', 'ethics'],
    [
      '【${title}】须于 ${endDate} 前接受科技伦理跟踪审查，剩余 ${days} 天，请提交研究进展。',
      '“${title}” is due for an ethics follow-up by ${endDate} (days left: ${days}): please report progress.',
    ],
  ),
  // Ethics decision within 30 days of acceptance, warned at 25 days; an emergency review (72 hours)
  // is warned at once.
  rule(
    'ethics_decide',
    '3',
    { days: '5,1' },
    ['ethics', 'rd_project'],
    [
      '【${title}】须于 ${endDate} 前作出科技伦理审查决定，剩余 ${days} 天。',
      'The ethics review of “${title}” must be decided by ${endDate} (days left: ${days}).',
    ],
  ),
  rule(
    'budget_rate',
    '2',
    { below: '30.00' },
    ['person', 'rd_fund'],
    [
      '项目【${programName}】执行率 ${rate}%，低于进度要求。',
      'The spending rate of “${programName}” is ${rate}%, behind schedule.',
    ],
  ),
  rule(
    'budget_over',
    '2',
    { below: '5.00' },
    ['person'],
    [
      '项目【${programName}】可用余额仅 ${balance} 元。',
      'The available balance of “${programName}” is only ${balance} yuan.',
    ],
  ),
  rule(
    'arrive_unclaimed',
    '2',
    { days: '15,30' },
    ['person', 'rd_fund'],
    [
      '${payer} 来款 ${amount} 元（${arriveDate}）尚未认领。',
      '${amount} yuan from ${payer} (${arriveDate}) have not been claimed.',
    ],
  ),
  rule(
    'bill_overdue',
    '3',
    { days: '15,0' },
    ['person', 'rd_fund', 'finance'],
    [
      '票据 ${pjNumber} 预计 ${expectDate} 到款，尚未到账。',
      'Invoice ${pjNumber} was expected to be paid by ${expectDate} and is still unpaid.',
    ],
  ),
  rule(
    'contract_pay',
    '1',
    { days: '15' },
    ['person', 'rd_fund'],
    [
      '合同【${programName}】第 ${period} 期应收 ${amount} 元未到。',
      'Instalment ${period} of the contract “${programName}”, ${amount} yuan, has not been received.',
    ],
  ),
  rule(
    'contract_end',
    '1',
    { days: '60,30,7' },
    ['person', 'rd_fund'],
    [
      '合同【${programName}】（${partyName}）将于 ${endDate} 到期，剩余 ${days} 天，到账 ${arrived} 元，应收 ${amount} 元，请及时验收、催款或签订补充协议。',
      'The contract “${programName}” (${partyName}) ends on ${endDate} (days left: ${days}); ${arrived} yuan received, ${amount} yuan receivable: please arrange acceptance, ask for payment or sign a supplement.',
    ],
  ),
  rule(
    'advance_open',
    '2',
    { days: '60,90' },
    ['person', 'finance'],
    [
      '借款 ${expenseNum}（${payDate} 付款）已 ${days} 天，尚有 ${amount} 元未冲账，请及时还款冲账；逾期未冲不能再借款。',
      'The advance ${expenseNum} (paid on ${payDate}) is ${days} days old, with ${amount} yuan not settled: please settle it; no further advance is given while it is overdue.',
    ],
  ),
  rule(
    'patent_fee',
    '1',
    { days: '60,30' },
    ['person', 'rd_achieve'],
    [
      '专利【${patentName}】年费缴至 ${feePaidTo}。',
      'The annual fee of the patent “${patentName}” is paid up to ${feePaidTo}.',
    ],
  ),
  rule(
    'declare_deadline',
    '1',
    { days: '3,1' },
    ['person'],
    [
      '【${planName}】将于 ${endTime} 截止，您有未提交的申报。',
      '“${planName}” closes at ${endTime}; you have an application not yet submitted.',
    ],
  ),
  rule(
    'todo_timeout',
    '2',
    { days: '3,7' },
    ['person', 'rd_admin'],
    [
      '【${businessName}】已在【${nodeName}】停留 ${days} 天。',
      '“${businessName}” has been at ${nodeName} for ${days} days.',
    ],
  ),
  rule(
    'review_timeout',
    '1',
    { days: '3,1' },
    ['person'],
    [
      '您有 ${count} 项评审任务将于 ${endTime} 截止。',
      'Review tasks of yours due by ${endTime}: ${count}.',
    ],
  ),
  // Warned from the day of the request until the statement is given.
  rule(
    'statement_due',
    '2',
    { days: '60,7,0' },
    ['person', 'rd_achieve'],
    [
      '论文《${paperTitle}》被撤稿或列入预警，请于 ${dueDate} 前提交说明。',
      'The paper “${paperTitle}” was retracted or put on a warning list: please submit a statement by ${dueDate}.',
    ],
    true,
  ),
];
