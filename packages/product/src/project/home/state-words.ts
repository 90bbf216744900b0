import { fill, type Label } from '@keyan/kernel/label.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { programStatus } from '../common/dictionaries.ts';

/** Sentence for each status of a project; `{end}` is its last day. */
const words: Readonly<Partial<Record<string, Label>>> = {
  '10': [
    '尚未立项，立项后才能使用经费和办理变更、延期、结题',
    'Not approved yet: no money can be spent and no change, extension or closeout begun',
  ],
  '20': [
    '正常执行，{end} 到期，到期前提交结题或延期',
    'Under way until {end}: close it out or extend it by then',
  ],
  '21': ['延期已批准，执行至 {end}，到期前提交结题', 'Extended until {end}: close it out by then'],
  '22': [
    '已于 {end} 到期且未结题，请提交结题或申请延期；部分申报计划不接受有逾期项目的负责人',
    'Ended on {end} without a closeout: close it out or ask for an extension; some calls turn down leaders of overdue projects',
  ],
  '30': [
    '结题正在审批，期间不能办理变更、延期和终止',
    'The closeout is in approval: no change, extension or termination can begin meanwhile',
  ],
  '40': ['已结题，结余经费可办理结余', 'Closed out: its remaining money can be settled'],
  '50': [
    '终止正在审批，期间不能使用经费',
    'The termination is in approval: no money can be spent meanwhile',
  ],
  '60': [
    '已终止，不能再使用经费，结余可办理结余',
    'Terminated: no money can be spent; the rest can be settled',
  ],
  '61': [
    '已撤项，不能再使用经费，结余可办理结余',
    'Revoked: no money can be spent; the rest can be settled',
  ],
  '90': [
    '已暂停，恢复前不能使用经费和办理过程事项',
    'Suspended: nothing can be spent or begun until it is resumed',
  ],
} satisfies Readonly<Partial<Record<CodeOf<typeof programStatus>, Label>>>;

/** Sentence for the status of a project; null for other statuses, or without an end date. */
export const stateMeaningOf = (status: string, end: string): Label | null => {
  const said = words[status];
  if (!said || (end === '' && said[0].includes('{end}'))) return null;
  return fill(said, { end });
};
