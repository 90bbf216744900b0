import { type Status, statuses } from '../../access/status.ts';
import type { RowLike } from '../../values/row.ts';
import type { Fields } from '../field/field.ts';
import type { Process, StepPlace } from './process.ts';

/**
 * Position of a record in its approval, by the names of the statuses. A record that needs no approval is approved
 * as soon as it is stored: saving is final.
 */
export type Phase = keyof typeof statuses;

export const phases = Object.keys(statuses) as readonly Phase[];

const phaseBy = Object.fromEntries(phases.map((phase) => [statuses[phase], phase])) as Readonly<
  Record<Status, Phase>
>;

/** The look of a state on a page: that of a phase, or of something that is late or in dispute. */
export type StateAppearance = Phase | 'alarm';

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
   * unless a step says otherwise; own actions move it between the others. The void may share a code that is not
   * the first of another phase: an action leads to the same end (红冲 or 作废).
   */
  readonly phases?: Readonly<Record<Phase, readonly [string, ...string[]]>>;
  /**
   * With an approval: the codes that tagged steps give, by their tags. A route that administrators
   * deploy has them too: it names the tags.
   */
  readonly steps?: Readonly<Record<string, StepStates>>;
  /**
   * With an approval: the looks of states that tell something else than their phase does, by code. What is granted may
   * be late (`alarm`), wait for somebody (`inApproval`) or have come to nothing (`refused`, `recalled`, `void`).
   */
  readonly looks?: Readonly<Record<string, StateAppearance>>;
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

/**
 * A further life of a record beside its approval, in codes of a field of its own: the performance of a contract, the
 * settlement of an invoice. It begins when the record comes into one of the places `during`, and ends when the
 * record leaves them; actions that name it (`life`) move it meanwhile.
 */
export interface RecordLife<Name extends string = string> {
  /** A computed code field. Nothing but its actions, and entering and leaving `during`, writes it. */
  readonly field: Name;
  /** Phases of the approval, or codes of the record's own states. */
  readonly during: readonly string[];
  /** The code with which it begins. */
  readonly begins: string;
  /** The code by phase while it does not go on; left out, none. */
  readonly outside?: Readonly<Partial<Record<Phase, string>>>;
}

/** Declaration of the states of a kind: its states, and further lives beside them. */
export type StatesDeclaration<Name extends string = string> =
  | States<Name>
  | RecordLife<Name>
  | readonly (States<Name> | RecordLife<Name>)[];

const isLife = (one: States | RecordLife): one is RecordLife => 'during' in one;

/**
 * Parts what a kind says of its states. A resource that is declared again has them apart already.
 * @throws Error for two states that both follow the approval.
 */
export const splitStates = <Name extends string>(
  key: string,
  given: StatesDeclaration<Name> | undefined,
): { readonly states?: States<Name>; readonly lives?: readonly RecordLife<Name>[] } => {
  const all: readonly (States<Name> | RecordLife<Name>)[] =
    given === undefined ? [] : [given].flat();
  const lives = all.filter((one): one is RecordLife<Name> => isLife(one));
  const [states, ...more] = all.filter((one): one is States<Name> => !isLife(one));
  if (more.length > 0) throw new Error(`${key}: two of its states follow the approval`);
  return { ...(states && { states }), ...(lives.length > 0 && { lives }) };
};

/** Part of a resource that declares the states of its records. */
interface Stateful {
  readonly states?: States;
  readonly lives?: readonly RecordLife[];
}

/** State or phase from which an action begins, or in which an effect holds. */
export interface StatePlace {
  /** Codes of the states or the life, or phases. */
  readonly from: readonly string[];
  /** The field of the life that is meant; left out, the states of the record. */
  readonly life?: string | undefined;
}

/** Phase of a stored row. */
export const phaseOf = ({ auditStatus }: RowLike): Phase =>
  auditStatus === undefined || auditStatus === null ? 'approved' : phaseBy[auditStatus as Status];

/** The state of a stored row: a code of its own, or its phase where the kind has none. */
export const stateOf = ({ states }: Stateful, row: RowLike): string => {
  const code = states && row[states.field];
  return typeof code === 'string' ? code : (states?.initial ?? phaseOf(row));
};

