import { dictionary } from '../values/dictionary.ts';

/** The shared status of every record that goes through approval. */
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

/** The statuses by their names in code. */
export const statuses = {
  draft: '0',
  inApproval: '1',
  approved: '2',
  returned: '3',
  refused: '4',
  recalled: '5',
  void: '6',
} as const satisfies Record<string, Status>;

/** Actions that may be done to a record; `null` as a status means "not saved yet". */
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
 * The table of statuses. A transition that is not listed is refused; `admit` is an import or entry
 * that needs no approval.
 */
const table: Record<Status | 'new', Transitions> = {
  new: { save: '0', submit: '1', admit: '2' },
  '0': { save: '0', submit: '1', admit: '2' },
  '1': { advance: '1', approve: '2', return: '3', refuse: '4', recall: '5', backDraft: '0' },
  '2': { backDraft: '0', abolish: '6' },
  '3': { save: '3', submit: '1', backDraft: '0' },
  '4': { backDraft: '0' },
  '5': { save: '5', submit: '1', backDraft: '0' },
  '6': {},
};

/** Actions that may be allowed beyond the table, and the transitions that each adds. */
const openings = {
  /** A refused record is mended and submitted again by its writer; else it is only copied. */
  resubmitRefused: { '4': { save: '4', submit: '1' } },
  /** The writer takes a record back although a step has been handled. */
  recallAnytime: {},
  /** The writer gives a returned record up where its route asks whether it goes on. */
  giveUpReturned: { '3': { recall: '5' } },
} as const satisfies Record<string, Partial<Record<Status, Transitions>>>;

export type Allowance = keyof typeof openings;

/** Allowances that a tenant chooses; the other belongs to the approval itself. */
export type TenantAllowance = Exclude<Allowance, 'giveUpReturned'>;

/**
 * The status after an action, or undefined where the action is not allowed. Pure and total.
 * @param allowances what is allowed beyond the table
 */
export const statusAfter = (
  status: Status | null,
  action: StatusAction,
  allowances: readonly Allowance[] = [],
): Status | undefined =>
  [table, ...allowances.map((name): Partial<typeof table> => openings[name])]
    .map((moves) => moves[status ?? 'new']?.[action])
    .find((next) => next !== undefined);

/** Tells whether the author may edit and delete a record with this status (ruling 21). */
export const isEditable = (status: Status): boolean => 'save' in table[status];

/** Tells whether a record with this status is visible to its author alone. */
export const isPrivate = (status: Status): boolean => status === '0' || status === '5';
