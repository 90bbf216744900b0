import { type Status, statuses } from '../../access/status.ts';
import type { RowLike } from '../../values/row.ts';
import type { Fields } from '../field/field.ts';
import type { Process, StepPlace } from './process.ts';

/**
 * Phase of a record's approval, by the names of the statuses. A record without approval is approved
 * when stored: saving is final.
 */
export type Phase = keyof typeof statuses;

export const phases = Object.keys(statuses) as readonly Phase[];

const phaseBy = Object.fromEntries(phases.map((phase) => [statuses[phase], phase])) as Readonly<
  Record<Status, Phase>
>;

/** Appearance of a state on a page: that of a phase, or `alarm` for late or disputed records. */
export type StateAppearance = Phase | 'alarm';

/** State codes that a step of the approval gives a record. */
export interface StepStates {
  /** State while the record is at the step. */
  readonly state?: string;
  /** State after agreement, until a later step gives another. */
  readonly passed?: string;
  /** State after a refusal at the step. */
  readonly refused?: string;
}

/**
 * States of a kind of record: codes of one of its fields, for a kind with more or other states than
 * an approval has.
 */
export interface States<Name extends string = string> {
  /** Computed field with the code. Only actions, the approval and effects write it. */
  readonly field: Name;
  /**
   * With an approval: state codes by phase. The approval gives a record the first code of the
   * phase, unless a step gives another; actions of the kind move it between the codes of a phase.
   * Only the phase void may share a code, not the first, with another phase: an action leads to the
   * same end (红冲 or 作废).
   */
  readonly phases?: Readonly<Record<Phase, readonly [string, ...string[]]>>;
  /**
   * With an approval: state codes given by steps with a tag, by tag. They also apply to routes that
   * administrators deploy, since these name the tags.
   */
  readonly steps?: Readonly<Record<string, StepStates>>;
  /**
   * With an approval: appearances by code, for states that look different from their phase. An
   * approved record may be late (`alarm`), pending (`inApproval`) or ended (`refused`, `recalled`,
   * `void`).
   */
  readonly looks?: Readonly<Record<string, StateAppearance>>;
  /** Without an approval: state code of a new record. */
  readonly initial?: string;
  /**
   * Without an approval: state codes in which people may edit and delete a record; default: all.
   */
  readonly editable?: readonly string[];
  /**
   * Without an approval: state codes, besides the initial one, that imported older records may
   * have; default: none.
   */
  readonly imported?: readonly string[];
}

/**
 * Further life of a record beside its approval, with state codes in a separate field: the
 * performance of a contract, the settlement of an invoice. Begins when the record enters one of the
 * places `during`, and ends when the record leaves them; in between, actions with this `life`
 * change the code.
 */
export interface RecordLife<Name extends string = string> {
  /**
   * Computed field with the code. Written only by actions of this life, and when the record enters
   * or leaves `during`.
   */
  readonly field: Name;
  /** Phases of the approval, or state codes of the record. */
  readonly during: readonly string[];
  /** Initial code. */
  readonly begins: string;
  /** Codes by phase while the life is not in progress; if omitted, the field is empty. */
  readonly outside?: Readonly<Partial<Record<Phase, string>>>;
}

/** Declaration of the states of a kind, of its further lives, or of both. */
export type StatesDeclaration<Name extends string = string> =
  | States<Name>
  | RecordLife<Name>
  | readonly (States<Name> | RecordLife<Name>)[];

const isLife = (one: States | RecordLife): one is RecordLife => 'during' in one;

/**
 * Splits the declaration of a kind into its states and its further lives. If a declared resource is
 * declared again, its lives are already separate.
 * @throws Error for two declarations of states along the approval.
 */
export const splitStates = <Name extends string>(
  key: string,
  declaration: StatesDeclaration<Name> | undefined,
): { readonly states?: States<Name>; readonly lives?: readonly RecordLife<Name>[] } => {
  const all: readonly (States<Name> | RecordLife<Name>)[] =
    declaration === undefined ? [] : [declaration].flat();
  const lives = all.filter((one): one is RecordLife<Name> => isLife(one));
  const [states, ...more] = all.filter((one): one is States<Name> => !isLife(one));
  if (more.length > 0) throw new Error(`${key}: two of its states follow the approval`);
  return { ...(states && { states }), ...(lives.length > 0 && { lives }) };
};

