import type { Label } from '@keyan/kernel/label.ts';

/** A dialog that asks for a reason before an action runs. */
interface ReasonPrompt {
  readonly title: Label;
  /** Text of its button. */
  readonly go: Label;
  readonly hint: Label;
  /** True if the action requires a reason. */
  readonly required: boolean;
  /** Message after the action. */
  readonly done: Label;
}

/** Dialogs of the actions that ask for a reason, by action. */
export const reasonPrompts = {
  backDraft: {
    title: ['退回草稿', 'Revert to draft'],
    go: ['退回草稿', 'Revert to draft'],
    hint: ['说明原因（选填）', 'Give a reason (optional)'],
    required: false,
    done: ['已退回草稿', 'Reverted to draft'],
  },
  abolish: {
    title: ['作废', 'Void'],
    go: ['作废', 'Void'],
    hint: [
      '说明作废原因；作废后不能恢复，只能复制重报',
      'Give a reason. A voided record cannot be restored; it can only be copied',
    ],
    required: true,
    done: ['已作废', 'Voided'],
  },
} as const satisfies Record<string, ReasonPrompt>;

/** Name of an action that asks for a reason. */
export type ReasonAction = keyof typeof reasonPrompts;
