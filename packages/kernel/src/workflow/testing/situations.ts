import type { Command, CommandName } from '../command.ts';
import type { Decision } from '../decide.ts';
import type { LogEntry, Scope, Snapshot, StepVisit, Task } from '../state.ts';
import { applicantId, applyStep, isApplyStep, isCounting, type Step } from './blocks.ts';
import type { Oracle } from './oracle.ts';
import type { Plan } from './plan.ts';
import type { PlayerStatement } from './said.ts';

/** Accepted command with the states before and after it. */
export interface Moment {
  readonly said: PlayerStatement;
  readonly by: string;
  readonly before: Snapshot | null;
  readonly decision: Decision;
  readonly plan: Plan;
  /** Oracle after the command. */
  readonly oracle: Oracle;
}

const itemOf = (said: PlayerStatement) => ('item' in said ? said.item : undefined);

const stepOf = ({ said, plan }: Moment): Step | undefined =>
  plan.steps.get(itemOf(said)?.step ?? '');

const linesOf = ({ decision }: Moment): readonly LogEntry[] =>
  decision.events.flatMap((event) => (event.type === 'log' ? [event.entry] : []));

const says = (moment: Moment, reason: string): boolean =>
  linesOf(moment).some((line) => line.reason?.[0].startsWith(reason));

const ends = ({ decision }: Moment, status: string): boolean =>
  decision.snapshot.instance.status === status;

const visitsOf = ({ decision }: Moment): readonly StepVisit[] =>
  decision.events.flatMap((event) => (event.type === 'visit' ? [event.row] : []));

const scopesOf = ({ decision }: Moment): readonly Scope[] =>
  decision.events.flatMap((event) => (event.type === 'scope' ? [event.row] : []));

const tasksOf = ({ decision }: Moment): readonly Task[] =>
  decision.events.flatMap((event) => (event.type === 'task' ? [event.row] : []));

/** Returns the row before the command. */
const before = <T extends { readonly id: string }>(
  rows: readonly T[] | undefined,
  { id }: T,
): T | undefined => rows?.find((row) => row.id === id);

/** Recognises votes while several people decide. */
const votes =
  (fits: (step: Step) => boolean) =>
  (moment: Moment): boolean => {
    const step = stepOf(moment);
    const votes = moment.said.is === 'agree' || moment.said.is === 'disagree';
    return votes && step?.together != null && fits(step);
  };

const isBack = ({ said }: Moment): boolean => said.is === 'back';

/** Recognises a return into a closed fork, which opens it for one branch. */
const reopens = (moment: Moment): boolean =>
  isBack(moment) && scopesOf(moment).some(({ status, partial }) => status === 'OPEN' && partial);

/** Recognises whether steps between are voided, which `direct` prevents. */
const voids = (moment: Moment): boolean =>
  visitsOf(moment).some(
    (visit) =>
      visit.void &&
      !before(moment.before?.visits, visit)?.void &&
      visit.node !== itemOf(moment.said)?.step &&
      'to' in moment.said &&
      visit.node !== moment.said.to,
  );

const isDirect = ({ said, oracle }: Moment): boolean =>
  said.is === 'back' && (said.direct ?? oracle.rules.resubmit === 'direct');

const taskOf = ({ before: snapshot, said, by }: Moment): Task | undefined =>
  said.is === 'withdraw'
    ? snapshot?.tasks.findLast(
        ({ node, actor, status }) => node === said.item.step && actor === by && status === 'DONE',
      )
    : undefined;

/** Returns the visit whose vote is withdrawn, before the command. */
const takenBack = (moment: Moment): StepVisit | undefined => {
  const task = taskOf(moment);
  return moment.before?.visits.find(({ id }) => id === task?.visit);
};

const endOf = ({ plan }: Moment, result: string | null): boolean =>
  plan.exits.some((exit) => exit.result === result);

/**
 * Situations that plays must meet often enough, with functions that recognise them. A rule that no
 * play meets is not tested by plays.
 */
