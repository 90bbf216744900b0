import { hasProcess, listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec, FieldType } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { numberLength } from '@keyan/kernel/definition/field/numbering.ts';
import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import { inSentence, joinLabels, type Label, type Language, say } from '@keyan/kernel/label.ts';
import type { ColumnChoice } from '@keyan/kernel/wire/saved-views.ts';
import type { CSSProperties } from 'react';
import { isOfOneStatus } from '../records/actions.ts';
import { stateFieldInApproval } from '../records/stateField.ts';

/** Pixels of a column by type of field, unless the user has changed its width. */
const widths: Readonly<Record<FieldType, number>> = {
  text: 116,
  note: 220,
  rich: 220,
  integer: 62,
  decimal: 84,
  money: 124,
  percent: 84,
  year: 76,
  date: 96,
  time: 148,
  dict: 82,
  dicts: 98,
  ref: 124,
  refs: 168,
  rows: 80,
  files: 124,
};

/** Texts of at most this length are names and numbers: they need less room, at least for twelve digits. */
const shortText = 64;
const shortWidth = 112;

/** Pixels of a digit or a Latin letter in a cell, and of the cell's padding. */
const letterWidth = 7.5;
const cellPadding = 18;

/** A short text with a format, and the number of the record, are never cut. */
const shortTextWidth = ({ format }: FieldSpec, ownNumber: Resource['number']): number => {
  const letters = Math.max(format?.example?.length ?? 0, ownNumber ? numberLength(ownNumber) : 0);
  return Math.max(shortWidth, Math.ceil(letters * letterWidth) + cellPadding);
};

/** Types of field that a list cannot show, and fields that other columns show. */
const unlisted: ReadonlySet<FieldType> = new Set(['note', 'rich', 'rows', 'files']);
/** Types of field that a cell of a workbook cannot hold. */
const unprinted: ReadonlySet<FieldType> = new Set(['rich', 'rows', 'files']);
const shownElsewhere = new Set(['auditStatus', 'currentNode', 'currentAssignee', 'currentSince']);

export interface Column {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly sortable: boolean;
  /** Position among the pinned columns, from 0. */
  readonly pin?: number;
  /** The last pinned column: it has the line between pinned columns and the rest. */
  readonly edge?: boolean;
}

/** Style that stops a pinned column at its place: the table sets the CSS variable. */
export const pinnedColumnStyle = ({ pin }: Column): CSSProperties | undefined =>
  pin === undefined ? undefined : { left: `var(${pinName(pin)})` };

/** The CSS variable of the position at which a pinned column stops. */
export const pinName = (pin: number): string => `--ky-pin-${pin}`;

/** Pixels that the title gets before other columns; it also takes what they leave. */
const titleWidth = 300;

/** Pixels of a title that is a short name, of a person or a role. */
const nameWidth = 168;

/** Pixels of the title below which the table scrolls sideways. */
export const minTitleWidth = 136;

/** A label for a narrow head: without the text in brackets, which the tooltip has. */
export const columnHeading = (text: string): string =>
  text.replace(/\s*[(（][^)）]*[)）]/g, '') || text;

/** Pixels of a character of a head in bold, and how many of them a head may claim for its column. */
const headCharacters: Readonly<
  Record<Language, { readonly width: number; readonly most: number }>
> = { zh: { width: 13, most: 6 }, en: { width: 7.4, most: 16 } };

/** Pixels of the mark on the head by which a list is sorted at first. */
const sortMark = 14;

/** Pixels without which a usual head would be cut. */
const headWidth = ({ label }: FieldSpec, language: Language): number => {
  const { width, most } = headCharacters[language];
  return (
    Math.ceil(Math.min(columnHeading(say(label, language)).length, most) * width) + cellPadding
  );
};

/** A text of so few characters that it is a name or a number. */
const isShort = ({ type, max = 0 }: FieldSpec): boolean => type === 'text' && max <= shortText;

/** A title that is a name, which never needs all that is left. A tree indents its names. */
const isName = ({ list }: Resource, spec: FieldSpec): boolean => isShort(spec) && !list.tree;

/** Pixels of a character of a value, and how many of the longest name of a code have room. */
const codeCharacters: typeof headCharacters = {
  zh: { width: 13, most: 7 },
  en: { width: 6.6, most: 14 },
};

/** Most entries of a dictionary whose names fit a column; larger ones are classifications. */
const mostNames = 40;