/** Properties of a resource that declare the states of its records. */
interface ResourceWithStates {
  readonly states?: States;
  readonly lives?: readonly RecordLife[];
}

/** States or phases from which an action begins, or in which an effect applies. */
export interface StatePlace {
  /** Codes of states or of a further life, or phases. */
  readonly from: readonly string[];
  /** Field of the further life; if omitted, the states of the record. */
  readonly life?: string | undefined;
}

/** Returns the phase of a stored row. */
export const phaseOf = ({ auditStatus }: RowLike): Phase =>
  auditStatus === undefined || auditStatus === null ? 'approved' : phaseBy[auditStatus as Status];

/** Returns the state of a stored row: its code, or its phase if the kind declares no states. */
export const stateOf = ({ states }: ResourceWithStates, row: RowLike): string => {
  const code = states && row[states.field];
  return typeof code === 'string' ? code : (states?.initial ?? phaseOf(row));
};

/** True if a stored row is in one of these states or phases. */
export const isInState = (
  resource: ResourceWithStates,
  row: RowLike,
  places: readonly string[],
): boolean => places.includes(stateOf(resource, row)) || places.includes(phaseOf(row));

/** Returns the life whose code is in this field. @throws Error if the kind has none there. */
export const lifeInField = ({ lives = [] }: ResourceWithStates, field: string): RecordLife => {
  const life = lives.find((one) => one.field === field);
  if (!life) throw new Error(`there is no life in ${field}`);
  return life;
};

/**
 * True if a stored row is where an action begins or an effect applies; a life must be in progress.
 */
export const isAtPlace = (
  resource: ResourceWithStates,
  row: RowLike,
  { from, life }: StatePlace,
): boolean => {
  if (life === undefined) return isInState(resource, row, from);
  const { during, field } = lifeInField(resource, life);
  return isInState(resource, row, during) && from.includes(String(row[field]));
};

/**
 * Returns the field that an action moves, and the codes from which it begins; undefined without
 * states.
 */
export const codesAtPlace = (
  resource: ResourceWithStates,
  { from, life }: StatePlace,
): { readonly field: string; readonly codes: readonly string[] } | undefined => {
  if (life !== undefined) return { field: life, codes: from };
  const { states } = resource;
  return states && { field: states.field, codes: codesOfPlaces(states, from) };
};

/**
 * Returns the codes that a change gives a row's lives: the first code of a life that begins, the
 * code outside (or null) of a life not in progress. Lives that continue are left out.
 */
export const lifeCodesAfter = (
  resource: ResourceWithStates,
  before: RowLike | null,
  after: RowLike,
): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    (resource.lives ?? []).flatMap(({ field, during, begins, outside = {} }) => {
      if (!isInState(resource, after, during)) return [[field, outside[phaseOf(after)] ?? null]];
      return before && isInState(resource, before, during) ? [] : [[field, begins]];
    }),
  );

/** Returns the fields with the states of a record, besides its status. */
export const stateFields = ({ states, lives = [] }: ResourceWithStates): readonly string[] => [
  ...(states ? [states.field] : []),
  ...lives.map(({ field }) => field),
];

/** Expands phases in a list of places to their state codes. */
export const codesOfPlaces = (
  { phases: byPhase }: Pick<States, 'phases'>,
  places: readonly string[],
): readonly string[] => places.flatMap((place) => byPhase?.[place as Phase] ?? [place]);

/** Code of `StepStates` by the result of a step; a step that was sent back gives none. */
const given = { open: 'state', approve: 'passed', refuse: 'refused', back: undefined } as const;

/**
 * Returns the state of a record that has entered a phase or moved within it: the code of the
 * current steps, otherwise of the newest finished step, otherwise the first code of the phase.
 * Returns and recalls need no rule of their own, since the places are computed from the whole
 * approval.
 * @param places current steps, then the outcomes that count, the newest first
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
 * True if the approval may revert or void an approved record: only in the first code of its states
 * and lives; later actions of the kind must be undone first.
 */
export const isFreshlyApproved = (resource: ResourceWithStates, row: RowLike): boolean => {
  const { lives = [] } = resource;
  const isMoved = ({ during, field, begins }: RecordLife) =>
    isInState(resource, row, during) && row[field] !== begins;
  if (phaseOf(row) === 'approved' && lives.some(isMoved)) return false;
  const first = resource.states?.phases?.approved[0];
  return first === undefined || phaseOf(row) !== 'approved' || stateOf(resource, row) === first;
};