export const situations: Readonly<Record<string, (moment: Moment) => boolean>> = {
  'a vote of several, all to agree': votes(({ together }) => together?.votes == null),
  'a vote in turn': votes(({ together }) => together?.sequential === true),
  'a vote that is counted': votes(isCounting),
  'a vote by shares': votes(({ together }) => typeof together?.votes?.agree === 'number'),
  'a vote by a completion condition': votes(({ together }) => together?.completion != null),
  'a vote is lost and sends back': (moment) => says(moment, '表决未通过'),
  'a condition judges a parameter of the submission': (moment) =>
    linesOf(moment).some((line) => line.extra?.facts.param !== undefined),
  'an inclusive fork takes several branches of several': (moment) =>
    scopesOf(moment).some(
      (scope) =>
        scope.expected > 1 &&
        !before(moment.before?.scopes, scope) &&
        moment.plan.splits.some(({ id, is }) => id === scope.fork && is === 'inclusive'),
    ),
  'a reopened fork asks for more branches': (moment) =>
    scopesOf(moment).some(
      (scope) =>
        scope.partial && scope.expected > 1 && before(moment.before?.scopes, scope)?.expected === 1,
    ),
  'a reopened fork of changed facts asks a branch that was not asked before': (moment) =>
    visitsOf(moment).some((visit) => {
      const scope = moment.decision.snapshot.scopes.find(({ id }) => id === visit.scope);
      const known = moment.before?.visits.some(({ node }) => node === visit.node);
      return scope?.partial === true && !known;
    }),
  'a return to the applicant': ({ said }) => said.is === 'back' && said.to === 'applicant',
  'a return to the step before': ({ said }) => said.is === 'back' && said.to === 'prev',
  'a direct return that leaves approvals valid': (moment) =>
    isBack(moment) && isDirect(moment) && moment.oracle.approvals.length > 0,
  'a full return that voids approvals between': (moment) =>
    isBack(moment) && !isDirect(moment) && voids(moment),
  'a full return into a finished fork': (moment) => reopens(moment) && !isDirect(moment),
  'a direct return into a finished fork': (moment) => reopens(moment) && isDirect(moment),
  'a return out of a fork': (moment) =>
    isBack(moment) && scopesOf(moment).some(({ status }) => status === 'CANCEL'),
  'an approval that is still valid passes a step': (moment) => says(moment, '此前已同意'),
  'the person of the step before passes a step': (moment) => says(moment, '与上一环节办理人相同'),
  'an earlier approver passes a step': (moment) => says(moment, '办理人已在前面环节审批'),
  'a step’s own rule passes whom the university’s would ask': (moment) =>
    moment.oracle.rules.skipSame === 'none' &&
    ['与上一环节办理人相同', '办理人已在前面环节审批'].some((reason) => says(moment, reason)),
  'a step with a rule of its own is asked': (moment) =>
    visitsOf(moment).some(
      (visit) => visit.status === 'ACTIVE' && moment.plan.steps.get(visit.node)?.same === 'none',
    ),
  'a condition passes a step': (moment) => says(moment, '满足跳过条件'),
  'a step without people is passed': (moment) => says(moment, '审批人为空，自动通过'),
  'a step without people refuses': (moment) => says(moment, '审批人为空，自动不通过'),
  'a step without people goes to the administrators': (moment) => says(moment, '未配置'),
  'the applicant alone could act': (moment) => says(moment, '申请人为本环节唯一办理人'),
  'the record names everybody who could act': (moment) => says(moment, '本环节办理人均为'),
  'a drawn loop begins anew': ({ said, plan }) =>
    said.is === 'agree' && plan.mends.has(said.item.step),
  'the whole route begins anew': ({ said, decision, before: snapshot }) =>
    said.is !== 'back' &&
    said.is !== 'start' &&
    decision.snapshot.visits.some(
      ({ id, node, status }) =>
        node === applyStep.id &&
        status === 'ACTIVE' &&
        !snapshot?.visits.some((old) => old.id === id),
    ),
  'the applicant confirms in the middle of the route': (moment) => {
    const step = stepOf(moment);
    return (
      moment.said.is === 'agree' &&
      step !== undefined &&
      isApplyStep(step) &&
      step.id !== applyStep.id
    );
  },
  'the applicant gives up in the middle of the route': (moment) =>
    moment.said.is === 'disagree' && moment.by === applicantId && ends(moment, 'RECALLED'),
  'an end refuses by its own word': (moment) =>
    moment.said.is === 'agree' && ends(moment, 'REFUSED') && endOf(moment, 'refused'),
  'an end withdraws by its own word': (moment) =>
    moment.said.is === 'agree' && ends(moment, 'RECALLED') && endOf(moment, 'withdrawn'),
  'an end approves by its own word': (moment) =>
    ends(moment, 'DONE') && endOf(moment, 'approved') && !endOf(moment, null),
  'an end approves though nobody agreed': (moment) =>
    ends(moment, 'DONE') && moment.oracle.approvals.length === 0,
  'a wait begins': (moment) =>
    visitsOf(moment).some((visit) => visit.due && !before(moment.before?.visits, visit)),
  'a wait is over': ({ said }) => said.is === 'elapse',
  'a step that is not dealt with in time is agreed to': (m) => says(m, '超时未办理，自动同意'),
  'a step that is not dealt with in time refuses': (m) => says(m, '超时未办理，自动不通过'),
  'a step that is not dealt with in time returns': (m) => says(m, '超时未办理，自动退回申请人'),
  'a step that is not dealt with in time goes to others': (m) =>
    says(m, '超时未办理，转由他人办理'),
  'a wait is cancelled by a return': (moment) =>
    isBack(moment) && visitsOf(moment).some((visit) => visit.due && visit.status === 'CANCEL'),
  'a wait lasts longer for a suspension': (moment) =>
    moment.said.is === 'activate' && visitsOf(moment).some(({ due }) => due !== null),
  'a vote of several is taken back': (moment) => takenBack(moment)?.status === 'ACTIVE',
  'a decision is taken back': (moment) => takenBack(moment)?.status === 'DONE',
  'a branch that had come to its join is taken back': (moment) =>
    moment.said.is === 'withdraw' &&
    scopesOf(moment).some(
      (scope) =>
        scope.status === 'OPEN' &&
        scope.arrivals.length < (before(moment.before?.scopes, scope)?.arrivals.length ?? 0),
    ),
  'a claimed task is put back': ({ said }) => said.is === 'unclaim',
  'a task is handed on': ({ said }) => said.is === 'transfer',
  'a person is asked to vote beside another': ({ said }) => said.is === 'sign' && said.how === 'P',
  'a person is asked to speak before another': ({ said }) => said.is === 'sign' && said.how === 'B',
  'a person is asked for an opinion': ({ said }) => said.is === 'sign' && said.how === 'D',
  'a person who was asked asks another': (moment) =>
    moment.said.is === 'sign' &&
    tasksOf(moment).some(({ status, parent }) => status === 'WAIT' && parent !== null),
  'an opinion is given': (moment) =>
    linesOf(moment).some(({ operation }) => operation === 'opinion'),
  'an opinion is taken back': (moment) =>
    moment.said.is === 'withdraw' && tasksOf(moment).some(({ status }) => status === 'WAIT'),
  'a person is done without': ({ said }) => said.is === 'remove',
  'a step is decided because somebody is done without': (moment) =>
    moment.said.is === 'remove' && visitsOf(moment).some(({ status }) => status === 'DONE'),
  'a step is asked in the name of somebody absent': (moment) =>
    moment.said.is !== 'begin' && tasksOf(moment).some(({ owner }) => owner !== null),
  'somebody agrees in the name of somebody absent': (moment) =>
    moment.said.is === 'agree' && linesOf(moment).some(({ owner }) => owner !== null),
  'tasks of somebody go to their proxy when the absence begins': ({ said }) => said.is === 'begin',
  'an absent person takes a task back': ({ said }) => said.is === 'reclaim',
  'tasks of somebody who left go to others': ({ said }) => said.is === 'leave',
  'a turn of somebody who left is left out or handed on': (moment) =>
    moment.said.is === 'leave' &&
    visitsOf(moment).some(
      (visit) => visit.people.join() !== before(moment.before?.visits, visit)?.people.join(),
    ),
  'a task on which nobody can act is offered to others': ({ said }) => said.is === 'rescue',
  'the process is suspended and goes on': ({ said }) => said.is === 'activate',
  'the applicant recalls': ({ said }) => said.is === 'recall',
};

const add = <K>(counts: Map<K, number>, key: K): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** Counts commands and situations, as evidence that a run covered all. */
export class Tally {
  readonly accepted = new Map<CommandName, number>();
  readonly refused = new Map<CommandName, number>();
  readonly met = new Map<string, number>(Object.keys(situations).map((name) => [name, 0]));

  refuse({ is }: Command): void {
    add(this.refused, is);
  }

  accept({ is }: Command, moment: Moment): void {
    add(this.accepted, is);
    for (const [name, applies] of Object.entries(situations)) {
      if (applies(moment)) add(this.met, name);
    }
  }

  /** Adds the counts of another run. */
  take(other: Tally): void {
    for (const part of ['accepted', 'refused', 'met'] as const) {
      const counts = this[part] as Map<string, number>;
      for (const [key, count] of other[part]) counts.set(key, (counts.get(key) ?? 0) + count);
    }
  }
}
