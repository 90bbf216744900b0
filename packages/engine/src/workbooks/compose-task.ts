import writeXlsx, { type SheetData } from 'write-excel-file/node';
import type { BookCell, BookLine, BookPlan, BookSheet } from './book-plan.ts';
import { guardCell } from './cell.ts';

// Task of a worker process: see `book.ts`.

type Sheet = Parameters<typeof writeXlsx>[0][number];
type Feature = NonNullable<NonNullable<Parameters<typeof writeXlsx>[1]>['features']>[number];

/** Adds drop-downs through a feature of the library, which has no data validation. */
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

const head = ({ text, required }: BookSheet['heads'][number]) => ({
  value: guardCell(text),
  type: String,
  fontWeight: 'bold' as const,
  backgroundColor: '#EEF2F7',
  color: required ? '#B42318' : '#182236',
  wrap: true,
});

const hint = (text: string) => ({ value: text, type: String, color: '#616B7C', wrap: true });

/** Converts a value to a cell; the only place that does, so that no text can run as a formula. */
const cell = (given: BookCell) => {
  if (typeof given === 'number') return { value: given, type: Number };
  if (typeof given === 'string') return { value: guardCell(given), type: String, format: '@' };
  const { is, value, format } = given;
  return is === 'number'
    ? { value: Number(value), type: Number, format }
    : { value: new Date(`${value.replace(' ', 'T')}Z`), type: Date, format };
};

const sheetOf = (plan: BookSheet, lines: readonly unknown[]): Sheet => ({
  sheet: plan.name,
  ...(plan.stickyRows > 0 ? { stickyRowsCount: plan.stickyRows } : {}),
  ...(plan.widths.length > 0 ? { columns: plan.widths.map((width) => ({ width })) } : {}),
  data: [
    ...(plan.heads.length > 0 ? [plan.heads.map(head)] : []),
    ...(plan.hints ? [plan.hints.map(hint)] : []),
    ...lines,
  ] as SheetData,
});

/** Writes a workbook; its lines are JSON in pieces, each a list of lines. */
export const composeWorkbook = async (given: {
  readonly plan: BookPlan;
  readonly lines: readonly Uint8Array[];
}): Promise<Uint8Array> => {
  const { plan, lines } = given;
  const bodies: unknown[][] = plan.sheets.map(() => []);
  for (const piece of lines) {
    for (const [sheet, cells] of JSON.parse(Buffer.from(piece).toString()) as BookLine[]) {
      bodies[sheet]?.push(cells.map((value) => (value === null ? null : cell(value))));
    }
  }
  const sheets = plan.sheets.map((sheet, index) => sheetOf(sheet, bodies[index] ?? []));
  const features = [dropDowns(plan.sheets.map(({ rules }) => rules))];
  return writeXlsx(sheets, { features }).toBuffer();
};
