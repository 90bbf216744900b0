import type { Fields } from '../field/field.ts';
import { type Action, isPersonal } from '../life/actions.ts';

/** Ways to show the rows of a list, besides the table. */
export const displays = ['calendar', 'timeline', 'board'] as const;
export type Display = (typeof displays)[number];

/** Fields for each way to show a list; an omitted way is not offered. */
export interface ListDisplays<Name extends string = string> {
  /** Date fields that place a record in the calendar. */
  readonly calendar?: readonly Name[];
  /**
   * Fields with the first and last day of a bar, a count of extensions shown on it, and the codes
   * shown as late.
   */
  readonly timeline?: {
    readonly from: Name;
    readonly to: Name;
    readonly extensions?: Name;
    readonly late?: { readonly field: Name; readonly codes: readonly string[] };
  };
  /** Field whose codes are the columns of the board. */
  readonly board?: Name;
}

/** Returns the ways in which a list can be shown, in order. */
export const displaysOf = ({
  list,
}: {
  readonly list: { readonly displays?: ListDisplays };
}): readonly Display[] => displays.filter((display) => list.displays?.[display] !== undefined);

const days: ReadonlySet<string> = new Set(['date', 'time']);

/**
 * Checks the ways to show a list.
 * @throws Error for dates of another type, and for columns without codes
 */
export const checkDisplays = ({
  key,
  fields,
  list: { displays: { calendar = [], timeline, board } = {} },
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly list: { readonly displays?: ListDisplays };
}): void => {
  const dated = [...calendar, ...(timeline ? [timeline.from, timeline.to] : [])];
  const undated = dated.find((name) => !days.has(fields[name]?.spec.type ?? ''));
  if (undated !== undefined) throw new Error(`${key}: ${undated} is no day to show a record on`);
  if (board !== undefined && fields[board]?.spec.type !== 'dict') {
    throw new Error(`${key}: ${board} has no codes to stand in columns`);
  }
};

/** Properties of a kind whose actions move records between states. */
interface MovedKind {
  readonly actions?: Readonly<
    Record<string, Pick<Action<never, string, never>, 'label' | 'by' | 'life' | 'to'>>
  >;
  readonly states?: { readonly field: string };
}

/**
 * Returns those actions on offer by which a person moves a record from one code of a field to
 * another.
 * @param offered the record's abilities
 */
export const actionsBetween = (
  { actions = {}, states }: MovedKind,
  field: string,
  { from, to, offered }: { from: string; to: string; offered: readonly string[] },
): readonly string[] =>
  Object.entries(actions).flatMap(([name, action]) => {
    const isOfField = (action.life ?? states?.field) === field;
    // An action that computes its target state may lead to this one.
    const leads = typeof action.to === 'function' || action.to === to;
    return isOfField && isPersonal(action) && leads && from !== to && offered.includes(name)
      ? [name]
      : [];
  });
