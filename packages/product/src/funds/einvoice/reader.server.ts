import type { Engine } from '@keyan/engine/engine.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { readParameters } from '@keyan/engine/store/statements/parameters.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { readWorkbook } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { maxWorkbook } from '@keyan/engine/workbooks/grids.ts';
import { taskOwnerOf } from '@keyan/engine/workers/person.ts';
import { defineTask } from '@keyan/engine/workers/task.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { type Amount, atMost, plus } from '@keyan/kernel/values/amounts.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import type { OptionRow } from '@keyan/kernel/wire/records.ts';
import { Type } from 'typebox';
import { aliasesIn, aliasParam, noAliasesValue } from '../../shared/references/school-names.ts';
import { invoiceBuyerCheck, schoolTaxNumber } from '../../system/parameters/limits.ts';
import { fundsExpenditure } from '../funds-expenditure.ts';
import { invoiceNumbersIn } from '../invoice-numbers.ts';
import type { ReadInvoice } from './invoice.ts';
import {
  buyerFault,
  type CheckedInvoice,
  dateFault,
  readInvoiceCall,
  totalFault,
  type UniversityAsBuyer,
} from './judging.ts';

/**
 * Worker task that reads a file within memory and time limits, so that a malicious file cannot
 * affect the server.
 */
const readFace = defineTask<typeof import('./read-task.server.ts'), 'readInvoice'>({
  what: ['电子发票', 'The invoice'],
  module: new URL('./read-task.server.ts', import.meta.url),
  run: 'readInvoice',
  bounds: {
    inputBytes: maxWorkbook + 1024,
    outputBytes: 1024 ** 2,
    milliseconds: 10_000,
    megabytes: 384,
  },
  mostWaiting: 4,
});

const buyerOf = async (
  session: Session,
): Promise<UniversityAsBuyer & { readonly blocks: boolean }> => {
  const given = (await readParameters(session, {
    taxNumber: schoolTaxNumber,
    check: invoiceBuyerCheck,
  })) as Readonly<Record<'taxNumber' | 'check', string>>;
  const [names] = await session.query<{ zh: string | null; aliases: string | null }>(
    `select t.tenant_name as zh, (select p.param_value from param p
        where p.tenant_id = t.tenant_id and p.param_key = $2 and p.is_deleted = 0) as aliases
       from tenant t where t.tenant_id = $1`,
    [session.tenantId, aliasParam],
  );
  return {
    names: [names?.zh ?? '', ...aliasesIn(names?.aliases)].filter(Boolean),
    taxNumber: given.taxNumber === noAliasesValue ? '' : (given.taxNumber ?? ''),
    blocks: given.check !== 'warn',
  };
};

/**
 * Stores the total of an invoice, which limits later expenses on it. The first stored total is
 * kept, since a later file may be forged.
 * @returns a warning if a different total was stored before
 */
const storeInvoiceTotal = async (
  session: Session,
  { number, total }: ReadInvoice,
): Promise<readonly Label[]> => {
  const [stored] = await session.query<{ total: string; differs: boolean }>(
    `insert into read_invoice as r (tenant_id, invoice_number, total) values ($1, $2, $3::numeric)
     on conflict (tenant_id, invoice_number) do update set total = r.total
     returning total::text, total <> $3::numeric as differs`,
    [session.tenantId, number, total],
  );
  return stored?.differs ? [fill(differentTotalText, { number, total: stored.total })] : [];
};

const differentTotalText: Label = [
  '发票 {number} 此前读出的价税合计为 {total} 元，与本次不符，仍以首次为准，请核对原件',
  'Invoice {number} totalled {total} yuan when first read, which differs from this time; the first reading stands. Please check the original',
];

/**
 * Stores that an invoice names another buyer, so that the person who read it cannot enter its
 * number by hand.
 */
const storeRefusal = (session: Session, reader: string, number: string, fault: Label) =>
  session.query(
    `insert into refused_invoice (tenant_id, reader, invoice_number, fault_zh, fault_en) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, reader, invoice_number) do update set fault_zh = excluded.fault_zh, fault_en = excluded.fault_en`,
    [session.tenantId, reader, number, ...fault],
  );

/** Deletes a stored refusal after the invoice was read again and names the university. */
const deleteRefusal = (session: Session, reader: string, number: string) =>
  session.query(
    'delete from refused_invoice where tenant_id = $1 and reader = $2 and invoice_number = $3',
    [session.tenantId, reader, number],
  );

