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

/** Condition of an action: the fields that it reads, and its message against the action. */
export interface ActionGuard<Row, Name extends string, Context> {
  /** The fields that it reads: lists fetch them to judge the buttons of their rows. */
  readonly fields: readonly Name[];
  /** Why not, or null. Pure. */
  check(row: Readonly<Row>, context: Context): Label | null;
  /** Where nothing else stands against the action, the record's page shows it and says why not yet. */
  readonly told?: true;
}

/** Condition that keeps a record as it was approved, and its message about the record. */
export interface FixedCondition<Row, Name extends string> {
  /** The fields that it reads. */
  readonly fields: readonly Name[];
  /** Why it stays, or null. Pure. */
  check(row: Readonly<Partial<Row>>): Label | null;
}

/** Input of the dialog; inputs that are named as fields have their types. */
export type ActionInput<Row> = Readonly<Partial<Row>> & RowLike;

/**
 * Computes the state afterwards. Written as a method, whose parameters are bivariant: an action of a particular row fits
 * a list of actions of any row.
 */
export type TargetState<Row, Context> = {
  of(row: Readonly<Row>, context: Context): string;
}['of'];

/** Trigger of an action other than a person. Nobody has a button for it. */
export type ActionCause = 'effect' | 'job' | 'posting';

/**
 * Place of the button of an action: at each record, also above a list for those that are selected (`selection`: each by
 * itself; `together`: all of them, or none where one refuses), or only beside the part of a record that it concerns,
 * where the kind's page puts it. What concerns a part leaves the version: several people see to their parts, and to
 * forms, at once.
 */
export type ButtonPlace = 'row' | 'selection' | 'together' | 'part';

/** Places above a list, for the records that are selected. */
export const isForSelection = (at: ButtonPlace | undefined): boolean =>
  at === 'selection' || at === 'together';

/** Work in the background that follows an action. */
export interface BackgroundWork {
  /** The name of its job, and what people call it; the same wherever several actions start it. */
  readonly job: string;
  readonly label: Label;
  /** The records that the job moves. Where the record moves on meanwhile, those of its next action follow. */
  readonly moves?: BackgroundMove;
  /**
   * The actions by a job that say how it went. The work goes on as long as the record stands in the state to which
   * the action led: whatever moves it ends the work.
   */
  readonly ends?: {
    readonly done: string;
    readonly failed: string;
    /** Name of the reason in the dialog of `failed`. */
    readonly reason: string;
  };
}

/**
 * Something that is done to a record and may move it to another state. Call, permission code, button,
 * dialog, history and API description derive from it.
 */
export interface Action<Row, Name extends string, Context> {
  readonly label: Label;
  /** The states or phases in which it may be done. */
  readonly from: readonly string[];
  /** The field of the further life that `from` and `to` are codes of; left out, the states of the record. */
  readonly life?: Name;
  /** The state afterwards; left out, the record stays where it is. */
  readonly to?: string | TargetState<Row, Context>;
  /**
   * Records, of those that they may read, on which holders of the action's code may perform it; by default those that
   * they may write. Or the trigger in place of a person: an effect, a job, the clock.
   */
  readonly by?: Scope | ActionCause | DueRule;
  /** Where its button stands; by default at each record. */
  readonly at?: ButtonPlace;
  /**
   * Fields that its dialog asks for; other records may be chosen whether or not the field is one of the record. Files
   * are added to the attachments of the record, named as that field and in categories of it.
   */
  readonly form?: Fields;
  /** The question before it is done. */
  readonly ask?: Label;
  readonly guard?: ActionGuard<Row, Name, Context>;
  /** Faults of the input; the path is its name in the dialog. Pure. */
  faults?(row: Readonly<Row>, input: ActionInput<Row>, context: Context): readonly FieldFault[];
  /** Further values; left out, the inputs that are named as fields of the record. Pure. */
  set?(row: Readonly<Row>, input: ActionInput<Row>, context: Context): Partial<Row>;
  /** The records of other kinds that move with it. */
  readonly moves?: readonly RecordMove<Row>[];
  /** Background work that goes on once it is done. */
  readonly starts?: BackgroundWork;
  /** The messages that it sends. */
  readonly tells?: readonly RecordMessage<Row>[];
  /** The message that asked for it: whoever did it is asked no more. */
  readonly answers?: Pick<RecordMessage<Row>, 'link'>;
  /** The word of the wire for it; left out, its own name. */
  readonly call?: string;
  /** Message that people read when it is done; left out, that it is done. */
  readonly done?: Label;
  /** Is it dangerous? Its button is red, since others rely on what it takes away. */
  readonly danger?: true;
}

/** Does a person do it? */
export const isPersonal = ({ by }: { readonly by?: Scope | ActionCause | DueRule }): boolean =>
  typeof by !== 'string' && !isDueRule(by);

/** Fields that the clock can wait for. */
const clocked = new Set<string | undefined>(['date', 'time']);

/** The parts of a resource that its actions refer to. */
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

/** The fields of a dialog, the record's (`f.own`) filled in. @throws Error for a field that the record lacks. */
const withOwn = (fields: Fields, form: Fields): Fields =>
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
 * The actions of a kind, with the fields of its records in their dialogs.
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
      return [name, { ...action, form: withOwn(fields, action.form) }];
    } catch (error) {
      throw new Error(`${key}: the action ${name} ${(error as Error).message}`, { cause: error });
    }
  });
  return { actions: Object.fromEntries(filled) };
};

/** Do the files of a dialog go to categories of the one record's attachments? */
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

/** Do jobs say how this work ends, and does it have a state of its own? */
const endsAsSaid = (
  actions: NonNullable<Checked['actions']>,
  { to, starts }: NonNullable<Checked['actions']>[string],
): boolean => {
  if (!starts?.ends) return true;
  const { done, failed, reason } = starts.ends;
  const byJob = [done, failed].every((name) => actions[name]?.by === 'job');
  return byJob && typeof to === 'string' && Object.hasOwn(actions[failed]?.form ?? {}, reason);
};

/**
 * @throws Error for an action from or to a state that does not exist, one that guards an unknown
 *   field, one whose form asks for what is read-only, one whose work no job ends, one on no page, one that has the name of a field
 *   while its form asks for a record, and a button without an action.
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
    if (isDueRule(action.by) && !clocked.has(fields[action.by.field]?.spec.type)) {
      throw wrong(`waits for ${action.by.field}, which is no date or time`);
    }
    if (!endsAsSaid(actions, action)) throw wrong('starts work that no job ends');
    if (isPersonal(action) && !buttons.has(name)) throw wrong('is on no page');
    if (!isPersonal(action) && buttons.has(name)) throw wrong('is no button: nobody does it');
  }
};
