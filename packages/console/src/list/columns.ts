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

/** Default width of a column in pixels, by field type. */
const widthByType: Readonly<Record<FieldType, number>> = {
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

/**
 * Maximum length of texts that are names or numbers: their columns are narrower, at least twelve
 * digits wide.
 */
const shortText = 64;
const shortWidth = 112;

/** Width in pixels of a digit or Latin letter in a cell, and the cell's padding. */
const letterWidth = 7.5;
const cellPadding = 18;

/** Returns the width at which a formatted short text or the record's number is never cut. */
const shortTextWidth = ({ format }: FieldSpec, ownNumber: Resource['number']): number => {
  const letters = Math.max(format?.example?.length ?? 0, ownNumber ? numberLength(ownNumber) : 0);
  return Math.max(shortWidth, Math.ceil(letters * letterWidth) + cellPadding);
};

/** Field types that a list cannot show, or that other columns show. */
const typesWithoutColumn: ReadonlySet<FieldType> = new Set(['note', 'rich', 'rows', 'files']);
/** Field types that a workbook cell cannot contain. */
const typesWithoutExport: ReadonlySet<FieldType> = new Set(['rich', 'rows', 'files']);
const fieldsOfSystemColumns = new Set([
  'auditStatus',
  'currentNode',
  'currentAssignee',
  'currentSince',
]);

export interface Column {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly sortable: boolean;
  /** Position among the pinned columns, from 0. */
  readonly pin?: number;
  /** True for the last pinned column, which has a border at its right. */
  readonly edge?: boolean;
}

/** Returns the style that pins a column at its position; the table sets the CSS variable. */
export const pinnedColumnStyle = ({ pin }: Column): CSSProperties | undefined =>
  pin === undefined ? undefined : { left: `var(${pinName(pin)})` };

/** Returns the name of the CSS variable with the position of a pinned column. */
export const pinName = (pin: number): string => `--ky-pin-${pin}`;

/**
 * Minimum width of the title in pixels before other columns are shown; it also takes the remaining
 * width.
 */
const titleWidth = 300;

/** Width in pixels of a title that is a short name, of a person or a role. */
const nameWidth = 168;

/** Width of the title in pixels below which the table scrolls sideways. */
export const minTitleWidth = 136;

/** Returns the label for a narrow head: without the text in brackets, which the tooltip has. */
export const columnHeading = (text: string): string =>
  text.replace(/\s*[(（][^)）]*[)）]/g, '') || text;

/**
 * Width in pixels of a bold character in a head, and the maximum number of characters for which a
 * head may widen its column.
 */
const headCharacters: Readonly<
  Record<Language, { readonly width: number; readonly most: number }>
> = { zh: { width: 13, most: 6 }, en: { width: 7.4, most: 16 } };

/** Width in pixels of the sort mark in the head. */
const sortMark = 14;

/** Returns the width in pixels below which the head would be cut. */
const headWidth = ({ label }: FieldSpec, language: Language): number => {
  const { width, most } = headCharacters[language];
  return (
    Math.ceil(Math.min(columnHeading(say(label, language)).length, most) * width) + cellPadding
  );
};

/** Returns true for a text that is short enough to be a name or a number. */
const isShort = ({ type, max = 0 }: FieldSpec): boolean => type === 'text' && max <= shortText;

/**
 * Returns true if the title is a name, which does not need the remaining width. A tree indents its
 * names, so there it does.
 */
const isName = ({ list }: Resource, spec: FieldSpec): boolean => isShort(spec) && !list.tree;

/**
 * Width in pixels of a character of a code's name, and the maximum number of characters with room.
 */
const codeCharacters: typeof headCharacters = {
  zh: { width: 13, most: 7 },
  en: { width: 6.6, most: 14 },
};

/**
 * Maximum number of entries of a dictionary whose names fit a column; larger dictionaries are
 * classifications.
 */
const maxCodeNames = 40;

/** Returns the width in pixels below which names of codes would be cut. */
const codeWidth = ({ type, dictionary }: FieldSpec, language: Language): number => {
  if (type !== 'dict' || !dictionary || dictionary.tree) return 0;
  const { entries } = dictionary;
  if (entries.length > maxCodeNames) return 0;
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
    isShort(spec) ? shortTextWidth(spec, number) : widthByType[spec.type],
    headWidth(spec, language) + (sort.replace('-', '') === name ? sortMark : 0),
    codeWidth(spec, language),
  );
  const titled = isName(resource, spec) ? nameWidth : titleWidth;
  const width = name === resource.title ? titled : usual;
  return { name, spec, align, width, sortable: filter !== 'none' && !spec.masked && !spec.openTo };
};

