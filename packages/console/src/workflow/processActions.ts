import type { Label } from '@keyan/kernel/label.ts';
import type { AskedPersonRow, ProcessAbility, WaitingTaskRow } from '@keyan/kernel/wire/tasks.ts';

/** Process on which an action works, from a list or from the page of its record. */
export interface ProcessTarget {
  readonly kind: string;
  readonly businessId: string;
  readonly processInstanceId: string;
  /** Id of the task whose approval can be taken back. */
  readonly withdrawTaskId: string;
  /** Tasks that may be reassigned. */
  readonly waiting: readonly WaitingTaskRow[];
  /** People whom the reader asked and may cancel; absent in lists. */
  readonly asked?: readonly AskedPersonRow[];
}

interface ProcessActionText {
  readonly label: Label;
  readonly danger?: boolean;
}

/** Actions on a process, in display order. */
export const processActions: Readonly<Record<ProcessAbility, ProcessActionText>> = {
  urge: { label: ['催办', 'Remind'] },
  withdraw: { label: ['取回', 'Take back'] },
  removeSign: { label: ['减签', 'Remove an added person'] },
  transfer: { label: ['转办', 'Reassign'] },
  jump: { label: ['跳转', 'Move to a step'] },
  settle: { label: ['结束等待', 'End the wait'] },
  suspend: { label: ['挂起', 'Suspend'] },
  activate: { label: ['激活', 'Resume'] },
  delete: { label: ['删除流程', 'Delete process'], danger: true },
};
