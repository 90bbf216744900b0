import type { ReadingContext, StoredRow } from '@keyan/engine/records/behaviour.ts';
import { readableRows } from '@keyan/engine/records/readable-rows.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { CheckFinding } from '@keyan/kernel/definition/life/checks.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { equal } from '@keyan/kernel/values/amounts.ts';
import { daysBetween } from '@keyan/kernel/values/time.ts';
import { amountInMessage } from '../project/contracts/contract-rules.ts';
import { titleLikeness } from '../shared/formats/title-likeness.ts';
import { contractRecord } from './contract.ts';

/** Maximum days between two compared contracts, and minimum similarity of their titles. */
const maxDaysApart = 365;
const minTitleSimilarity = 0.9;
const maxNamedContracts = 3;

interface ComparedContract {
  readonly id: string;
  readonly programName: string;
  readonly contractNum: string | null;
  readonly contractAmount: string | null;
  readonly signDate: string | null;
}

type Compared = Pick<
  StoredRow<typeof contractRecord.fields>,
  'id' | 'programName' | 'contractAmount' | 'signDate' | 'partyUnitId' | 'partyName'
>;

/**
 * True if two contracts with one partner may be duplicates: similar titles or equal amounts, within
 * a year.
 */
export const areSimilarContracts = (
  one: Pick<ComparedContract, 'programName' | 'contractAmount' | 'signDate'>,
  other: Pick<ComparedContract, 'programName' | 'contractAmount' | 'signDate'>,
): boolean =>
  one.signDate !== null &&
  other.signDate !== null &&
  Math.abs(daysBetween(one.signDate, other.signDate)) <= maxDaysApart &&
  ((one.contractAmount !== null &&
    other.contractAmount !== null &&
    equal(one.contractAmount, other.contractAmount)) ||
    titleLikeness(one.programName, other.programName) >= minTitleSimilarity);

/**
 * Approved or pending contracts that resemble the given contract and share its partner or exact
 * title.
 */
export const similarContracts = async (
  session: Session,
  row: Compared,
): Promise<readonly ComparedContract[]> => {
  const others = await session.query<ComparedContract>(
    `select id::text, program_name as "programName", contract_num as "contractNum",
            contract_amount::text as "contractAmount", sign_date::text as "signDate"
       from horizontal_record
      where tenant_id = $1 and is_deleted = 0 and audit_status in ('1', '2') and id <> $2
        and (party_unit_id = $3::bigint or party_name = $4 or lower(program_name) = lower($5))
      order by sign_date desc limit 500`,
    [session.tenantId, row.id, row.partyUnitId, row.partyName, row.programName],
  );
  return others.filter((other) =>
    areSimilarContracts({ ...row, programName: row.programName ?? '' }, other),
  );
};

const namesOfContract = ({
  programName,
  contractNum,
  contractAmount,
  signDate,
}: ComparedContract): Label =>
  fill(
    ['《{name}》（{number}，{amount} 元，{date}）', '“{name}” ({number}, {amount} yuan, {date})'],
    {
      name: programName,
      number: contractNum ?? '–',
      amount: amountInMessage(contractAmount),
      date: signDate ?? '',
    },
  );

const findingOf = async (row: Compared, context: ReadingContext): Promise<CheckFinding> => {
  const { session } = context;
  const alike = await similarContracts(session, row);
  if (alike.length === 0) {
    return {
      level: 'good',
      text: ['一年内没有相近合同', 'No similar contract within a year'],
    };
  }
  const part = readableRows(context, untypedResource(contractRecord), 'd.id', 2);
  const readable = await session.query<{ id: string }>(
    `select d.id::text from horizontal_record d
      where d.tenant_id = $1 and d.id = any($2::bigint[]) and ${part.sql}`,
    [session.tenantId, alike.map(({ id }) => id), ...part.parameters],
  );
  const ids = new Set(readable.map(({ id }) => id));
  const named = alike.filter(({ id }) => ids.has(id)).slice(0, maxNamedContracts);
  const [first] = named;
  return {
    level: 'warn',
    text: fill(
      first
        ? [
            '一年内有 {n} 份相近合同（同一甲方且名称或金额相同，或名称相同）：{names}',
            'Similar contracts within a year ({n}): {names}',
          ]
        : [
            '一年内有 {n} 份相近合同，您无权查看',
            'Similar contracts within a year that you may not view: {n}',
          ],
      {
        n: alike.length,
        names: [
          named.map((one) => namesOfContract(one)[0]).join('、'),
          named.map((one) => namesOfContract(one)[1]).join(', '),
        ],
      },
    ),
    ...(first && {
      link: { resource: contractRecord.key, id: first.id, text: first.programName },
    }),
  };
};

/** Findings 相近合同 of the given contracts. */
export const similarContractFindings = async (
  rows: readonly Compared[],
  context: ReadingContext,
): Promise<readonly CheckFinding[]> => {
  const found: CheckFinding[] = [];
  for (const row of rows) found.push(await findingOf(row, context));
  return found;
};
