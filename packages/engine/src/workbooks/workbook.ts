import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { flattenEntries, selectableEntries } from '@keyan/kernel/values/dictionary.ts';
import type { Reader } from '../base/reader.ts';
import { type BookMaker, WorkbookLines, writeBook } from './book.ts';
import type { BookCell, BookPlan, BookSheet } from './book-plan.ts';
import { type Column, keyHeader, type SheetPlan, type SheetReader, sheetPlans } from './plan.ts';
import { cellText } from './value-cell.ts';

/** Number of rows below the headers that get a drop-down. */
const ruledRows = 5000;
/** Maximum number of entries in a drop-down of a workbook; entries of longer lists are typed. */
const maxChoices = 200;
const headRows = 2;

const letter = (index: number): string =>
  (index >= 26 ? letter(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

const kindHint: Partial<Record<FieldSpec['type'], Label>> = {
  date: ['格式 2026-05-01', 'as 2026-05-01'],
  time: ['格式 2026-05-01 08:00:00', 'as 2026-05-01 08:00:00'],
  year: ['四位年份', 'four digits'],
  integer: ['整数', 'a whole number'],
  dict: ['从下拉中选择', 'choose from the list'],
  dicts: ['多个用分号隔开', 'several, separated by semicolons'],
  ref: ['名称或编号', 'a name or number'],
  refs: ['名称或编号，多个用分号隔开', 'names or numbers, several separated by semicolons'],
};

/** True if the column is required for every record, not for some records only. */
const isAlwaysRequired = ({ required, when }: FieldSpec): boolean => required === true && !when;

const necessity = (spec: FieldSpec): Label | null => {
  if (isAlwaysRequired(spec)) return ['必填', 'required'];
  return spec.required || spec.requiredWhen ? ['适用时必填', 'required where it applies'] : null;
};

/** Returns the second row of a template: the values that the column accepts. */
const hint = (spec: FieldSpec, language: Language): string =>
  [
    necessity(spec),
    kindHint[spec.type] ?? null,
    (spec.type === 'text' || spec.type === 'note') && spec.max
      ? ([`最多 ${spec.max} 个字符`, `at most ${spec.max} characters`] as const)
      : null,
    spec.unit ?? null,
    spec.help ?? null,
  ]
    .filter((part) => part !== null)
    .map((part) => say(part, language))
    .join(language === 'zh' ? ';' : '; ');

const widthOf = (spec: FieldSpec): number =>
  spec.type === 'note' || (spec.max ?? 0) >= 200 ? 40 : 16;

const choices = (spec: FieldSpec, language: Language): readonly string[] => {
  const dict = spec.type === 'dict' ? spec.dictionary : undefined;
  if (!dict || dict.tree) return [];
  const labels = flattenEntries(selectableEntries(dict.entries)).map((entry) =>
    say(entry.label, language),
  );
  return labels.length <= maxChoices ? labels : [];
};

/** Returns `<dataValidation>` for one column, which refers to its list on the last sheet. */
const rule = (column: string, listColumn: string, length: number, listSheet: string): string =>
  `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${column}${headRows + 1}:${column}${headRows + ruledRows}"><formula1>'${listSheet}'!$${listColumn}$1:$${listColumn}$${length}</formula1></dataValidation>`;

const sheetOf = (
  plan: SheetPlan,
  language: Language,
  rules: readonly string[],
  extra: Label | undefined,
): BookSheet => ({
  name: say(plan.title, language),
  stickyRows: headRows,
  widths: [8, ...plan.columns.map(({ spec }) => widthOf(spec))],
  heads: [
    { text: say(keyHeader, language), required: false },
    ...plan.columns.map(({ header, spec }) => ({
      text: say(header, language) + (isAlwaysRequired(spec) ? '*' : ''),
      required: isAlwaysRequired(spec),
    })),
    ...(extra ? [{ text: say(extra, language), required: false }] : []),
  ],
  hints: ['', ...plan.columns.map(({ spec }) => hint(spec, language))],
  rules,
});

/** Workbook in the making: add lines to the sheets of `sheetPlans`, by sheet index. */
export interface Draft {
  readonly plan: BookPlan;
  readonly lines: WorkbookLines;
}

/**
 * Creates a workbook of a resource's sheets, with hints and drop-downs, ready to be filled and imported. `extra` is the
 * header of an additional column of the first sheet, which import skips.
 */
export const draftWorkbook = (
  resource: Resource,
  reader: SheetReader & Reader,
  extra?: Label,
): Draft => {
  const { language } = reader;
  const listSheet = language === 'zh' ? '选项' : 'Choices';
  const lists: (readonly string[])[] = [];
  const sheets = sheetPlans(resource, reader).map((plan) => {
    const rules = plan.columns.flatMap(({ spec }: Column, index) => {
      const list = choices(spec, language);
      if (list.length === 0) return [];
      lists.push(list);
      return [rule(letter(index + 1), letter(lists.length - 1), list.length, listSheet)];
    });
    return sheetOf(plan, language, rules, plan.rows ? undefined : extra);
  });
  const lines = new WorkbookLines();
  if (lists.length === 0) return { plan: { sheets }, lines };
  const depth = Math.max(...lists.map((list) => list.length));
  for (let row = 0; row < depth; row += 1) {
    lines.add(
      sheets.length,
      lists.map((list) => list[row] ?? null),
    );
  }
  const choiceSheet = {
    name: listSheet,
    stickyRows: 0,
    widths: [],
    heads: [],
    hints: null,
    rules: [],
  };
  return { plan: { sheets: [...sheets, choiceSheet] }, lines };
};

/** Writes a workbook with these lines. */
export const writeWorkbook = (
  maker: BookMaker,
  resource: Resource,
  reader: SheetReader & Reader,
  bodies: readonly (readonly (readonly BookCell[])[])[] = [],
): Promise<Buffer> => {
  const { plan, lines } = draftWorkbook(resource, reader);
  for (const [sheet, body] of bodies.entries()) for (const line of body) lines.add(sheet, line);
  return writeBook(maker, plan, lines);
};

/** Returns a sheet name without forbidden characters, cut to the maximum length. */
const sheetName = (title: string): string =>
  [...title.replace(/[\\/?*[\]:]/g, ' ')].slice(0, 31).join('') || '1';

/** Minimum width of a column in characters: that of a date. The maximum keeps long titles on a page. */
const minColumnWidth = 12;
const maxColumnWidth = 60;

/** Returns the width of a text in characters: a Chinese character is as wide as two Latin ones. */
const room = (text: string): number =>
  [...text].reduce((sum, each) => sum + (each > '\u2e7f' ? 2 : 1), 0) + 2;

/** Widths of columns, from the texts added so far. */
export class ColumnWidths {
  readonly #widths: number[] = [];

  add(cells: readonly BookCell[]): void {
    for (const [index, cell] of cells.entries()) {
      this.#widths[index] = Math.max(this.#widths[index] ?? minColumnWidth, room(cellText(cell)));
    }
  }

  of(index: number): number {
    return Math.min(this.#widths[index] ?? minColumnWidth, maxColumnWidth);
  }
}

/** Plans one sheet of these columns: an export of what a list shows, or of the numbers of a chart. */
export const tablePlan = (
  title: string,
  heads: readonly string[],
  widths: ColumnWidths,
): BookPlan => ({
  sheets: [
    {
      name: sheetName(title),
      stickyRows: 1,
      widths: heads.map((_head, index) => widths.of(index)),
      heads: heads.map((text) => ({ text, required: false })),
      hints: null,
      rules: [],
    },
  ],
});

/**
 * Writes a workbook with these lines.
 * @param notes what the table counts, and of which records: on a separate sheet
 */
export const writeTable = (
  maker: BookMaker,
  title: string,
  heads: readonly string[],
  body: readonly (readonly BookCell[])[],
  notes?: { readonly name: string; readonly lines: readonly string[] },
): Promise<Buffer> => {
  const lines = new WorkbookLines();
  const widths = new ColumnWidths();
  widths.add(heads);
  for (const line of body) {
    lines.add(0, line);
    widths.add(line);
  }
  const plan = tablePlan(title, heads, widths);
  if (!notes || notes.lines.length === 0 || notes.name === title) {
    return writeBook(maker, plan, lines);
  }
  const about = new ColumnWidths();
  for (const line of notes.lines) {
    lines.add(1, [line]);
    about.add([line]);
  }
  const [sheet] = tablePlan(notes.name, [title], about).sheets;
  return writeBook(maker, { sheets: [...plan.sheets, ...(sheet ? [sheet] : [])] }, lines);
};
