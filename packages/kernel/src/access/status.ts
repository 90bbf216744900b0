import { dictionary } from '../values/dictionary.ts';

/** Dictionary of `auditStatus`, which every record with an approval has. */
export const auditStatus = dictionary(
  'auditStatus',
  ['审核状态', 'Status'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '审批中', 'In approval'],
    ['2', '已通过', 'Approved'],
    ['3', '已退回', 'Returned'],
    ['4', '不通过', 'Rejected'],
    ['5', '已撤回', 'Recalled'],
    ['6', '已作废', 'Voided'],
  ],
);

export type Status = '0' | '1' | '2' | '3' | '4' | '5' | '6';

/** Codes of the statuses by their names in code. */
export const statuses = {
  draft: '0',
  inApproval: '1',
  approved: '2',
  returned: '3',
  refused: '4',
  recalled: '5',
  void: '6',
} as const satisfies Record<string, Status>;

/**
 * Actions that change the status of a record. `null` as a status means a record that is not saved
 * yet.
 */
export type StatusAction =
  | 'save'
  | 'submit'
  | 'admit'
  | 'advance'
  | 'approve'
  | 'return'
  | 'refuse'
  | 'recall'
  | 'backDraft'
  | 'abolish';

type Transitions = Partial<Record<StatusAction, Status>>;

/**
 * Transitions by status and action; every other one is refused. `admit` is an import or entry that
 * needs no approval.
 */
const transitionsByStatus: Record<Status | 'new', Transitions> = {
  new: { save: '0', submit: '1', admit: '2' },
  '0': { save: '0', submit: '1', admit: '2' },
  '1': { advance: '1', approve: '2', return: '3', refuse: '4', recall: '5', backDraft: '0' },
  '2': { backDraft: '0', abolish: '6' },
  '3': { save: '3', submit: '1', backDraft: '0' },
  '4': { backDraft: '0' },
  '5': { save: '5', submit: '1', backDraft: '0' },
  '6': {},
};

/** Additional transitions of each allowance. */
const addedTransitions = {
  /**
   * A refused record may be edited and submitted again; without this allowance it can only be
   * copied.
   */
  resubmitRefused: { '4': { save: '4', submit: '1' } },
  /** The writer may recall a record although an approver has already acted. */
  recallAnytime: {},
  /** The writer may give a returned record up if the route asks whether to continue. */
  giveUpReturned: { '3': { recall: '5' } },
} as const satisfies Record<string, Partial<Record<Status, Transitions>>>;

export type Allowance = keyof typeof addedTransitions;

/** Allowances that a tenant chooses; `giveUpReturned` follows from the route instead. */
export type TenantAllowance = Exclude<Allowance, 'giveUpReturned'>;

/**
 * Returns the status after an action; undefined if the action is not allowed. Pure and total.
 * @param allowances additional transitions
 */
export const statusAfter = (
  status: Status | null,
  action: StatusAction,
  allowances: readonly Allowance[] = [],
): Status | undefined =>
  [
    transitionsByStatus,
    ...allowances.map((name): Partial<typeof transitionsByStatus> => addedTransitions[name]),
  ]
    .map((moves) => moves[status ?? 'new']?.[action])
    .find((next) => next !== undefined);

/** True if the author may edit and delete a record with this status (ruling 21). */
export const isEditable = (status: Status): boolean => 'save' in transitionsByStatus[status];

/** True if only the author sees a record with this status. */
export const isPrivate = (status: Status): boolean => status === '0' || status === '5';