/** Faults for lines with an invoice that was refused for its buyer when the writer read it. */
export const buyerFaults = async (
  session: Session,
  reader: string,
  items: readonly InvoiceUse[] | null,
): Promise<readonly FieldFault[]> => {
  const lines = (items ?? []).map(({ invoiceNum }) => invoiceNumbersIn(invoiceNum));
  if (lines.flat().length === 0) return [];
  const found = await session.query<{ number: string; zh: string; en: string }>(
    `select invoice_number as number, fault_zh as zh, fault_en as en from refused_invoice
      where tenant_id = $1 and reader = $2 and invoice_number = any($3)`,
    [session.tenantId, reader, [...new Set(lines.flat())]],
  );
  if (found.length === 0) return [];
  const { blocks } = await buyerOf(session);
  if (!blocks) return [];
  return lines.flatMap((numbers, index): readonly FieldFault[] => {
    const fault = found.find(({ number }) => numbers.includes(number));
    return fault ? [{ path: `items.${index}.invoiceNum`, message: [fault.zh, fault.en] }] : [];
  });
};

interface InvoiceUse {
  readonly amount: Amount;
  readonly invoiceNum: string | null;
}

/** Faults for lines that exceed the total of their invoice. */
export const totalFaults = async (
  session: Session,
  items: readonly InvoiceUse[] | null,
): Promise<readonly FieldFault[]> => {
  const lines = (items ?? []).map(({ amount, invoiceNum }, index) => ({
    index,
    amount,
    numbers: invoiceNumbersIn(invoiceNum),
  }));
  const numbers = [...new Set(lines.flatMap((line) => line.numbers))];
  if (numbers.length === 0) return [];
  const known = await session.query<{ number: string; total: string }>(
    `select invoice_number as number, total::text from read_invoice
      where tenant_id = $1 and invoice_number = any($2)`,
    [session.tenantId, numbers],
  );
  const totals = new Map(known.map(({ number, total }) => [number, total]));
  // For a line with several invoices, the sum of their totals is the limit.
  const groups = Map.groupBy(lines, (line) => line.numbers.join(','));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const sums = (first?.numbers ?? []).map((number) => totals.get(number));
    if (!first || sums.length === 0 || sums.some((total) => total === undefined)) return [];
    const [total, asked] = [
      plus('0.00', ...sums),
      plus('0.00', ...group.map(({ amount }) => amount)),
    ];
    return atMost(asked, total)
      ? []
      : [
          {
            path: `items.${first.index}.amount`,
            message: totalFault(first.numbers.join('、'), total, asked),
          },
        ];
  });
};

/**
 * SQL that selects projects from which a person may spend and that have enough funds; the project
 * of the last expense comes first.
 */
const payingProjects = `
  select b.owner_id::text as id from ledger_funds_balance b
   where b.tenant_id = $1 and b.account = '' and b.owner_id = any($2::bigint[])
     and b.booked - b.held - b.spent - b.settled >= $3::numeric
   order by (select max(e.create_time) from funds_expenditure e
       where e.tenant_id = $1 and e.program_id = b.owner_id and e.create_user = $4 and e.is_deleted = 0) desc nulls last,
     b.owner_id limit 1`;

/** Project proposed for the expense of an invoice; only projects in the person’s project picker. */
const projectFor = async (
  engine: Engine,
  actor: Actor,
  total: string,
): Promise<OptionRow | undefined> => {
  if (total === '' || atMost(total, 0)) return undefined;
  const offered = await engine.as(actor).choices(fundsExpenditure, 'programId', { size: 200 });
  const [found] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ readonly id: string }>(payingProjects, [
      actor.tenantId,
      offered.map(({ id }) => id),
      total,
      actor.id,
    ]),
  );
  return offered.find(({ id }) => id === found?.id);
};

/** Calls that read 电子发票 in a worker, check the buyer, and return values for the expense form. */
export const invoiceReaders: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: readInvoiceCall,
    auth: 'user',
    permissions: ['expend_add', 'expend_edit'],
    summary: ['读取电子发票', 'Read an electronic invoice'],
    input: Type.Object({}),
    files: true,
    run: async (_input, { engine, actor, files }): Promise<CheckedInvoice> => {
      for await (const { stream } of files) {
        const content = await readWorkbook(stream);
        const invoice = await engine.workers.run(readFace, content, { person: taskOwnerOf(actor) });
        const buyer = await engine.database.read(actor.tenantId, buyerOf);
        const future = dateFault(invoice, dayText(engine.clock()));
        if (future) throw new Refused(future);
        const fault = buyerFault(invoice, buyer);
        if (fault && buyer.blocks) {
          await engine.database.transaction(actor.tenantId, (tx) =>
            storeRefusal(tx, actor.id, invoice.number, fault),
          );
          throw new Refused(fault);
        }
        await engine.database.transaction(actor.tenantId, (tx) =>
          deleteRefusal(tx, actor.id, invoice.number),
        );
        const differs =
          invoice.total !== '' && !atMost(invoice.total, 0)
            ? await engine.database.transaction(actor.tenantId, (tx) =>
                storeInvoiceTotal(tx, invoice),
              )
            : [];
        const { doubt, ...shown } = invoice;
        const warnings = [...(doubt ? [doubt] : []), ...(fault ? [fault] : []), ...differs];
        const project = await projectFor(engine, actor, invoice.total);
        return { ...shown, warnings, ...(project && { project }) };
      }
      throw new Refused(['请选择发票文件', 'Choose an invoice']);
    },
  }),
];