const defaultNames = (resource: Resource, view: View): readonly string[] => {
  // The status column shows the state already, if there is one.
  const state = isOfOneStatus(view) ? undefined : stateFieldInApproval(resource);
  const names = (view.columns ?? resource.list.columns).filter((name) => name !== state);
  return names.includes(resource.title) ? names : [resource.title, ...names];
};

/**
 * Returns the columns of a view without these types and without secret fields; those of the
 * definition first.
 */
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

/** Returns every column that the list can show this user, those of the definition first. */
export const availableColumns = (
  resource: Resource,
  view: View,
  permissions: ReadonlySet<string>,
): readonly Column[] =>
  columnsWithout(
    resource,
    view,
    permissions,
    (name, { type }) =>
      typesWithoutColumn.has(type) || (hasProcess(resource) && fieldsOfSystemColumns.has(name)),
  );

/** Returns every column that an exported workbook can have for this user, including long texts. */
export const exportableColumns = (
  resource: Resource,
  view: View,
  permissions: ReadonlySet<string>,
): readonly Column[] =>
  columnsWithout(resource, view, permissions, (_name, { type }) => typesWithoutExport.has(type));

/** Returns the names of the pinned columns; the title by default. */
export const pinnedNames = (resource: Resource, choice: ColumnChoice): readonly string[] =>
  choice.pinned ?? [resource.title];

/**
 * Returns names sorted by an order that may lack some; names that it lacks come last, unchanged.
 */
const inOrder = (names: readonly string[], order: readonly string[] = []): readonly string[] => {
  const placeOf = (name: string): number => {
    const place = order.indexOf(name);
    return place < 0 ? order.length : place;
  };
  return names.toSorted((a, b) => placeOf(a) - placeOf(b));
};

/**
 * Returns the chosen columns in order: the title first, because it is the link of the row, then the
 * pinned ones, then the rest. Names that the resource no longer has are ignored.
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
  // With other pinned columns the title is pinned too, or they would cover it.
  const held = columns.filter(({ name }) => pinned.includes(name) || (others && name === title));
  return columns.map((column) => {
    const pin = held.indexOf(column);
    return pin < 0 ? column : { ...column, pin, edge: pin === held.length - 1 };
  });
};

/**
 * Returns the columns that fit. Columns are ordered by importance: the last are left out first,
 * except those in `kept`.
 * @param widths pixels by name, which override those of the field types
 * @param room pixels that the columns share
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
 * Returns the columns with their part of the spare width. A long title takes all of it; a short one
 * would leave a gap, so the columns share it.
 * @param columns visible columns
 * @param widths pixels by name, which override those of the field types
 * @param room pixels that the columns share
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

/** Returns the names with one moved to another position; the first, the title, stays. */
export const withColumnMoved = (
  names: readonly string[],
  name: string,
  to: number,
): readonly string[] => {
  const rest = names.filter((each) => each !== name);
  const at = Math.max(1, Math.min(rest.length, to));
  return [...rest.slice(0, at), name, ...rest.slice(at)];
};

/** Returns the key of the preference with a view's columns. */
export const choiceKey = (view: View): string => `columns:${view.code}`;

/** Returns the key of the preference with the columns that a user exports of a view. */
export const exportKey = (view: View): string => `export:${view.code}`;

/**
 * Hint after the first field, which is visible in narrow boxes too: it is also matched by pinyin.
 */
const byPinyin: Label = ['拼音首字母', 'pinyin'];

const minNamedFields = 2;

/**
 * Fields that the placeholder of the search box names: the title, the names of people and the
 * unique number, such as a DOI; the next searchable fields for records without them.
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
  return [...new Set([...named, ...specs])].slice(0, Math.max(minNamedFields, new Set(named).size));
};

/** Returns true if the placeholder of the search box names this field. */
export const isNamedInSearch = (
  resource: Pick<Resource, 'title' | 'fields'>,
  name: string,
): boolean => searchNames(resource).some((spec) => spec === resource.fields[name]?.spec);

/** Returns the placeholder of the search box. */
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

/** Number of values under the title of a card. */
const maxCardValues = 2;

/**
 * Returns the columns of a card: the first ones, the last replaced by an amount if the list has
 * any.
 */
export const cardColumns = (columns: readonly Column[]): readonly Column[] => {
  const first = columns.slice(0, maxCardValues);
  const isAmount = ({ spec }: Column): boolean => spec.type === 'money';
  const amount = first.some(isAmount) ? undefined : columns.find(isAmount);
  return amount ? [...first.slice(0, -1), amount] : first;
};
