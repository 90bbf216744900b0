import { type Status, statuses } from '../access/status.ts';
import type { Fields } from './field.ts';
import type { Process, StepPlace } from './process.ts';

/**
 * Where a record is in its approval, by the names of the statuses. A record that needs no approval is
 * approved as soon as it is stored: saving is final.
 */
export type Phase = keyof typeof statuses;

export const phases = Object.keys(statuses) as readonly Phase[];

const phaseBy = Object.fromEntries(phases.map((phase) => [statuses[phase], phase])) as Readonly<
  Record<Status, Phase>
>;

/** The codes that a step of the approval gives. */
export interface StepStates {
  /** While the record waits there. */
  readonly state?: string;
  /** When it was agreed to there and waits for later steps that give none. */
  readonly passed?: string;
  /** When it was refused there. */
  readonly refused?: string;
}

/**
 * The states of a kind of record: codes of one of its own fields, for a kind that has more of them than
 * an approval, or other ones.
 */
export interface States<Name extends string = string> {
  /** A computed code field. Nothing but actions, the approval and effects writes it. */
  readonly field: Name;
  /**
   * With an approval: the codes of each phase. The approval puts a record into the first of them,
   * unless a step says otherwise; own actions move it between the others.
   */
  readonly phases?: Readonly<Record<Phase, readonly [string, ...string[]]>>;
  /**
   * With an approval: the codes that tagged steps give, by their tags. A route that administrators
   * deploy has them too: it names the tags.
   */
  readonly steps?: Readonly<Record<string, StepStates>>;
  /** Without an approval: the code of a new record. */
  readonly initial?: string;
  /** Without an approval: the codes in which people may change and delete a record; all by default. */
  readonly editable?: readonly string[];
  /**
   * Without an approval: the codes, beside the first, in which an import brings records that are older
   * than this system; none by default.
   */
  readonly imported?: readonly string[];
}

type RowLike = Readonly<Record<string, unknown>>;

/** What of a resource says where its records stand. */
interface Stateful {
  readonly states?: States;
}

/** Where a stored row is in its approval. */
export const phaseOf = ({ auditStatus }: RowLike): Phase =>
  auditStatus === undefined || auditStatus === null ? 'approved' : phaseBy[auditStatus as Status];

/** The state of a stored row: a code of its own, or its phase where the kind has none. */
export const stateOf = ({ states }: Stateful, row: RowLike): string => {
  const code = states && row[states.field];
  return typeof code === 'string' ? code : (states?.initial ?? phaseOf(row));
};

/** Does a stored row stand in one of these states or phases? */
export const isIn = (resource: Stateful, row: RowLike, places: readonly string[]): boolean =>
  places.includes(stateOf(resource, row)) || places.includes(phaseOf(row));

/** The codes of these places, phases and states. */
export const placesWithin = (
  { phases: byPhase }: Pick<States, 'phases'>,
  places: readonly string[],
): readonly string[] => places.flatMap((place) => byPhase?.[place as Phase] ?? [place]);

/** Which code of a step each place gives; one sent back starts its phase anew. */
const given = { open: 'state', approve: 'passed', refuse: 'refused', back: undefined } as const;

/**
 * The state of a record that has just come into a phase, or moved within it: what the steps where it
 * stands give, else the newest step behind it, else the first code of the phase. Sending back and
 * recalling need no rule of their own: the places are computed from the whole approval.
 * @param places where it waits, then the outcomes that count, the newest first
 */
export const stateInPhase = (
  { phases: codes, steps = {} }: States,
  phase: Phase,
  places: readonly StepPlace[] = [],
): string | undefined => {
  const inPhase: readonly string[] = codes?.[phase] ?? [];
  return (
    places
      .flatMap(({ tag, result }) => {
        const kind = given[result];
        return (kind && steps[tag]?.[kind]) ?? [];
      })
      .find((code) => inPhase.includes(code)) ?? inPhase[0]
  );
};

/**
 * May the approval take an approved record back or void it? Only from the first code: what own
 * actions did since has to be undone by them.
 */
export const isFreshlyApproved = (resource: Stateful, row: RowLike): boolean => {
  const first = resource.states?.phases?.approved[0];
  return first === undefined || phaseOf(row) !== 'approved' || stateOf(resource, row) === first;
};

/** May people change the row where it stands? Of a kind without an approval. */
export const isEditableState = (resource: Stateful, row: RowLike): boolean =>
  resource.states?.editable?.includes(stateOf(resource, row)) ?? true;

/** The parts of a resource that its states refer to. */
interface Checked {
  readonly key: string;
  readonly fields: Fields;
  readonly processes: readonly Process[];
  readonly states?: States;
}

/** The codes of the field with the states. */
export const codesOf = ({
  fields,
  states,
}: Pick<Checked, 'fields' | 'states'>): readonly string[] =>
  states ? (fields[states.field]?.spec.dictionary?.entries.map(({ code }) => code) ?? []) : [];

/**
 * Everything that `from` of an action or the places of an effect may name: own codes, and phases
 * where records go through an approval or have no states of their own.
 */
export const placesOf = (resource: Checked): readonly string[] => [
  ...codesOf(resource),
  ...(resource.processes.length > 0 || !resource.states ? phases : []),
];

/** @throws Error for a field or code that is missing, and for a code in two phases or in none. */
export const checkStates = (resource: Checked): void => {
  const { key, fields, processes, states } = resource;
  if (!states) return;
  const wrong = (what: string) => new Error(`${key}: the state ${states.field} ${what}`);
  const spec = fields[states.field]?.spec;
  if (spec?.kind !== 'dict' || !spec.readonly) throw wrong('is no computed code field');
  const codes = codesOf(resource);
  const named = [
    ...Object.values(states.phases ?? {}).flat(),
    ...Object.values(states.steps ?? {}).flatMap((step) => Object.values(step)),
    ...(states.initial === undefined ? [] : [states.initial]),
    ...(states.editable ?? []),
    ...(states.imported ?? []),
  ];
  const unknown = named.find((code) => !codes.includes(code));
  if (unknown !== undefined) throw wrong(`has no code ${unknown}`);
  if (processes.length === 0) {
    if (states.phases ?? states.steps) throw wrong('has phases, but there is no approval');
    if (states.initial === undefined) throw wrong('needs a first code');
    if (spec.initial !== states.initial) throw wrong(`does not begin as ${states.initial}`);
    return;
  }
  if (!states.phases) throw wrong('needs the codes of each phase');
  if (states.initial ?? states.editable ?? states.imported)
    throw wrong('takes its first code from its phases');
  const tags = new Set(
    processes.flatMap((process) => process.steps.map((step) => ('tag' in step ? step.tag : ''))),
  );
  const stray = Object.keys(states.steps ?? {}).find((tag) => !tags.has(tag));
  if (stray !== undefined) throw wrong(`knows no step tagged ${stray}`);
  const placed = Object.values(states.phases).flat();
  const astray = codes.find((code) => placed.filter((each) => each === code).length !== 1);
  if (astray !== undefined) throw wrong(`has ${astray} in no phase or in several`);
};
