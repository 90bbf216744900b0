import type { StepPlace } from '@keyan/kernel/definition/life/process.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';
import { type Decision, decide } from '@keyan/kernel/workflow/decide.ts';
import type { DecisionInput, ProcessActor } from '@keyan/kernel/workflow/decision-input.ts';
import type { Facts } from '@keyan/kernel/workflow/expression.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { ConditionUndecidable } from '@keyan/kernel/workflow/judging/judge.ts';
import { taggedPlacesOf } from '@keyan/kernel/workflow/outcomes.ts';
import type { Snapshot } from '@keyan/kernel/workflow/state.ts';
import type { RecordServices, TransactionContext } from '../../records/behaviour.ts';
import type { ProcessColumns } from '../../records/process-columns.ts';
import type { Session } from '../../store/connection/database.ts';
import type { WorkflowCache } from '../drawings/cache.ts';
import { calendarFor } from '../drawings/calendar.ts';
import { messagesOfDecision, staleMessagesOf, waitNotices } from '../people/notices.ts';
import { type FallbackPeople, type LoadedDirectory, loadDirectory } from '../people/people.ts';
import { refuseUndecidable } from '../troubles/unjudged.ts';
import { processColumns } from './columns.ts';
import { peopleInFacts } from './facts.ts';
import {
  type MatterRegistry,
  notifyMatters,
  responsiblePeopleIn,
  startedWaits,
} from './matters.ts';
import { peopleConcerned, saveEvents } from './rows.ts';

/** Context of every decision of an installation. */
export interface DecisionContext {
  readonly fallbacks: FallbackPeople;
  readonly cache: WorkflowCache;
  /** Matters for which routes may wait. */
  readonly matters: MatterRegistry;
}

/** Subject of a decision: a running process, or a record without one. */
export interface DecisionSubject {
  readonly snapshot: Snapshot | null;
  readonly graph: Graph;
  /** Kind of a process to be started; a snapshot contains its own. */
  readonly kind?: string;
  readonly department: string | null;
  /** People whom the record names besides its applicant; left out, those stored with its tasks. */
  readonly concerned?: ReadonlySet<string>;
  /** False if the record may not be copied to anybody; true by default. */
  readonly copiable?: boolean;
  /** Facts of the record for conditions, as it will be stored. */
  readonly facts: Facts;
  /** Facts of the record before the edits of the command, for steps after which the route is evaluated again. */
  readonly factsBefore?: Facts | undefined;
  /** Ids of further people whose names or state are needed. */
  readonly others?: readonly string[];
}

/** Everything that `decide` needs. */
export interface PreparedDecision extends DecisionInput {
  readonly directory: LoadedDirectory;
  readonly matters: MatterRegistry;
}

/** Stored decision, and its effect on the record's columns. */
export interface StoredDecision {
  readonly decision: Decision;
  readonly process: ProcessColumns;
  readonly places: readonly StepPlace[];
}

/** Returns the people whom the record of a process names, as its open tasks store them. */
const concernedNow = async (
  session: Session,
  snapshot: Snapshot | null,
): Promise<ReadonlySet<string>> => {
  if (!snapshot) return new Set();
  const { id } = snapshot.instance;
  return (await peopleConcerned(session, [id])).get(id) ?? new Set();
};

/** Loads what a decision depends on, without locks, also for dry runs. */
export const prepareDecision = async (
  { fallbacks, cache, matters }: DecisionContext,
  session: Session,
  engine: Pick<RecordServices, 'clock' | 'ids'>,
  actor: ProcessActor,
  subject: DecisionSubject,
): Promise<PreparedDecision> => {
  const { snapshot, graph } = subject;
  const applicant = snapshot?.instance.applicant ?? actor.id;
  const others = [
    actor.id,
    ...(subject.others ?? []),
    ...peopleInFacts(graph, { ...subject.facts, ...snapshot?.instance.frozen }),
    ...(snapshot?.tasks.flatMap(({ assignee, owner, actor: by }) =>
      [assignee, owner, by].flatMap((id) => id ?? []),
    ) ?? []),
  ];
  const directory = await loadDirectory(
    session,
    cache,
    graph,
    fallbacks,
    subject.department,
    applicant,
    subject.concerned ?? (await concernedNow(session, snapshot)),
    others,
    [
      ...(snapshot?.tasks.flatMap((task) => (task.status === 'TODO' ? task.candidates : [])) ?? []),
      ...responsiblePeopleIn(graph, matters),
    ],
    { kind: snapshot?.instance.kind ?? subject.kind ?? '', now: engine.clock() },
  );
  return {
    graph,
    directory,
    matters,
    touched: await startedWaits(session, matters, graph, snapshot),
    actor,
    settings: directory.settings,
    facts: subject.facts,
    ...(subject.factsBefore === undefined ? {} : { factsBefore: subject.factsBefore }),
    ...(subject.copiable === undefined ? {} : { copiable: subject.copiable }),
    calendar: await calendarFor(session, cache, graph, engine.clock()),
    now: engine.clock(),
    nextId: () => engine.ids.next(),
  };
};

/**
 * Decides a command, stores its events and sends its messages, in the caller's transaction. The caller writes the
 * record's own row.
 * @throws Refused if the command is refused.
 */
export const carryOutDecision = async (
  context: TransactionContext,
  resource: Resource,
  snapshot: Snapshot | null,
  command: Command,
  prepared: PreparedDecision,
): Promise<StoredDecision> => {
  const world = { ...prepared, now: context.now };
  const decision = decide(snapshot, command, world);
  if (decision instanceof ConditionUndecidable)
    throw refuseUndecidable(context, resource, snapshot, decision);
  if (decision instanceof Refused) throw decision;
  const { graph } = decision;
  if (decision.events.length === 0) return whatItIs(decision, world);
  saveEvents(context.tx, graph, decision.events, world.directory.concerned);
  const { nameOf } = world.directory;
  const begun = await notifyMatters(context, world.matters, graph, snapshot, decision.snapshot);
  const notices = [
    ...messagesOfDecision(decision.events, decision, resource, nameOf),
    ...waitNotices(begun, decision.snapshot, resource, world.directory),
  ];
  const stale = staleMessagesOf(decision.events, snapshot, world.directory);
  if (stale) context.engine.messages.settle(context.tx, stale);
  if (notices.length > 0) await context.engine.messages.send(context.tx, notices);
  return whatItIs(decision, world);
};

const whatItIs = (decision: Decision, { directory }: PreparedDecision): StoredDecision => ({
  decision,
  process: processColumns(decision.snapshot, decision.graph, directory),
  places: taggedPlacesOf(decision.snapshot, decision.graph, decision.events),
});
