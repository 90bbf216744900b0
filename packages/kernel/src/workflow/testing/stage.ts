import { Refused } from '../../errors.ts';
import type { Command } from '../command.ts';
import type { Decision } from '../decide.ts';
import { decide } from '../decide.ts';
import type { DecisionInput, Settings } from '../decision-input.ts';
import { defaultSettings } from '../decision-input.ts';
import type { ResolvedReference } from '../directory.ts';
import type { Variable } from '../expression.ts';
import type { Graph } from '../graph.ts';
import type { Task, Verdict } from '../state.ts';

type Facts = Readonly<Record<string, Variable>>;

/** People of a process in tests. */
export interface Cast {
  /** Holders by role. */
  readonly people: Readonly<Record<string, readonly string[]>>;
  readonly settings?: Partial<Settings>;
  /** First id of generated rows. */
  readonly firstId?: number;
  /** People named in the record besides its applicant, who is always `a`. */
  readonly concerned?: readonly string[];
  /** False for a record that may not be copied. */
  readonly copiable?: boolean;
}

/**
 * Makes a process for tests with its people, the current decision, and short methods for commands.
 * People whose name begins with `gone` have left; `admin` manages.
 *
 * Long because it is one object of one-line commands.
 */
export const stageOf = (
  graph: Graph,
  { people, settings = {}, concerned = [], copiable = true, firstId = 0 }: Cast,
) => {
  let count = firstId;
  let at: Decision | null = null;
  let facts: Facts = {};
  let factsBefore: Facts | undefined;
  let clock = new Date(0);
  let touched: ReadonlySet<string> = new Set();
  let away: Readonly<Record<string, string>> = {};
  const candidates = (reference: string): ResolvedReference => ({
    reference,
    users: people[reference.replace('role:', '')] ?? [],
  });
  const input = (id: string): DecisionInput => ({
    graph,
    directory: {
      resolve: candidates,
      substitutes: [
        { ...candidates('role:dean'), ofDepartment: true },
        { ...candidates('role:leader'), ofDepartment: false },
      ],
      officeLeaders: (reference) => [candidates(`${reference}-head`)],
      deputies: [candidates('role:secretary')],
      administrators: { reference: 'role:admin', users: ['admin', 'admin2'] },
      concerned: new Set(concerned),
      isActive: (user: string) => !user.startsWith('gone'),
      proxyOf: (user: string) => away[user] ?? null,
    },
    actor: {
      id,
      groups: new Set([
        `user:${id}`,
        ...Object.keys(people).flatMap((role) =>
          people[role]?.includes(id) ? [`role:${role}`] : [],
        ),
      ]),
      manages: id === 'admin' ? 'all' : id === 'office' ? 'office' : false,
    },
    settings: { ...defaultSettings, ...settings },
    facts,
    ...(factsBefore === undefined ? {} : { factsBefore }),
    touched,
    copiable,
    now: clock,
    nextId: () => {
      count += 1;
      return String(count);
    },
  });
  const startCommand: Command = {
    is: 'start',
    definition: 'd',
    kind: 'k',
    business: 'b',
    title: 't',
    department: '1',
  };
  /** Performs a command; returns the record's position, or the refusal. */
  const tell = (command: Command, id: string): string => {
    const decision = decide(at?.snapshot ?? null, command, input(id));
    if (decision instanceof Refused) return decision.message;
    at = decision;
    return decision.position;
  };
  const now = (): Decision => at as Decision;
  const todo = (): Task[] => now().snapshot.tasks.filter((task) => task.status === 'TODO');
  /** Returns the id of the open task on a step, or of the first open one. */
  const task = (node?: string): string =>
    todo().find((item) => node === undefined || item.node === node)?.id ?? '';
  const lastWait = (): string => {
    const waits = now().snapshot.visits.filter(({ node }) => graph.nodes[node]?.type === 'wait');
    return (waits.find(({ status }) => status === 'ACTIVE') ?? waits.at(-1))?.id ?? '';
  };
  return {
    graph,
    input,
    now,
    todo,
    task,
    startCommand,
    tell,
    /** Continues from a decision made elsewhere. */
    take: (decision: Decision) => {
      at = decision;
    },
    /** Sets the facts of the record from here on. */
    know: (values: Facts) => {
      facts = { ...facts, ...values };
    },
    /** Agrees, with changed facts of the record. */
    agreeWith: (by: string, values: Facts) => {
      factsBefore = facts;
      facts = { ...facts, ...values };
      const answer = tell({ is: 'agree', task: task(), comment: '' }, by);
      factsBefore = undefined;
      return answer;
    },
    /** Sets absent people and their proxies from here on. */
    absent: (proxies: Readonly<Record<string, string>>) => {
      away = proxies;
    },
    /** Lets hours pass. */
    later: (hours: number) => {
      clock = new Date(clock.getTime() + hours * 3_600_000);
    },
    /** Ends the open wait by the clock, or tries the last one again. */
    elapse: () => {
      return tell({ is: 'elapse', visit: lastWait() }, 'nobody');
    },
    /** Completes the matter of the open wait, or of the last one. */
    complete: (key: string, verdict: Verdict = 'agree', outcome: Facts = {}) =>
      tell({ is: 'complete', visit: lastWait(), key, verdict, facts: outcome }, 'office'),
    settle: (by: string, verdict: Verdict = 'agree', comment = 'why') =>
      tell({ is: 'settle', visit: lastWait(), verdict, comment }, by),
    /** Marks the matter of the open wait as begun. */
    touch: () => {
      touched = new Set([lastWait()]);
    },
    start: (picked: string[] = [], by = 'a') => tell({ ...startCommand, picked } as Command, by),
    agree: (by: string, id = task()) => tell({ is: 'agree', task: id, comment: '' }, by),
    agreeOn: (node: string, by: string) => tell({ is: 'agree', task: task(node), comment: '' }, by),
    disagree: (by: string, node?: string) =>
      tell({ is: 'disagree', task: task(node), comment: 'no' }, by),
    back: (by: string, to: string, comment = 'why', direct?: boolean) =>
      tell(
        { is: 'back', task: task(), to, comment, ...(direct === undefined ? {} : { direct }) },
        by,
      ),
    backFrom: (node: string, by: string, to: string, direct = false) =>
      tell({ is: 'back', task: task(node), to, comment: 'why', direct }, by),
    /** Returns the open steps, sorted by name, with their holders. */
    open: () =>
      todo()
        .map((item) => `${item.node}:${item.assignee ?? item.candidates.join('+')}`)
        .sort()
        .join(' '),
    /** Returns the reasons of the system's actions in this command. */
    said: () =>
      now().events.flatMap((event) =>
        event.type === 'log' && event.entry.reason ? [event.entry.reason[0]] : [],
      ),
    notified: () =>
      now().events.flatMap((event) =>
        event.type === 'notice' ? [`${event.notice.kind}:${event.notice.to.join()}`] : [],
      ),
    outcomes: () =>
      now().events.flatMap((event) => (event.type === 'outcome' ? [event.outcome] : [])),
  };
};
