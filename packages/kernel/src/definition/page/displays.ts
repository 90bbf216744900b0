import type { Fields } from '../field/field.ts';
import { type Action, isPersonal } from '../life/actions.ts';

/** Ways to show the rows of a list beside its table. */
export const displays = ['calendar', 'timeline', 'board'] as const;
export type Display = (typeof displays)[number];

/** Fields that a list shows in each of these ways; one that is left out is not offered. */
export interface ListDisplays<Name extends string = string> {
  /** Days on which a record stands in a calendar. */
  readonly calendar?: readonly Name[];
  /** First and last day of a bar; marked by a count of extensions, and by the codes of what is late. */
  readonly timeline?: {
    readonly from: Name;
    readonly to: Name;
    readonly extensions?: Name;
    readonly late?: { readonly field: Name; readonly codes: readonly string[] };
  };
  /** The codes by which records stand in columns. */
  readonly board?: Name;
}

/** Ways in which a list can be shown, in their order. */
export const displaysOf = ({
  list,
}: {
  readonly list: { readonly displays?: ListDisplays };
}): readonly Display[] => displays.filter((display) => list.displays?.[display] !== undefined);

const days: ReadonlySet<string> = new Set(['date', 'time']);

/** @throws Error for days that are none, or columns without codes */
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

/** A kind with actions that lead from state to state. */
interface MovedKind {
  readonly actions?: Readonly<
    Record<string, Pick<Action<never, string, never>, 'label' | 'by' | 'life' | 'to'>>
  >;
  readonly states?: { readonly field: string };
}

/**
 * Actions by which a person moves a record from one code of a field to another, of those that the record offers.
 * @param offered the record's abilities
 */
export const actionsBetween = (
  { actions = {}, states }: MovedKind,
  field: string,
  { from, to, offered }: { from: string; to: string; offered: readonly string[] },
): readonly string[] =>
  Object.entries(actions).flatMap(([name, action]) => {
    const isOfField = (action.life ?? states?.field) === field;
    // A state that follows from the record may be this one.
    const leads = typeof action.to === 'function' || action.to === to;
    return isOfField && isPersonal(action) && leads && from !== to && offered.includes(name)
      ? [name]
      : [];
  });
