import { hasProcess, listFields } from '@keyan/kernel/base.ts';
import type { FieldKind, FieldSpec } from '@keyan/kernel/field.ts';
import { kinds } from '@keyan/kernel/kinds.ts';
import type { Resource, View } from '@keyan/kernel/resource.ts';
import type { ColumnChoice } from '@keyan/kernel/saved-view.ts';
import type { CSSProperties } from 'react';

/** Pixels that a column takes when nobody has dragged its edge. */
const widths: Readonly<Record<FieldKind, number>> = {
  text: 116,
  note: 220,
  rich: 220,
  integer: 62,
  decimal: 84,
  money: 124,
  year: 76,
  date: 96,
  time: 148,
  dict: 82,
  dicts: 98,
  ref: 124,
  rows: 80,
  files: 124,
};

/** Texts of this length at most are names and numbers: they need less room. */
const shortText = 64;
const shortWidth = 96;

/** Columns that say what others say already, or nothing that a list could show. */
const unlisted: ReadonlySet<FieldKind> = new Set(['note', 'rich', 'rows', 'files']);
const shownElsewhere = new Set(['auditStatus', 'currentNode', 'currentAssignee', 'currentSince']);

export interface Column {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly sortable: boolean;
  /** Stays in sight at the left, as the how many-th from 0. */
  readonly pin?: number;
  /** The last of the pinned ones: the line between them and the rest. */
  readonly edge?: boolean;
}

/** Where a pinned column stops; the table sets the variable. */
export const pinStyle = ({ pin }: Column): CSSProperties | undefined =>
  pin === undefined ? undefined : { left: `var(${pinName(pin)})` };

/** The variable that says where a pinned column stops. */
export const pinName = (pin: number): string => `--ky-pin-${pin}`;

/** What a title is given before other columns are; it grows into what they leave. */
const titleWidth = 232;

/** The least that it shrinks to before the table is moved sideways. */
export const leastTitle = 136;

/** A label for a narrow head: without what stands in brackets, which the full one still says. */
export const headText = (text: string): string => text.replace(/\s*[(（][^)）]*[)）]/g, '') || text;

const columnOf = (resource: Resource, name: string): Column | undefined => {
  const field = listFields(resource)[name];
  if (!field) return undefined;
  const { spec } = field;
  const { align, filter } = kinds[spec.kind];
  const short = spec.kind === 'text' && (spec.max ?? 0) <= shortText;
  const width = name === resource.title ? titleWidth : short ? shortWidth : widths[spec.kind];
  return { name, spec, align, width, sortable: filter !== 'none' };
};

const defaultNames = (resource: Resource, view: View): readonly string[] => {
  const names = view.columns ?? resource.list.columns;
  return names.includes(resource.title) ? names : [resource.title, ...names];
};

/** Every column that the list could show, the usual ones first. */
export const availableColumns = (resource: Resource, view: View): readonly Column[] => {
  const usual = defaultNames(resource, view);
  const others = Object.entries(listFields(resource))
    .filter(([name, { spec }]) => !usual.includes(name) && !unlisted.has(spec.kind))
    .filter(([name]) => !(hasProcess(resource) && shownElsewhere.has(name)))
    .map(([name]) => name);
  return [...usual, ...others].flatMap((name) => columnOf(resource, name) ?? []);
};

/** The columns that stay in sight: the title, and whatever else was pinned. */
export const pinnedNames = (resource: Resource, choice: ColumnChoice): readonly string[] =>
  choice.pinned ?? [resource.title];

/**
 * The columns in sight, in order: the title first, since it is the row's link, then the pinned ones,
 * then the rest. Whatever a choice names and the resource no longer has is left out.
 */
export const shownColumns = (
  resource: Resource,
  view: View,
  choice: ColumnChoice,
): readonly Column[] => {
  const { title } = resource;
  const pinned = pinnedNames(resource, choice);
  const unwanted = new Set([title, ...(choice.hidden ?? [])]);
  const wanted = (choice.shown ?? defaultNames(resource, view)).filter(
    (name) => !unwanted.has(name),
  );
  const names = [
    title,
    ...wanted.filter((name) => pinned.includes(name)),
    ...wanted.filter((name) => !pinned.includes(name)),
  ];
  const columns = names.flatMap((name) => columnOf(resource, name) ?? []);
  const others = columns.some(({ name }) => name !== title && pinned.includes(name));
  // What is pinned behind the title needs the title pinned: it would slide over it.
  const held = columns.filter(({ name }) => pinned.includes(name) || (others && name === title));
  return columns.map((column) => {
    const pin = held.indexOf(column);
    return pin < 0 ? column : { ...column, pin, edge: pin === held.length - 1 };
  });
};

/**
 * The columns that have room beside each other. They stand by use: from the last on they give way,
 * those that are kept excepted (visual.md §5).
 * @param widths Pixels of those that are not as wide as their kind
 * @param room Pixels that they share
 */
export const responsiveColumns = (
  columns: readonly Column[],
  widths: Readonly<Record<string, number>>,
  room: number,
  kept: ReadonlySet<string>,
): readonly Column[] => {
  const widthOf = ({ name, width }: Column) => widths[name] ?? width;
  const isKept = ({ name }: Column) => kept.has(name);
  let left = columns.filter(isKept).reduce((rest, column) => rest - widthOf(column), room);
  return columns.filter((column) => {
    if (isKept(column)) return true;
    left -= widthOf(column);
    return left >= 0;
  });
};

/** The same columns with one of them at another place; the title keeps the first. */
export const moved = (names: readonly string[], name: string, to: number): readonly string[] => {
  const rest = names.filter((each) => each !== name);
  const at = Math.max(1, Math.min(rest.length, to));
  return [...rest.slice(0, at), name, ...rest.slice(at)];
};

/** The preference that keeps the columns of a view's list. */
export const choiceKey = (view: View): string => `columns:${view.code}`;
