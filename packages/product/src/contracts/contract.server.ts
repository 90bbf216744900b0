import {
  type Behaviour,
  defineBehaviour,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { unitNature } from '../project/common/dictionaries.ts';
import type { partyType } from '../project/contracts/contract-dictionaries.ts';
import { changeRow, createRow } from '../shared/mechanisms/rows.server.ts';
import { similarContractFindings, similarContracts } from './alike.server.ts';
import { contractRecord } from './contract.ts';
import { partnerCatalogue } from './cooperation.ts';

const kind = untypedResource(contractRecord);
const catalogue = untypedResource(partnerCatalogue);

interface NamedPartner {
  readonly partyUnitId: string | null;
  readonly partyName: string | null;
  readonly partyCreditCode: string | null;
  readonly partyType: string | null;
  readonly partyRegion: string | null;
  readonly partyContact: string | null;
  readonly partyPhone: string | null;
  readonly partyAddress: string | null;
}

interface KnownPartner {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
}

/** Partners with the given name or the given credit code. */
const knownAs = (
  session: Session,
  { partyName, partyCreditCode }: NamedPartner,
): Promise<readonly KnownPartner[]> =>
  session.query<KnownPartner>(
    `select id::text, unit_name as name, credit_code as code from cooperation
      where tenant_id = $1 and is_deleted = 0
        and (lower(unit_name) = lower($2) or lower(credit_code) = lower($3)) order by id`,
    [session.tenantId, (partyName ?? '').trim(), partyCreditCode],
  );

/** Faults if the credit code belongs to a partner with another name. */
const partyFaults = async (session: Session, row: NamedPartner): Promise<readonly FieldFault[]> => {
  if (row.partyUnitId) return [];
  const known = await knownAs(session, row);
  const other = known.find(({ name }) => name !== row.partyName?.trim());
  if (other) {
    return [
      {
        path: 'partyCreditCode',
        message: [
          `该信用代码属于合作单位【${other.name}】，请从库中选择`,
          `This code belongs to the partner ${other.name}: choose it from the catalogue`,
        ],
      },
    ];
  }
  const [same] = known;
  return same?.code && row.partyCreditCode && same.code !== row.partyCreditCode
    ? [
        {
          path: 'partyCreditCode',
          message: [
            `合作单位【${same.name}】的信用代码为 ${same.code}`,
            `The credit code of the partner ${same.name} is ${same.code}`,
          ],
        },
      ]
    : [];
};

/** Nature of the partner by client type; natural persons are not added to the catalogue. */
const natureOf: Readonly<Partial<Record<string, string>>> = {
  '01': '01',
  '02': '01',
  '03': '01',
  '04': '04',
  '05': '05',
  '06': '02',
  '07': '03',
  '08': '06',
  '09': '07',
} satisfies Readonly<Partial<Record<CodeOf<typeof partyType>, CodeOf<typeof unitNature>>>>;

/**
 * Partner for a name entered by hand: the partner with this name, otherwise a new entry of the
 * catalogue.
 */
const partnerOf = async (
  transaction: TransactionContext,
  row: NamedPartner,
): Promise<string | null> => {
  const unitNature = natureOf[row.partyType ?? ''];
  if (row.partyUnitId || !unitNature) return row.partyUnitId;
  const [known] = await knownAs(transaction.tx, row);
  if (known) return known.id;
  const made = await createRow(transaction, catalogue, {
    unitName: row.partyName?.trim(),
    creditCode: row.partyCreditCode,
    unitNature,
    partyType: row.partyType,
    region: row.partyRegion,
    contact: row.partyContact,
    phone: row.partyPhone,
    address: row.partyAddress,
    taxNum: row.partyCreditCode,
    hasAgreement: '0',
  });
  return made.id;
};

/** Server behaviour of contracts: resolves the partner and reports similar contracts. */
export const contractBehaviour: Behaviour = defineBehaviour(contractRecord, {
  check: (row, { tx }) => partyFaults(tx, row),
  entering: {
    [statuses.inApproval]: async (row, transaction) => {
      const [partyUnitId, alike] = [
        await partnerOf(transaction, row),
        await similarContracts(transaction.tx, row),
      ];
      const isAlike = alike.length > 0 ? ('1' as const) : ('0' as const);
      if (partyUnitId === row.partyUnitId && isAlike === row.isAlike) return;
      const before = row as unknown as StoredRow;
      await changeRow(transaction, kind, before, 'effect', { partyUnitId, isAlike });
    },
    // Runs after the project got its number (R 9.1).
    [statuses.approved]: async (row, transaction) => {
      const [project] = await transaction.tx.query<{ number: string }>(
        'select program_num as number from program where tenant_id = $1 and id = $2',
        [transaction.tx.tenantId, row.programInfoId],
      );
      if (!project || project.number === row.programNum) return;
      await changeRow(transaction, kind, row as unknown as StoredRow, 'effect', {
        programNum: project.number,
      });
    },
  },
  checked: { alike: (rows, context) => similarContractFindings(rows, context) },
});
