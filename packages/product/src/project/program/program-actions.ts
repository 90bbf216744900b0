import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Action } from '@keyan/kernel/definition/life/actions.ts';
import { after } from '@keyan/kernel/definition/life/due.ts';
import type { ActionContext } from '@keyan/kernel/definition/resource.ts';
import { underWay } from '../access.ts';
import { type Statement, statementFields, withStatement } from '../compliance/compliance.ts';

interface Program {
  readonly endDate: string | null;
  readonly concludedOn: string | null;
  readonly compliance: readonly Statement[] | null;
}

type ProgramAction = Action<Program, 'endDate' | 'concludedOn' | 'compliance', ActionContext>;

const reason = { reason: f.reason(['原因', 'Reason']) };

/**
 * How the state of a project changes: by the effects of extensions, conclusions and
 * terminations, by the clock once its end has passed, and by the research office, which suspends
 * projects and registers conclusions and terminations that took place before this system was used.
 */
export const programActions = {
  extend: { label: ['延期', 'Extend'], from: [...underWay], to: '21', by: 'effect' },
  change: { label: ['变更', 'Change'], from: [...underWay], by: 'effect' },
  conclude: { label: ['申请结题', 'Conclude'], from: [...underWay], to: '30', by: 'effect' },
  concluded: { label: ['结题', 'Concluded'], from: [...underWay, '30'], to: '40', by: 'effect' },
  terminate: { label: ['申请终止', 'Terminate'], from: [...underWay], to: '50', by: 'effect' },
  terminated: { label: ['终止', 'Terminated'], from: [...underWay, '50'], to: '60', by: 'effect' },
  revoked: { label: ['撤项', 'Revoked'], from: [...underWay, '50'], to: '61', by: 'effect' },
  expire: { label: ['逾期', 'Overdue'], from: ['20', '21'], to: '22', by: after('endDate') },
  suspend: { label: ['暂停', 'Suspend'], from: ['20', '21'], to: '90', form: reason },
  resume: {
    label: ['恢复', 'Resume'],
    from: ['10', '90'],
    to: '20',
    ask: ['恢复为在研？', 'Is the project in progress again?'],
  },
  pend: {
    label: ['转待立项', 'Await approval'],
    from: ['20'],
    to: '10',
    ask: ['转为待立项后不能办理其他业务，确定？', 'Nothing can be filed about it then. Go on?'],
  },
  registerConclusion: {
    label: ['登记结题', 'Register conclusion'],
    from: [...underWay],
    to: '40',
    at: 'selection',
    form: reason,
    set: (_row, _input, { today }) => ({ concludedOn: today }),
  },
  // 伦理批件 and the like come while a project is under way, and are renewed.
  registerStatement: {
    label: ['登记合规批件', 'Register a statement'],
    from: ['10', ...underWay, '30'],
    form: statementFields,
    set: ({ compliance }, input) => ({
      compliance: withStatement(compliance, input as unknown as Statement),
    }),
    done: ['已登记', 'Registered'],
  },
  registerTermination: {
    label: ['登记终止', 'Register termination'],
    from: [...underWay, '90'],
    to: '60',
    form: reason,
    danger: true,
  },
} as const satisfies Readonly<Record<string, ProgramAction>>;

/** Actions of people. */
export const programMoves = [
  'registerStatement',
  'suspend',
  'resume',
  'pend',
  'registerConclusion',
  'registerTermination',
] as const;
