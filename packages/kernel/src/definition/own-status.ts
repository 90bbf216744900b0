import type { StatusAction } from '../access/status.ts';
import type { Fields } from './field.ts';
import { isStep, type Process, type StepOutcome } from './process.ts';

/**
 * A status of a resource's own beside the shared one, such as 「待付款」 behind 「已通过」. Whatever
 * changes the shared status writes it in the same transaction (ruling 25).
 */
export interface OwnStatus<Name extends string = string> {
  /** A computed code field. */
  readonly field: Name;
  /** Its code after each transition of the shared status; one that is left out keeps the code. */
  readonly transitions: Readonly<Partial<Record<StatusAction, string>>>;
  /**
   * Its code by the outcome of a tagged step, which outweighs the transitions: `approve` while the
   * record waits for later steps, `back` and `refuse` when it is returned or refused there.
   */
  readonly steps: Readonly<
    Record<string, Readonly<Partial<Record<StepOutcome['result'], string>>>>
  >;
}

/** Until a tagged step has an outcome, an advance keeps the code of the submission. */
const basisOf: Readonly<Partial<Record<StatusAction, StatusAction>>> = { advance: 'submit' };

/**
 * The code after a transition, or undefined where it keeps its code.
 * @param outcomes the outcomes of tagged steps that count, the newest first
 */
export const ownStatusAfter = (
  own: OwnStatus,
  action: StatusAction,
  outcomes: readonly StepOutcome[],
): string | undefined => {
  const codes = outcomes.map(({ tag, result }) => own.steps[tag]?.[result]);
  return codes.find((code) => code !== undefined) ?? own.transitions[basisOf[action] ?? action];
};

/** The parts of a resource that its own status refers to. */
interface Checked {
  readonly key: string;
  readonly fields: Fields;
  readonly processes: readonly Process[];
  readonly ownStatus?: OwnStatus;
}

/** @throws Error for a field, a code or a step that does not exist. */
export const checkOwnStatus = ({ key, fields, processes, ownStatus }: Checked): void => {
  if (!ownStatus) return;
  const { field, transitions, steps } = ownStatus;
  const wrong = (what: string) => new Error(`${key}: the own status ${field} ${what}`);
  const spec = fields[field]?.spec;
  if (spec?.kind !== 'dict' || !spec.readonly) throw wrong('is no computed code field');
  const codes = new Set(spec.dictionary?.entries.map(({ code }) => code));
  const tags = new Set(
    processes.flatMap((process) => process.steps.filter(isStep).map(({ tag }) => tag)),
  );
  for (const code of [transitions, ...Object.values(steps)].flatMap((row) => Object.values(row))) {
    if (!codes.has(code)) throw wrong(`has no code ${code}`);
  }
  for (const tag of Object.keys(steps)) {
    if (!tags.has(tag)) throw wrong(`knows no step tagged ${tag}`);
  }
};
