import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { project } from '../../project/project.ts';
import { changeRow } from '../../shared/mechanisms/rows.server.ts';
import { differenceKindCodes } from './dictionaries.ts';
import { saveDifferences } from './differences.server.ts';
import type { FinanceRow } from './objects.ts';
import { amountOfForeignText } from './values.server.ts';
import type { ExchangeWork, HandledRow } from './work.server.ts';

const kind = project as Resource;

const departmentUnmappedText: Label = ['请先维护部门对照', 'Map the department first'];

/** Project in the form that the finance system receives, with stored values for comparison. */
interface Sent extends FinanceRow {
  readonly number: string;
}

interface Program {
  readonly id: string;
  readonly deptName: string | null;
  readonly ownCard: string | null;
  readonly row: Sent;
}

const programsText = `
  select p.id::text, d.dept_name as "deptName", p.fund_card_num as "ownCard",
         jsonb_build_object('number', p.program_num, 'name', p.program_name, 'leader', u.code,
           'department', m.finance_dept_code, 'kind', p.program_kind, 'start', p.start_date::text,
           'end', p.end_date::text, 'funds', p.funds::text, 'state', p.status) as row
    from program p
    left join users u on u.tenant_id = p.tenant_id and u.id = p.program_leader
    left join dept d on d.tenant_id = p.tenant_id and d.id = p.department_id
    left join dept_mapping m on m.tenant_id = p.tenant_id and m.dept_id = p.department_id and m.is_deleted = 0
   where p.tenant_id = $1 and p.is_deleted = 0 and p.program_num collate "C" > $2
   order by p.program_num collate "C" limit $3`;

/** Projects with numbers greater than `after`, in order of number. */
export const programsByNumber = (
  { engine, tenantId }: ExchangeWork,
  after: string,
  most: number,
): Promise<readonly Program[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<Program>(programsText, [tenantId, after, most]),
  );

const sentColumns = [
  'name',
  'leader',
  'department',
  'kind',
  'start',
  'end',
  'funds',
  'state',
] as const;

/** Normalises amounts and days for comparison, since databases format them differently. */
const comparable = (name: string, value: string | null): string => {
  if (value === null || value === '') return '';
  if (name === 'funds') return amountOfForeignText(value) ?? value;
  return name === 'start' || name === 'end' ? value.slice(0, 10) : value;
};

const isSame = (theirs: FinanceRow, ours: FinanceRow): boolean =>
  sentColumns.every(
    (name) => comparable(name, theirs[name] ?? null) === comparable(name, ours[name] ?? null),
  );

/** Copies the card number from the finance system, unless another number is stored. */
const takeCard = async (
  transaction: TransactionContext,
  about: { readonly sourceId: string; readonly object: string; readonly recordNum: string },
  { id, ownCard }: Program,
  card: string,
): Promise<boolean> => {
  if (ownCard && ownCard !== card) {
    const open = await saveDifferences(transaction, about, [
      {
        ...about,
        kind: differenceKindCodes.other,
        item: 'fundCardNum',
        ours: ownCard,
        theirs: card,
        programId: id,
      },
    ]);
    return open > 0;
  }
  await saveDifferences(transaction, about, []);
  if (ownCard === card) return false;
  const before = await lockTarget(transaction, kind, id);
  if (before) await changeRow(transaction, kind, before, 'update', { fundCardNum: card });
  return false;
};

/**
 * Sends a changed project to the finance system and copies its card number back. Skipped while its
 * department has no mapped code.
 */
export const sendProgram = async (
  work: ExchangeWork,
  program: Program,
  theirs: FinanceRow | undefined,
): Promise<HandledRow> => {
  const { id, row, deptName } = program;
  const about = { sourceId: work.source.id, object: 'program', recordNum: row.number };
  if (!row.department) {
    await work.change((transaction) =>
      saveDifferences(transaction, about, [
        {
          ...about,
          kind: differenceKindCodes.unmapped,
          item: 'departmentId',
          ours: deptName ?? '',
          theirs: '',
          programId: id,
          message: departmentUnmappedText[0],
        },
      ]),
    );
    return {
      outcome: 'different',
      programId: id,
      message: ['部门未对照', 'Department not mapped'],
    };
  }
  const card = theirs?.card ?? '';
  const differs =
    card === ''
      ? await work
          .change((transaction) => saveDifferences(transaction, about, []))
          .then(() => false)
      : await work.change((transaction) => takeCard(transaction, about, program, card));
  if (!theirs || !isSame(theirs, row)) {
    await work.tables.put('program', [row]);
    return { outcome: theirs ? 'updated' : 'added', programId: id };
  }
  return { outcome: differs ? 'different' : 'same', programId: id };
};