/** True if people may edit the row in its state. For kinds without an approval. */
export const isEditableState = (resource: ResourceWithStates, row: RowLike): boolean =>
  resource.states?.editable?.includes(stateOf(resource, row)) ?? true;

/** Properties of a resource to which its states refer. */
interface Checked {
  readonly key: string;
  readonly fields: Fields;
  readonly processes: readonly Process[];
  readonly states?: States;
  readonly lives?: readonly RecordLife[];
}

/** Returns the codes of the field with the states. */
export const stateCodesOf = ({
  fields,
  states,
}: Pick<Checked, 'fields' | 'states'>): readonly string[] =>
  states ? (fields[states.field]?.spec.dictionary?.entries.map(({ code }) => code) ?? []) : [];

const codesIn = ({ fields }: Pick<Checked, 'fields'>, field: string): readonly string[] =>
  fields[field]?.spec.dictionary?.entries.map(({ code }) => code) ?? [];

/**
 * Returns the places that an action or an effect may name: the codes of the life; otherwise state
 * codes, and the phases if records have an approval or no states.
 */
export const statePlacesOf = (resource: Checked, life?: string): readonly string[] =>
  life === undefined
    ? [
        ...stateCodesOf(resource),
        ...(resource.processes.length > 0 || !resource.states ? phases : []),
      ]
    : codesIn(resource, life);

/**
 * Checks the further lives. @throws Error for a life without a computed code field, with an unknown
 * code or an unknown place.
 */
const checkLives = (resource: Checked): void => {
  const { key, fields, lives = [], states } = resource;
  const named = new Set(states ? [states.field] : []);
  for (const { field, during, begins, outside = {} } of lives) {
    const wrong = (what: string) => new Error(`${key}: the life ${field} ${what}`);
    const spec = fields[field]?.spec;
    if (spec?.type !== 'dict' || !spec.readonly) throw wrong('is no computed code field');
    if (named.has(field)) throw wrong('has the field of another one');
    named.add(field);
    const codes = codesIn(resource, field);
    const unknown = [begins, ...Object.values(outside)].find((code) => !codes.includes(code));
    if (unknown !== undefined) throw wrong(`has no code ${unknown}`);
    const places = statePlacesOf(resource);
    const astray = during.find((place) => !places.includes(place));
    if (astray !== undefined || during.length === 0) {
      throw wrong(`goes on during ${astray ?? 'nothing'}, which there is not`);
    }
  }
};

/** True if the code is in one phase, or in void and, not as its first code, in one other phase. */
const isPlaced = ({ phases: byPhase }: States, code: string): boolean => {
  const within = phases.filter((phase) => byPhase?.[phase].includes(code));
  if (within.length !== 2) return within.length === 1;
  const other = within.find((phase) => phase !== 'void');
  return within.includes('void') && other !== undefined && byPhase?.[other][0] !== code;
};

/**
 * Checks the states of a resource.
 * @throws Error for a missing field or code, and for a code in no phase or in several: only void
 * may share a code,
 *   with an action that leads to the same end.
 */
export const checkStates = (resource: Checked): void => {
  checkLives(resource);
  const { key, fields, processes, states } = resource;
  if (!states) return;
  const wrong = (what: string) => new Error(`${key}: the state ${states.field} ${what}`);
  const spec = fields[states.field]?.spec;
  if (spec?.type !== 'dict' || !spec.readonly) throw wrong('is no computed code field');
  const codes = stateCodesOf(resource);
  const named = [
    ...Object.values(states.phases ?? {}).flat(),
    ...Object.values(states.steps ?? {}).flatMap((step) => Object.values(step)),
    ...Object.keys(states.looks ?? {}),
    ...(states.initial === undefined ? [] : [states.initial]),
    ...(states.editable ?? []),
    ...(states.imported ?? []),
  ];
  const unknown = named.find((code) => !codes.includes(code));
  if (unknown !== undefined) throw wrong(`has no code ${unknown}`);
  if (processes.length === 0) {
    if (states.phases ?? states.steps ?? states.looks)
      throw wrong('has phases, but there is no approval');
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
  const astray = codes.find((code) => !isPlaced(states, code));
  if (astray !== undefined) throw wrong(`has ${astray} in no phase or in several`);
};
