import { defineBehaviour, type StoredRow } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { buyerFaults, totalFaults } from './einvoice/reader.server.ts';
import { fundsExpenditure } from './funds-expenditure.ts';

/** Codes: expense type of labour, budget item of expert advice, personnel category of faculty. */
const [labour, advice, faculty] = ['04', '10303', '01'] as const;

/** Personnel categories without staff pay: postdocs, students, part-time and external people. */
const unpaid = ['07', '08', '09', '10'] as const;

interface PaidPersonRow {
  readonly place: number;
  readonly isStaff: boolean;
  readonly isMember: boolean;
  readonly isLeader: boolean;
}

/**
 * SQL that selects payees of labour who are staff or project members: by ID number, faculty also by
 * name.
 */
const whoIsPaid = `
  select place, bool_or(p.id is not null and coalesce(p.zzzt, '1') = '1' and p.sorter <> all($5)) as "isStaff",
         bool_or(p.user_id = g.program_leader) as "isLeader",
         bool_or(m.id is not null or p.user_id = g.program_leader or named.id is not null) as "isMember"
    from jsonb_to_recordset($3::jsonb) as v(place int, name text, number text, type text)
    join program g on g.tenant_id = $1 and g.id = $2
    left join personnel p on p.tenant_id = $1 and p.is_deleted = 0
      and (p.id_number = v.number or (v.type = $4 and p.name = v.name))
    left join program_members m on m.tenant_id = $1 and m.parent_id = g.id and m.user_id = p.user_id
    left join program_members named on named.tenant_id = $1 and named.parent_id = g.id and named.name = v.name
   group by place order by place`;

/** Fields of an expense that determine the payees. */
type Paid = Pick<
  StoredRow<typeof fundsExpenditure.fields>,
  'expenseType' | 'programId' | 'labors' | 'items'
>;

/** Faults if staff is paid for labour. */
const labourFaults = async (
  { expenseType, programId, labors, items }: Paid,
  tx: Session,
): Promise<readonly FieldFault[]> => {
  if (expenseType !== labour || !labors || labors.length === 0) return [];
  const isAdvice = (items ?? []).every(({ itemCode }) => itemCode === advice);
  const people = labors.map(({ name, idNumber, personType }, place) => ({
    place,
    name: name?.trim() ?? '',
    number: idNumber?.normalize('NFKC').trim().toUpperCase() ?? '',
    type: personType,
  }));
  const found = await tx.query<PaidPersonRow>(whoIsPaid, [
    tx.tenantId,
    programId,
    JSON.stringify(people),
    faculty,
    [...unpaid],
  ]);
  return found.flatMap(({ place, isStaff, isLeader, isMember }): readonly FieldFault[] => {
    const path = `labors.${place}.name`;
    const name = labors[place]?.name ?? '';
    if (isAdvice) {
      return isMember
        ? [
            {
              path,
              message: [
                `【${name}】是项目组成员，不得领取专家咨询费`,
                `${name} is a member of the project and cannot receive expert consulting fees`,
              ],
            },
          ]
        : [];
    }
    return isStaff || isLeader
      ? [
          {
            path,
            message: [
              `【${name}】为本校在编人员，不得发放劳务费`,
              `${name} is on the staff and cannot receive labour payments`,
            ],
          },
        ]
      : [];
  });
};

/**
 * Rules of an expense that query the database: no labour pay for staff, no excess of invoice
 * totals.
 */
export const fundsExpenditureBehaviour = defineBehaviour(fundsExpenditure, {
  check: async (row, { tx }) => [
    ...(await labourFaults(row, tx)),
    ...(await totalFaults(tx, row.items)),
    ...(await buyerFaults(tx, row.createUser, row.items)),
  ],
});
