import type { Resource } from './resource.ts';
import type { StatusAction } from './status.ts';
import type { Outcome } from './workflow/state.ts';

/**
 * A status of a resource's own beside the shared one, such as 「待付款」 behind 「已通过」. It is
 * written by the same act, in the same transaction (decisions 25, domain §3.6).
 */
export interface OwnStatus<Name extends string = string> {
  /** A computed code field. */
  readonly field: Name;
  /** Its code after each move of the shared status; a move that is left out keeps it as it is. */
  readonly moves: Readonly<Partial<Record<StatusAction, string>>>;
  /**
   * Its code by the word of a tagged step, which goes before the moves: `approve` while the record
   * waits for the steps behind it, `back` and `refuse` when the record is returned or refused there.
   */
  readonly steps: Readonly<Record<string, Readonly<Partial<Record<Outcome['result'], string>>>>>;
}

/** Whatever goes on within the approval rests on the submission as long as no tagged step spoke. */
const restsOn: Readonly<Partial<Record<StatusAction, StatusAction>>> = { advance: 'submit' };

/**
 * The code after an act, or undefined where the act leaves it alone.
 * @param words the words of tagged steps by which the record stands, the newest first
 */
export const ownStatusAfter = (
  own: OwnStatus,
  action: StatusAction,
  words: readonly Outcome[],
): string | undefined => {
  const said = words.map(({ tag, result }) => own.steps[tag]?.[result]);
  return said.find((code) => code !== undefined) ?? own.moves[restsOn[action] ?? action];
};

/** @throws Error for a table that speaks of a field, a code or a step that does not exist. */
export const checkOwnStatus = ({ key, fields, processes, ownStatus }: Resource): void => {
  if (!ownStatus) return;
  const { field, moves, steps } = ownStatus;
  const wrong = (what: string) => new Error(`${key}: the own status ${field} ${what}`);
  const spec = fields[field]?.spec;
  if (spec?.kind !== 'dict' || !spec.readonly) throw wrong('is no computed code field');
  const codes = new Set(spec.dictionary?.entries.map(({ code }) => code));
  const tags = new Set(processes.flatMap((process) => process.steps.map(({ tag }) => tag)));
  for (const code of [moves, ...Object.values(steps)].flatMap((row) => Object.values(row))) {
    if (!codes.has(code)) throw wrong(`has no code ${code}`);
  }
  for (const tag of Object.keys(steps)) {
    if (!tags.has(tag)) throw wrong(`knows no step tagged ${tag}`);
  }
};
