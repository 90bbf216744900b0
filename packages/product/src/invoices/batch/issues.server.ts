import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { readWorkbook } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { bookMakerOf } from '@keyan/engine/workbooks/book.ts';
import { readGrids } from '@keyan/engine/workbooks/grids.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import {
  checkedIssueRows,
  type InvoiceApplication,
  type IssueLine,
  type IssueRow,
  issueRows,
  readIssuesCall,
  type UsedInvoiceNumber,
} from './issue-lines.ts';

/** Maximum number of rows in a workbook. */
const maxRows = 2000;

const noHeadings: Label = [
  '没有找到表头：前 30 行中没有同时含【申请单号】和【发票号码】的行',
  'No headings found: none of the first 30 rows has both application no. and invoice no.',
];

const applicationsOf = (session: Session, rows: readonly IssueRow[]) =>
  session.query<InvoiceApplication>(
    `select id::text, version, pj_number as "pjNumber", coalesce(buyer_name, '') as "buyerName",
            bill_amount::text as "billAmount", status, coalesce(invoice_number, '') as "invoiceNumber"
       from billapplyinfo where tenant_id = $1 and is_deleted = 0 and pj_number = any($2)`,
    [session.tenantId, rows.map(({ pjNumber }) => pjNumber)],
  );

const takenOf = (session: Session, rows: readonly IssueRow[]) =>
  session.query<UsedInvoiceNumber>(
    `select invoice_number as "invoiceNumber", coalesce(pj_number, '') as "pjNumber"
       from billapplyinfo where tenant_id = $1 and is_deleted = 0 and invoice_number = any($2)`,
    [session.tenantId, rows.map(({ invoiceNumber }) => invoiceNumber)],
  );

/**
 * Call that reads the list of the invoice terminal (批量开票); each row is then issued like a
 * single application.
 */
export const issueEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: readIssuesCall,
    auth: 'user',
    permissions: ['bill_issue'],
    summary: ['读取开票清单', 'Read a list of issued invoices'],
    input: Type.Object({}),
    files: true,
    onlyReads: true,
    run: async (_input, { engine, actor, files }): Promise<readonly IssueLine[]> => {
      for await (const { stream } of files) {
        const content = await readWorkbook(stream);
        const grids = await readGrids(bookMakerOf(engine, actor), content);
        for (const grid of grids.values()) {
          const rows = issueRows(grid);
          if (!rows) continue;
          if (rows.length > maxRows) {
            throw new Refused([`一次最多 ${maxRows} 行`, `At most ${maxRows} rows at a time`]);
          }
          const [applications, taken] = await engine.database.read(
            actor.tenantId,
            async (session) =>
              [await applicationsOf(session, rows), await takenOf(session, rows)] as const,
          );
          return checkedIssueRows(rows, applications, taken, dayText(engine.clock()));
        }
        throw new Refused(noHeadings);
      }
      throw new Refused(['请选择开票清单', 'Choose a list of issued invoices']);
    },
  }),
];