/** Pixels without which the names of codes would be cut, as far as they are names. */
const codeWidth = ({ type, dictionary }: FieldSpec, language: Language): number => {
  if (type !== 'dict' || !dictionary || dictionary.tree) return 0;
  const { entries } = dictionary;
  if (entries.length > mostNames) return 0;
  const { width, most } = codeCharacters[language];
  const longest = Math.max(0, ...entries.map(({ label }) => say(label, language).length));
  return Math.ceil(Math.min(longest, most) * width) + cellPadding;
};

const columnOf = (resource: Resource, name: string, language: Language): Column | undefined => {
  const field = listFields(resource)[name];
  if (!field) return undefined;
  const { spec } = field;
  const { align, filter } = fieldTypeTable[spec.type];
  const { sort } = resource.list;
  const number = resource.number?.field === name ? resource.number : undefined;
  const usual = Math.max(
    isShort(spec) ? shortTextWidth(spec, number) : widths[spec.type],
    headWidth(spec, language) + (sort.replace('-', '') === name ? sortMark : 0),
    codeWidth(spec, language),
  );
  const titled = isName(resource, spec) ? nameWidth : titleWidth;
  const width = name === resource.title ? titled : usual;
  return { name, spec, align, width, sortable: filter !== 'none' && !spec.masked && !spec.openTo };
};

const defaultNames = (resource: Resource, view: View): readonly string[] => {
  // The column of the status says it already, where there is one.
  const state = isOfOneStatus(view) ? undefined : stateFieldInApproval(resource);
  const names = (view.columns ?? resource.list.columns).filter((name) => name !== state);
  return names.includes(resource.title) ? names : [resource.title, ...names];
};

/** The columns of a view that are not of these types, nor secret to the user; its usual ones first. */
const columnsWithout = (
  resource: Resource,
  view: View,
  permissions: ReadonlySet<string>,
  without: (name: string, spec: FieldSpec) => boolean,
): readonly Column[] => {
  const fields = listFields(resource);
  const usual = defaultNames(resource, view);
  const others = Object.entries(fields)
    .filter(([name, { spec }]) => !usual.includes(name) && !without(name, spec))
    .map(([name]) => name);
  const isSecret = (name: string): boolean => {
    const code = fields[name]?.spec.secret;
    return code !== undefined && !permissions.has(code);
  };
  return [...usual, ...others]
    .filter((name) => !isSecret(name))
    .flatMap((name) => columnOf(resource, name, 'zh') ?? []);
};

/** Every column that the list can show this user, those of the definition first. */
export const availableColumns = (
  resource: Resource,
  view: View,
  permissions: ReadonlySet<string>,
): readonly Column[] =>
  columnsWithout(
    resource,
    view,
    permissions,
    (name, { type }) => unlisted.has(type) || (hasProcess(resource) && shownElsewhere.has(name)),
  );

/** Every column that a workbook of the list can have for this user: long texts, too. */
export const exportableColumns = (
  resource: Resource,
  view: View,
  permissions: ReadonlySet<string>,
): readonly Column[] =>
  columnsWithout(resource, view, permissions, (_name, { type }) => unprinted.has(type));

/** The names of the pinned columns; the title by default. */
export const pinnedNames = (resource: Resource, choice: ColumnChoice): readonly string[] =>
  choice.pinned ?? [resource.title];

/** Names by an order that has some of them; the others stand behind those, as they were. */
const inOrder = (names: readonly string[], order: readonly string[] = []): readonly string[] => {
  const placeOf = (name: string): number => {
    const place = order.indexOf(name);
    return place < 0 ? order.length : place;
  };
  return names.toSorted((a, b) => placeOf(a) - placeOf(b));
};

/**
 * The columns that a choice shows, in order: the title first, since it is the link of the row, then
 * the pinned ones, then the rest. Names that the resource no longer has are left out.
 */
export const shownColumns = (
  resource: Resource,
  view: View,
  choice: ColumnChoice,
  language: Language,
): readonly Column[] => {
  const { title } = resource;
  const pinned = pinnedNames(resource, choice);
  const unwanted = new Set([title, ...(choice.hidden ?? [])]);
  const wanted = inOrder(choice.shown ?? defaultNames(resource, view), choice.order).filter(
    (name) => !unwanted.has(name),
  );
  const names = [
    title,
    ...wanted.filter((name) => pinned.includes(name)),
    ...wanted.filter((name) => !pinned.includes(name)),
  ];
  const columns = names.flatMap((name) => columnOf(resource, name, language) ?? []);
  const others = columns.some(({ name }) => name !== title && pinned.includes(name));
  // With other pinned columns the title is pinned, too: they would slide over it.
  const held = columns.filter(({ name }) => pinned.includes(name) || (others && name === title));
  return columns.map((column) => {
    const pin = held.indexOf(column);
    return pin < 0 ? column : { ...column, pin, edge: pin === held.length - 1 };
  });
};

