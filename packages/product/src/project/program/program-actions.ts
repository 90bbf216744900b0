import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Action } from '@keyan/kernel/definition/life/actions.ts';
import { after } from '@keyan/kernel/definition/life/due.ts';
import type { ActionContext } from '@keyan/kernel/definition/resource.ts';
import { isZero } from '@keyan/kernel/values/amounts.ts';
import { endedCodes, underWayCodes } from '../common/access.ts';
import {
  type ComplianceStatement,
  statementFields,
  withStatement,
} from '../compliance/compliance.ts';

interface Program {
  readonly endDate: string | null;
  readonly concludedOn: string | null;
  readonly compliance: readonly ComplianceStatement[] | null;
  readonly isClosed: '0' | '1' | null;
  readonly closedOn: string | null;
  readonly surpluses: number | null;
  readonly balance: string | null;
  readonly frozenFunds: string | null;
  readonly pendingFunds: string | null;
}

type ProgramAction = Action<Program, keyof Program, ActionContext>;

/**
 * True if the account is settled: surplus handled, and nothing left, pending or in approval
 * (R-311).
 */
const isSettled = ({ surpluses, balance, frozenFunds, pendingFunds }: Program): boolean =>
  Number(surpluses ?? 0) > 0 && [balance, frozenFunds, pendingFunds].every((one) => isZero(one));

const reason = { reason: f.reason(['原因', 'Reason']) };

/**
 * Actions that change a project’s state: effects of extensions, conclusions and
 * terminations, the clock after the end date, and the research office, which suspends projects and
 * registers earlier conclusions and terminations.
 */
export const programActions = {
  extend: { label: ['延期', 'Extend'], from: [...underWayCodes], to: '21', by: 'effect' },
  change: { label: ['变更', 'Change'], from: [...underWayCodes], by: 'effect' },
  conclude: {
    label: ['申请结题', 'Request closeout'],
    from: [...underWayCodes],
    to: '30',
    by: 'effect',
  },
  concluded: {
    label: ['结题', 'Closed out'],
    from: [...underWayCodes, '30'],
    to: '40',
    by: 'effect',
  },
  terminate: { label: ['申请终止', 'Terminate'], from: [...underWayCodes], to: '50', by: 'effect' },
  terminated: {
    label: ['终止', 'Terminated'],
    from: [...underWayCodes, '50'],
    to: '60',
    by: 'effect',
  },
  revoked: { label: ['撤项', 'Revoked'], from: [...underWayCodes, '50'], to: '61', by: 'effect' },
  expire: { label: ['逾期', 'Overdue'], from: ['20', '21'], to: '22', by: after('endDate') },
  suspend: { label: ['暂停', 'Suspend'], from: ['20', '21'], to: '90', form: reason },
  resume: {
    label: ['恢复', 'Resume'],
    from: ['10', '90'],
    to: '20',
    ask: ['恢复为在研？', 'Restore the project to in progress?'],
  },
  pend: {
    label: ['暂缓立项', 'Put approval on hold'],
    from: ['20'],
    to: '10',
    ask: [
      '暂缓后项目转为待立项，不能办理其他业务，确定？',
      'The project returns to pending approval and nothing else can be filed. Continue?',
    ],
  },
  registerConclusion: {
    label: ['登记结题', 'Record closeout'],
    from: [...underWayCodes],
    to: '40',
    at: 'selection',
    form: reason,
    set: (_row, _input, { today }) => ({ concludedOn: today }),
  },
  // Registers an ethics approval or similar during the project, and its renewals.
  registerStatement: {
    label: ['登记合规批件', 'Record compliance approval'],
    from: ['10', ...underWayCodes, '30'],
    form: statementFields,
    set: ({ compliance }, input) => ({
      compliance: withStatement(compliance, input as ComplianceStatement),
    }),
    done: ['已登记', 'Recorded'],
  },
  close: {
    label: ['结账', 'Close account'],
    from: [...endedCodes],
    by: 'posting',
    set: (row, _input, { today }) =>
      isSettled(row)
        ? { isClosed: '1', closedOn: row.closedOn ?? today }
        : { isClosed: '0', closedOn: null },
  },
  reopen: {
    label: ['重新开账', 'Reopen account'],
    from: [...endedCodes],
    form: reason,
    guard: {
      fields: ['isClosed'],
      check: ({ isClosed }) =>
        isClosed === '1' ? null : ['项目尚未结账', 'The account has not been closed'],
    },
    set: () => ({ isClosed: '0', closedOn: null }),
  },
  registerTermination: {
    label: ['登记终止', 'Record termination'],
    from: [...underWayCodes, '90'],
    to: '60',
    form: reason,
    danger: true,
  },
} as const satisfies Readonly<Record<string, ProgramAction>>;

/** Actions that people may take. */
export const programMoves = [
  'registerStatement',
  'suspend',
  'resume',
  'pend',
  'registerConclusion',
  'registerTermination',
  'reopen',
] as const;
