import type { Scope } from '../../access/scope.ts';
import type { FieldFault } from '../../errors.ts';
import type { Label } from '../../label.ts';
import type { RowLike } from '../../values/row.ts';
import { fieldOf } from '../field/builders.ts';
import { dialogPropertiesOf } from '../field/copy-source.ts';
import type { FieldSpec, Fields } from '../field/field.ts';
import { pickSpec } from '../field/spec.ts';
import { isCommonAction } from './common-actions.ts';
import { type DueRule, isDueRule } from './due.ts';
import type { BackgroundMove, RecordMove } from './moves.ts';
import type { Process } from './process.ts';
import { type RecordLife, type States, statePlacesOf } from './states.ts';
import type { RecordMessage } from './tell.ts';

/** Condition of an action: the fields to read, and the message with which the action is refused. */
export interface ActionGuard<Row, Name extends string, Context> {
  /** Fields that the condition reads: lists fetch them to decide about buttons. */
  readonly fields: readonly Name[];
  /** Returns the reason for a refusal, or null. Pure. */
  check(row: Readonly<Row>, context: Context): Label | null;
  /**
   * True if the record's page shows the button disabled with the reason, when nothing else prevents
   * the action.
   */
  readonly told?: true;
}

/** Condition that prevents changes of an approved record, with its message. */
export interface FixedCondition<Row, Name extends string> {
  /** Fields that the condition reads. */
  readonly fields: readonly Name[];
  /** Returns the reason against changes, or null. Pure. */
  check(row: Readonly<Partial<Row>>): Label | null;
}

/** Input of the dialog; inputs with names of fields have the types of these fields. */
export type ActionInput<Row> = Readonly<Partial<Row>> & RowLike;

/**
 * Computes the state after the action. A method, so that its parameters are bivariant: an action
 * for one row type fits a list of actions for any row.
 */
export type TargetState<Row, Context> = {
  of(row: Readonly<Row>, context: Context): string;
}['of'];

/** Trigger of an action other than a person; such an action has no button. */
export type ActionCause = 'effect' | 'job' | 'posting';

/**
 * Place of an action's button: at each record (`row`); also above a list for selected records
 * (`selection`: each separately; `together`: all or none); or beside a part of the record (`part`),
 * where the page of the kind renders it. Actions on a part do not raise the version, since several
 * people handle their parts and forms at the same time.
 */
export type ButtonPlace = 'row' | 'selection' | 'together' | 'part';

/** True if the button is also shown above a list, for selected records. */
export const isForSelection = (at: ButtonPlace | undefined): boolean =>
  at === 'selection' || at === 'together';

/** Background job that follows an action. */
export interface BackgroundWork {
  /** Name of the job and its label, equal in all actions that start it. */
  readonly job: string;
  readonly label: Label;
  /**
   * Records that the job moves. If the record itself moves on meanwhile, the records of its next
   * action follow.
   */
  readonly moves?: BackgroundMove;
  /**
   * Actions by which the job reports its result. The job runs as long as the record is in the state
   * to which the action led: every other action that moves the record ends the job.
   */
  readonly ends?: {
    readonly done: string;
    readonly failed: string;
    /** Name of the reason among the inputs of `failed`. */
    readonly reason: string;
  };
}

/**
 * Operation on a record that may change its state. Call, permission code, button, dialog, history
 * and API description derive from it.
 */
export interface Action<Row, Name extends string, Context> {
  readonly label: Label;
  /** States or phases in which the action is allowed. */
  readonly from: readonly string[];
  /**
   * Field of the further life whose codes `from` and `to` are; if omitted, the states of the
   * record.
   */
  readonly life?: Name;
  /** State after the action; if omitted, the state does not change. */
  readonly to?: string | TargetState<Row, Context>;
  /**
   * Scope of records on which holders of the action's code may perform it (default: the records
   * that they may write), or the trigger instead of a person: an effect, a job, the clock.
   */
  readonly by?: Scope | ActionCause | DueRule;
  /** Place of the button; default: at each record. */
  readonly at?: ButtonPlace;
  /**
   * Fields of its dialog. Chosen records need not be fields of the record. Files are added to the
   * record's attachment field of this name, in its categories.
   */
  readonly form?: Fields;
  /** Question to confirm before the action. */
  readonly ask?: Label;
  readonly guard?: ActionGuard<Row, Name, Context>;
  /** Returns the faults of the input; the path is the name in the dialog. Pure. */
  faults?(row: Readonly<Row>, input: ActionInput<Row>, context: Context): readonly FieldFault[];
  /**
   * Returns the values that the action writes; if omitted, inputs with names of fields of the
   * record. Pure.
   */
  set?(row: Readonly<Row>, input: ActionInput<Row>, context: Context): Partial<Row>;
  /** Records of other kinds that move in the same transaction. */
  readonly moves?: readonly RecordMove<Row>[];
  /** Background job that starts after the action. */
  readonly starts?: BackgroundWork;
  /** Messages that the action sends. */
  readonly tells?: readonly RecordMessage<Row>[];
  /** Message that requested the action: performing it completes the message's to-do. */
  readonly answers?: Pick<RecordMessage<Row>, 'link'>;
  /** Name of the action on the wire; default: its key. */
  readonly call?: string;
  /** Message shown after the action; default: that it is done. */
  readonly done?: Label;
  /** True for an action that removes something that others rely on: its button is red. */
  readonly danger?: true;
}

/** True if a person performs the action. */
export const isPersonal = ({ by }: { readonly by?: Scope | ActionCause | DueRule }): boolean =>
  typeof by !== 'string' && !isDueRule(by);

/** Field types on which a rule of the clock may depend. */
const clockFieldTypes = new Set<string | undefined>(['date', 'time']);