/**
 * The columns that have room. They are ordered by importance: the last ones are left out first,
 * except those in `kept`.
 * @param widths Pixels by name, over those of the types of field
 * @param room Pixels that the columns share
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

/**
 * The columns with their part of the spare width. A title of words takes all of that; a name of three
 * characters would stand before a gap, so that its list shares it out.
 * @param columns Those that are shown
 * @param widths Pixels by name, over those of the types of field
 * @param room Pixels that the columns share
 */
export const spreadWidths = (
  resource: Resource,
  columns: readonly Column[],
  widths: Readonly<Record<string, number>>,
  room: number,
): Readonly<Record<string, number>> => {
  const title = columns.find(({ name }) => name === resource.title);
  if (!title || !isName(resource, title.spec) || !Number.isFinite(room)) return {};
  const others = columns
    .filter((column) => column !== title)
    .map(({ name, width }): readonly [string, number] => [name, widths[name] ?? width]);
  const own = widths[title.name] ?? title.width;
  const taken = others.reduce((sum, [, width]) => sum + width, own);
  if (taken >= room) return {};
  return Object.fromEntries(
    others.map(([name, width]) => [name, Math.floor((width * room) / taken)]),
  );
};

/** The names with one of them at another position; the first one, the title, stays. */
export const withColumnMoved = (
  names: readonly string[],
  name: string,
  to: number,
): readonly string[] => {
  const rest = names.filter((each) => each !== name);
  const at = Math.max(1, Math.min(rest.length, to));
  return [...rest.slice(0, at), name, ...rest.slice(at)];
};

/** The key of the preference that keeps the columns of a view. */
export const choiceKey = (view: View): string => `columns:${view.code}`;

/** The key of the preference that keeps the columns which a person exports of a view. */
export const exportKey = (view: View): string => `export:${view.code}`;

/** Behind the first field, which is in sight in narrow boxes too: it is also found by how it is read. */
const byPinyin: Label = ['拼音首字母', 'pinyin'];

const leastNamed = 2;

/**
 * Fields that the search covers, as its placeholder names them: those of a record that people have at hand are its
 * title, the names of its people and its unique number, such as a DOI; for a record without them, the next fields.
 */
const searchNames = ({
  title,
  fields,
}: Pick<Resource, 'title' | 'fields'>): readonly FieldSpec[] => {
  const searched = Object.entries(fields).filter(([, { spec }]) => spec.searchable);
  const specs = searched.map(([, { spec }]) => spec);
  const named = [
    fields[title]?.spec.searchable ? fields[title]?.spec : specs[0],
    specs
      .filter(({ namesPeople }) => namesPeople)
      .toSorted((a, b) => (b.max ?? 0) - (a.max ?? 0))[0],
    searched.find(([name, { spec }]) => name !== title && spec.unique)?.[1].spec,
  ].filter((spec) => spec !== undefined);
  return [...new Set([...named, ...specs])].slice(0, Math.max(leastNamed, new Set(named).size));
};

/** Does the placeholder of the search box name this field? */
export const isNamedInSearch = (
  resource: Pick<Resource, 'title' | 'fields'>,
  name: string,
): boolean => searchNames(resource).some((spec) => spec === resource.fields[name]?.spec);

/** Words of the search box. */
export const searchHint = (resource: Pick<Resource, 'title' | 'fields'>): Label => {
  const [first, ...others] = searchNames(resource).map(
    ({ label: [zh, en] }): Label => [columnHeading(zh), columnHeading(en)],
  );
  return joinLabels([
    ...(first ? [first] : []),
    byPinyin,
    ...others.map((label): Label => [label[0], inSentence(label)]),
  ]);
};

/** Values under the title of a card. */
const facts = 2;

/** The columns of a card: the first ones, the last of them an amount where the list has any. */
export const cardColumns = (columns: readonly Column[]): readonly Column[] => {
  const first = columns.slice(0, facts);
  const isAmount = ({ spec }: Column): boolean => spec.type === 'money';
  const amount = first.some(isAmount) ? undefined : columns.find(isAmount);
  return amount ? [...first.slice(0, -1), amount] : first;
};
