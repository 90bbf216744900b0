import type { Label } from '@keyan/kernel/label.ts';
import { cellDay, cellText, type StatementCell } from '../../funds/bank/statement.ts';

/** Path of the call that reads a list of issued invoices. */
export const readIssuesCall = 'kh-edu-research/billapplyinfo/readIssues';

/** Row of a list of issued invoices. */
export interface IssueRow {
  /** Row number in the sheet, from 1. */
  readonly row: number;
  readonly pjNumber: string;
  readonly invoiceCode: string;
  readonly invoiceNumber: string;
  /** Date of the invoice, such as `2026-11-27`; empty if invalid. */
  readonly invoiceDate: string;
}

/** Application that a row refers to. */
export interface InvoiceApplication {
  readonly id: string;
  readonly version: number;
  readonly pjNumber: string;
  readonly buyerName: string;
  readonly billAmount: string;
  readonly status: string;
  /** Number of the invoice that was issued before; empty if none. */
  readonly invoiceNumber: string;
}

/** Row with its application, or the reason why it cannot be issued. */
export interface IssueLine extends IssueRow {
  readonly application: InvoiceApplication | null;
  readonly fault: Label | null;
  /** True if the application was already issued with this number. */
  readonly isDone: boolean;
}

type Column = Exclude<keyof IssueRow, 'row'>;

/** Known column headings in both languages. */
const words: Readonly<Record<Column, readonly Label[]>> = {
  pjNumber: [
    ['申请单号', 'Application no.'],
    ['申请号', 'pjNumber'],
  ],
  invoiceCode: [['发票代码', 'Invoice code']],
  invoiceNumber: [
    ['发票号码', 'Invoice no.'],
    ['发票号', 'Invoice number'],
    ['号码', 'Number'],
  ],
  invoiceDate: [
    ['开票日期', 'Issued on'],
    ['日期', 'Date'],
  ],
};

const columns = Object.keys(words) as readonly Column[];

const plain = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toLowerCase();

/** Cell as text; empty for numbers with more digits than a workbook stores. */
const textIn = (cell: StatementCell): string =>
  typeof cell === 'number' && !Number.isSafeInteger(cell) ? '' : cellText(cell).normalize('NFKC');

interface Headings {
  readonly at: number;
  readonly of: ReadonlyMap<Column, number>;
}

const headingsIn = (grid: readonly (readonly StatementCell[])[]): Headings | null => {
  for (const [at, row] of grid.slice(0, 30).entries()) {
    const cells = row.map((cell) => plain(textIn(cell)));
    const of = new Map<Column, number>();
    for (const column of columns) {
      const heads = words[column].flat().map(plain);
      const place = cells.findIndex((cell) => heads.includes(cell));
      if (place >= 0) of.set(column, place);
    }
    if (of.has('pjNumber') && of.has('invoiceNumber')) return { at, of };
  }
  return null;
};

/** Rows below the headings of a list of issued invoices; null if no headings are found. */
export const issueRows = (
  grid: readonly (readonly StatementCell[])[],
): readonly IssueRow[] | null => {
  const headings = headingsIn(grid);
  if (!headings) return null;
  return grid.slice(headings.at + 1).flatMap((cells, index): readonly IssueRow[] => {
    const at = (column: Column): string => textIn(cells[headings.of.get(column) ?? -1]);
    const pjNumber = at('pjNumber').toUpperCase();
    const invoiceNumber = at('invoiceNumber').replace(/\s/g, '');
    if (pjNumber === '' && invoiceNumber === '') return [];
    return [
      {
        row: headings.at + index + 2,
        pjNumber,
        invoiceCode: at('invoiceCode').replace(/\s/g, ''),
        invoiceNumber,
        invoiceDate: cellDay(cells[headings.of.get('invoiceDate') ?? -1]) ?? '',
      },
    ];
  });
};

/** Invoice that already has one of the numbers. */
export interface UsedInvoiceNumber {
  readonly invoiceNumber: string;
  readonly pjNumber: string;
}

/** Codes of `billStatus`: `granted` (to be issued), and `issued` (issued or overdue). */
const grantedCode = '2';
const issued: ReadonlySet<string> = new Set(['3', '8']);

const faultOf = (
  line: IssueRow,
  application: InvoiceApplication | undefined,
  {
    today,
    taken,
    seen,
  }: {
    readonly today: string;
    readonly taken: readonly UsedInvoiceNumber[];
    readonly seen: ReadonlySet<string>;
  },
): Label | null => {
  if (!application) {
    return [
      `没有申请单号 ${line.pjNumber || '（空）'} 的票据`,
      `There is no application ${line.pjNumber || '(empty)'}`,
    ];
  }
  if (seen.has(line.pjNumber) || seen.has(line.invoiceNumber)) {
    return ['与上面的行重复', 'Same as an earlier row'];
  }
  if (application.status !== grantedCode) {
    return application.invoiceNumber
      ? [
          `已开票，号码 ${application.invoiceNumber}`,
          `Already issued as ${application.invoiceNumber}`,
        ]
      : ['该申请不在待开票状态', 'The application is not awaiting issue'];
  }
  if (!/^[0-9A-Z]{8,30}$/i.test(line.invoiceNumber)) {
    return [
      '发票号码应为 8 到 30 位数字；长号码请以文本格式存放',
      'An invoice no. has 8 to 30 digits; store long numbers as text',
    ];
  }
  if (line.invoiceDate === '') return ['开票日期无法识别', 'The issue date cannot be read'];
  if (line.invoiceDate > today)
    return ['开票日期不能晚于今天', 'The issue date must not be later than today'];
  const other = taken.find((one) => one.invoiceNumber === line.invoiceNumber);
  return other
    ? [
        `发票号码已登记在 ${other.pjNumber}`,
        `This invoice no. is already registered for ${other.pjNumber}`,
      ]
    : null;
};

/** Rows with their application and the fault that prevents issuing. */
export const checkedIssueRows = (
  rows: readonly IssueRow[],
  applications: readonly InvoiceApplication[],
  taken: readonly UsedInvoiceNumber[],
  today: string,
): readonly IssueLine[] => {
  const byNumber = new Map(applications.map((one) => [one.pjNumber, one]));
  const seen = new Set<string>();
  return rows.map((line) => {
    const application = byNumber.get(line.pjNumber);
    const isDone =
      application !== undefined &&
      issued.has(application.status) &&
      application.invoiceNumber === line.invoiceNumber;
    const fault = isDone ? null : faultOf(line, application, { today, taken, seen });
    seen.add(line.pjNumber).add(line.invoiceNumber);
    return { ...line, application: application ?? null, fault, isDone };
  });
};

/** File of a row: named after the number of the application or of the invoice. */
export const invoiceFileOf = <F extends { readonly name: string }>(
  { pjNumber, invoiceNumber }: IssueRow,
  files: readonly F[],
): F | undefined =>
  files.find(({ name }) => {
    const text = name.normalize('NFKC').toUpperCase();
    return (
      text.includes(pjNumber) ||
      (invoiceNumber !== '' && text.includes(invoiceNumber.toUpperCase()))
    );
  });