/** Properties of a resource that its actions refer to. */
interface Checked {
  readonly key: string;
  readonly fields: Fields;
  readonly processes: readonly Process[];
  readonly states?: States;
  readonly lives?: readonly RecordLife[];
  readonly actions?: Readonly<
    Record<
      string,
      {
        readonly from: readonly string[];
        readonly life?: string;
        readonly to?: unknown;
        readonly by?: Scope | ActionCause | DueRule;
        readonly form?: Fields;
        readonly at?: ButtonPlace;
        readonly starts?: BackgroundWork;
        readonly guard?: { readonly fields: readonly string[] };
      }
    >
  >;
  readonly views: Readonly<Record<string, { readonly actions: readonly string[] }>>;
}

/**
 * Replaces `f.own` fields of a dialog by the fields of the record. @throws Error for a field that
 * the record lacks.
 */
const resolveOwnFields = (fields: Fields, form: Fields): Fields =>
  Object.fromEntries(
    Object.entries(form).map(([name, field]) => {
      const { own, type: _type, label: _label, ...more } = field.spec;
      if (own === undefined) return [name, field];
      const spec = fields[own]?.spec;
      if (!spec) throw new Error(`asks for its own ${own}, which is no field`);
      return [name, fieldOf({ ...pickSpec(spec, dialogPropertiesOf), ...more } as FieldSpec)];
    }),
  );

/**
 * Returns the actions of a kind with `f.own` fields of their dialogs replaced by those of its
 * records.
 * @throws Error for a field that the record lacks.
 */
export const withOwnFields = <A extends { readonly form?: Fields }>({
  key,
  fields,
  actions,
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly actions?: Readonly<Record<string, A>>;
}): { readonly actions?: Readonly<Record<string, A>> } => {
  if (!actions) return {};
  const filled = Object.entries(actions).map(([name, action]) => {
    if (!action.form) return [name, action];
    try {
      return [name, { ...action, form: resolveOwnFields(fields, action.form) }];
    } catch (error) {
      throw new Error(`${key}: the action ${name} ${(error as Error).message}`, { cause: error });
    }
  });
  return { actions: Object.fromEntries(filled) };
};

/** True if the files of a dialog belong to categories of a single record's attachments. */
const asksForOwnFiles = (
  fields: Fields,
  { form = {}, at }: { readonly form?: Fields; readonly at?: ButtonPlace },
): boolean =>
  Object.entries(form).every(([name, { spec }]) => {
    if (spec.type !== 'files') return true;
    if (isForSelection(at)) return false;
    const own = new Set(fields[name]?.spec.categories?.map(({ code }) => code));
    return (spec.categories ?? []).every(({ code }) => own.has(code));
  });

/**
 * True if the result of the job is reported by actions of jobs, and the job has a state of its
 * record for itself.
 */
const isEndedByJobs = (
  actions: NonNullable<Checked['actions']>,
  { to, starts }: NonNullable<Checked['actions']>[string],
): boolean => {
  if (!starts?.ends) return true;
  const { done, failed, reason } = starts.ends;
  const byJob = [done, failed].every((name) => actions[name]?.by === 'job');
  return byJob && typeof to === 'string' && Object.hasOwn(actions[failed]?.form ?? {}, reason);
};

/**
 * Checks the actions of a resource.
 * @throws Error for an action from or to a state that does not exist, one whose condition reads an
 * unknown
 *   field, one whose form asks for a read-only field, one whose job no action ends, one on no page,
 * one that has the name
 *   of a field while its form asks for a record, and a button without an action.
 */
export const checkActions = (resource: Checked): void => {
  const { key, fields, actions = {}, views } = resource;
  const buttons = new Set(Object.values(views).flatMap((view) => view.actions));
  const unknown = [...buttons].find(
    (name) => !isCommonAction(name) && !Object.hasOwn(actions, name),
  );
  if (unknown) throw new Error(`${key}: a page offers ${unknown}, which is no action`);
  for (const [name, action] of Object.entries(actions)) {
    const wrong = (what: string) => new Error(`${key}: the action ${name} ${what}`);
    if (isCommonAction(name)) throw wrong('has the name of a common one');
    const { from, to, guard, life } = action;
    if (life !== undefined && !resource.lives?.some(({ field }) => field === life)) {
      throw wrong(`moves the life ${life}, which there is not`);
    }
    const places = new Set(statePlacesOf(resource, life));
    const astray = [...from, ...(typeof to === 'string' ? [to] : [])].find(
      (place) => !places.has(place),
    );
    if (astray !== undefined) throw wrong(`names the state ${astray}, which there is not`);
    if (to !== undefined && !life && !resource.states)
      throw wrong('leads to a state of a kind without any');
    const asksForRecord = Object.values(action.form ?? {}).some(({ spec }) => spec.target);
    if (asksForRecord && Object.hasOwn(fields, name)) throw wrong('has the name of a field');
    const shut = Object.entries(action.form ?? {}).find(([, { spec }]) => spec.readonly);
    if (shut) throw wrong(`asks for ${shut[0]}, which is read-only`);
    if (!asksForOwnFiles(fields, action)) {
      throw wrong('asks for files that the record has no place for');
    }
    const missing = guard?.fields.find((field) => !Object.hasOwn(fields, field));
    if (missing) throw wrong(`looks at ${missing}, which is no field`);
    if (isDueRule(action.by) && !clockFieldTypes.has(fields[action.by.field]?.spec.type)) {
      throw wrong(`waits for ${action.by.field}, which is no date or time`);
    }
    if (!isEndedByJobs(actions, action)) throw wrong('starts work that no job ends');
    if (isPersonal(action) && !buttons.has(name)) throw wrong('is on no page');
    if (!isPersonal(action) && buttons.has(name)) throw wrong('is no button: nobody does it');
  }
};
