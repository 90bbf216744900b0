import { flatten, offered } from '@keyan/kernel/dictionary.ts';
import type { FieldSpec } from '@keyan/kernel/field.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type writeXlsx from 'write-excel-file/node';
import type { SheetData } from 'write-excel-file/node';
import type { Reader } from '../wire/rows.ts';
import { type Column, keyHeader, type SheetPlan, type SheetReader, sheetsOf } from './plan.ts';

type Workbook = Buffer;
type Sheet = Parameters<typeof writeXlsx>[0][number];
type Feature = NonNullable<NonNullable<Parameters<typeof writeXlsx>[1]>['features']>[number];

/** The writer is large: it is loaded with the first workbook. */
const written = async (...given: Parameters<typeof writeXlsx>): Promise<Workbook> => {
  const { default: write } = await import('write-excel-file/node');
  return write(...given).toBuffer();
};

/** Rows below the heads that get a drop-down. */
const ruledRows = 5000;
/** Longer lists are typed, not chosen: a drop-down of thousands helps nobody. */
const maxChoices = 200;
const headRows = 2;

const letter = (index: number): string =>
  (index >= 26 ? letter(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

const kindHint: Partial<Record<FieldSpec['kind'], Label>> = {
  date: ['格式 2026-05-01', 'as 2026-05-01'],
  time: ['格式 2026-05-01 08:00:00', 'as 2026-05-01 08:00:00'],
  year: ['四位年份', 'four digits'],
  integer: ['整数', 'a whole number'],
  dict: ['从下拉中选择', 'choose from the list'],
  dicts: ['多个用分号隔开', 'several, separated by semicolons'],
  ref: ['名称或编号', 'a name or number'],
};

/** The second row of a template: what the column takes. */
const hint = (spec: FieldSpec, language: Language): string =>
  [
    spec.required ? (['必填', 'required'] as const) : null,
    kindHint[spec.kind] ?? null,
    (spec.kind === 'text' || spec.kind === 'note') && spec.max
      ? ([`最多 ${spec.max} 个字符`, `at most ${spec.max} characters`] as const)
      : null,
    spec.unit ?? null,
    spec.help ?? null,
  ]
    .filter((part) => part !== null)
    .map((part) => say(part, language))
    .join(language === 'zh' ? ';' : '; ');

const head = (text: string, required = false) => ({
  value: text,
  type: String,
  fontWeight: 'bold' as const,
  backgroundColor: '#EEF2F7',
  color: required ? '#B42318' : '#182236',
  wrap: true,
});

const widthOf = (spec: FieldSpec): number =>
  spec.kind === 'note' || (spec.max ?? 0) >= 200 ? 40 : 16;

const choices = (spec: FieldSpec, language: Language): readonly string[] => {
  const dict = spec.kind === 'dict' ? spec.dictionary : undefined;
  if (!dict || dict.tree) return [];
  const labels = flatten(offered(dict.entries)).map((entry) => say(entry.label, language));
  return labels.length <= maxChoices ? labels : [];
};

/** `<dataValidation>` for one column, pointing at its list on the last sheet. */
const rule = (column: string, listColumn: string, length: number, listSheet: string): string =>
  `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${column}${headRows + 1}:${column}${headRows + ruledRows}"><formula1>'${listSheet}'!$${listColumn}$1:$${listColumn}$${length}</formula1></dataValidation>`;

/** Adds the drop-downs: the library leaves data validation to features. */
const dropDowns = (rules: readonly (readonly string[])[]): Feature => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (content, _options, { sheetIndex }) => {
          const own = rules[sheetIndex] ?? [];
          return own.length === 0
            ? content
            : content.replace(
                '</sheetData>',
                `</sheetData><dataValidations count="${own.length}">${own.join('')}</dataValidations>`,
              );
        },
      },
    },
  },
});

const textCell = (value: string) => ({ value, type: String, format: '@' });

const sheetOf = (
  plan: SheetPlan,
  language: Language,
  body: readonly (readonly string[])[],
  extra: Label | undefined,
): Sheet => {
  const heads = [
    head(say(keyHeader, language)),
    ...plan.columns.map(({ header, spec }) =>
      head(say(header, language) + (spec.required ? '*' : ''), spec.required),
    ),
    ...(extra ? [head(say(extra, language))] : []),
  ];
  const hints = [
    { value: '', type: String },
    ...plan.columns.map(({ spec }) => ({
      value: hint(spec, language),
      type: String,
      color: '#616B7C',
      wrap: true,
    })),
  ];
  return {
    sheet: say(plan.title, language),
    stickyRowsCount: headRows,
    columns: [{ width: 8 }, ...plan.columns.map(({ spec }) => ({ width: widthOf(spec) }))],
    data: [heads, hints, ...body.map((line) => line.map(textCell))] as SheetData,
  };
};

/**
 * A workbook of a resource's sheets, with hints and drop-downs, ready to be filled and imported.
 * `extra` heads one more column of the first sheet, which import passes over.
 */
export const writeWorkbook = async (
  resource: Resource,
  reader: SheetReader & Reader,
  bodies: readonly (readonly (readonly string[])[])[] = [],
  extra?: Label,
): Promise<Workbook> => {
  const { language } = reader;
  const plans = sheetsOf(resource, reader);
  const listSheet = language === 'zh' ? '选项' : 'Choices';
  const lists: (readonly string[])[] = [];
  const rules = plans.map((plan) =>
    plan.columns.flatMap(({ spec }: Column, index) => {
      const list = choices(spec, language);
      if (list.length === 0) return [];
      lists.push(list);
      return [rule(letter(index + 1), letter(lists.length - 1), list.length, listSheet)];
    }),
  );
  const depth = Math.max(0, ...lists.map((list) => list.length));
  const listData = Array.from({ length: depth }, (_, row) =>
    lists.map((list) => (list[row] === undefined ? null : textCell(list[row]))),
  );
  const sheets = plans.map((plan, index) =>
    sheetOf(plan, language, bodies[index] ?? [], plan.rows ? undefined : extra),
  );
  if (lists.length > 0) sheets.push({ sheet: listSheet, data: listData as SheetData });
  return written(sheets, { features: [dropDowns(rules)] });
};

const numberCell = (value: number) => ({ value, type: Number });

/** What a sheet's name may not hold, nor how long it may be. */
const sheetName = (title: string): string =>
  [...title.replace(/[\\/?*[\]:]/g, ' ')].slice(0, 31).join('') || '1';

/** One sheet of these columns: an export of what a list shows, or of the numbers of a chart. */
export const writeTable = (
  title: string,
  heads: readonly string[],
  lines: readonly (readonly (string | number)[])[],
): Promise<Workbook> =>
  written([
    {
      sheet: sheetName(title),
      stickyRowsCount: 1,
      columns: heads.map(() => ({ width: 18 })),
      data: [
        heads.map((text) => head(text)),
        ...lines.map((line) =>
          line.map((value) => (typeof value === 'number' ? numberCell(value) : textCell(value))),
        ),
      ] as SheetData,
    },
  ]);