/** Does a stored row stand in one of these states or phases? */
export const isInState = (resource: Stateful, row: RowLike, places: readonly string[]): boolean =>
  places.includes(stateOf(resource, row)) || places.includes(phaseOf(row));

/** The life in this field. @throws Error where the kind has none. */
export const lifeInField = ({ lives = [] }: Stateful, field: string): RecordLife => {
  const life = lives.find((one) => one.field === field);
  if (!life) throw new Error(`there is no life in ${field}`);
  return life;
};

/** Does a stored row stand where an action begins or an effect holds? A life has to go on. */
export const isAtPlace = (
  resource: Stateful,
  row: RowLike,
  { from, life }: StatePlace,
): boolean => {
  if (life === undefined) return isInState(resource, row, from);
  const { during, field } = lifeInField(resource, life);
  return isInState(resource, row, during) && from.includes(String(row[field]));
};

/** The field in which an action moves the record, and the codes of it from which it begins; none without states. */
export const codesAtPlace = (
  resource: Stateful,
  { from, life }: StatePlace,
): { readonly field: string; readonly codes: readonly string[] } | undefined => {
  if (life !== undefined) return { field: life, codes: from };
  const { states } = resource;
  return states && { field: states.field, codes: codesOfPlaces(states, from) };
};

/** The codes of a row's lives after a change: what begins, goes on as it is, or does not go on. */
export const lifeCodesAfter = (
  resource: Stateful,
  before: RowLike | null,
  after: RowLike,
): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    (resource.lives ?? []).flatMap(({ field, during, begins, outside = {} }) => {
      if (!isInState(resource, after, during)) return [[field, outside[phaseOf(after)] ?? null]];
      return before && isInState(resource, before, during) ? [] : [[field, begins]];
    }),
  );

/** The fields that say where a record stands beside its status. */
export const stateFields = ({ states, lives = [] }: Stateful): readonly string[] => [
  ...(states ? [states.field] : []),
  ...lives.map(({ field }) => field),
];

/** The codes of these places, phases and states. */
export const codesOfPlaces = (
  { phases: byPhase }: Pick<States, 'phases'>,
  places: readonly string[],
): readonly string[] => places.flatMap((place) => byPhase?.[place as Phase] ?? [place]);

/** Code of a step that each place gives; a step sent back starts its phase anew. */
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
 * May the approval take an approved record back or void it? Only from the first code, of its lives as well: what
 * own actions did since has to be undone by them.
 */
export const isFreshlyApproved = (resource: Stateful, row: RowLike): boolean => {
  const { lives = [] } = resource;
  const isMoved = ({ during, field, begins }: RecordLife) =>
    isInState(resource, row, during) && row[field] !== begins;
  if (phaseOf(row) === 'approved' && lives.some(isMoved)) return false;
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
  readonly lives?: readonly RecordLife[];
}

/** The codes of the field with the states. */
export const stateCodesOf = ({
  fields,
  states,
}: Pick<Checked, 'fields' | 'states'>): readonly string[] =>
  states ? (fields[states.field]?.spec.dictionary?.entries.map(({ code }) => code) ?? []) : [];

const codesIn = ({ fields }: Pick<Checked, 'fields'>, field: string): readonly string[] =>
  fields[field]?.spec.dictionary?.entries.map(({ code }) => code) ?? [];

/**
 * Everything that `from` of an action or the places of an effect may name: the codes of the life that it names; else
 * own codes, and phases where records go through an approval or have no states of their own.
 */
export const statePlacesOf = (resource: Checked, life?: string): readonly string[] =>
  life === undefined
    ? [
        ...stateCodesOf(resource),
        ...(resource.processes.length > 0 || !resource.states ? phases : []),
      ]
    : codesIn(resource, life);

/** @throws Error for a life in no computed code field, with a code or during a place that does not exist. */
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

/** Is the code in one phase, or in the void and, not as its first, in one other? */
const isPlaced = ({ phases: byPhase }: States, code: string): boolean => {
  const within = phases.filter((phase) => byPhase?.[phase].includes(code));
  if (within.length !== 2) return within.length === 1;
  const other = within.find((phase) => phase !== 'void');
  return within.includes('void') && other !== undefined && byPhase?.[other][0] !== code;
};

/**
 * @throws Error for a field or code that is missing, and for a code in no phase or in several: only the void may
 *   share one, with an action that leads to the same end.
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
