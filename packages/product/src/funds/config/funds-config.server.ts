import {
  type Behaviour,
  defineBehaviour,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { daysAfter } from '../../shared/formats/dates.ts';
import { changeRow } from '../../shared/mechanisms/rows.server.ts';
import { type ConfigConditions, sameConditions } from './fitting.ts';
import { fundsConfig } from './funds-config.ts';

const kind = untypedResource(fundsConfig);

interface Enabled extends ConfigConditions {
  readonly id: string;
  readonly name: string;
  readonly startDate: string;
  readonly endDate: string | null;
}

/** Other enabled configurations with identical conditions, earliest first. */
const ofSameConditions = async (
  { tx }: TransactionContext,
  row: ConfigConditions & { readonly id: string },
): Promise<readonly Enabled[]> => {
  // Serialises concurrent activations with an advisory lock.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1 || 'fundsConfig', 0))`, [
    tx.tenantId,
  ]);
  const all = await tx.query<Enabled>(
    `select id::text, config_name as name, program_kind as "programKind", resource,
            contract_type as "contractType", fund_mode as "fundMode",
            start_date::text as "startDate", end_date::text as "endDate"
       from funds_config
      where tenant_id = $1 and is_deleted = 0 and status = '1' and id <> $2 order by start_date`,
    [tx.tenantId, row.id],
  );
  return all.filter((one) => sameConditions(one, row));
};

const endsOn = async (
  transaction: TransactionContext,
  id: string,
  endDate: string | null,
): Promise<void> => {
  const before = await lockRow(transaction, kind, id);
  await changeRow(transaction, kind, before, 'effect', { endDate });
};

/** Enforces validity periods: on each day, one configuration applies per set of conditions. */
export const fundsConfigBehaviour: Behaviour = defineBehaviour(fundsConfig, {
  performed: {
    enable: async (row, transaction) => {
      const others = await ofSameConditions(transaction, row);
      const start = row.startDate ?? '';
      const twin = others.find(({ startDate }) => startDate === start);
      if (twin) {
        throw new Refused([
          `【${twin.name}】适用范围相同，也自 ${start} 生效，请先停用`,
          `${twin.name} has the same scope and is also effective from ${start}: disable it first`,
        ]);
      }
      const earlier = others.filter(({ startDate }) => startDate < start).at(-1);
      const later = others.find(({ startDate }) => startDate > start);
      const endDate = later ? daysAfter(later.startDate, -1) : null;
      if (row.endDate !== endDate) {
        await changeRow(transaction, kind, row as unknown as StoredRow, 'effect', { endDate });
      }
      if (earlier) await endsOn(transaction, earlier.id, daysAfter(start, -1));
    },
    disable: async (row, transaction) => {
      const others = await ofSameConditions(transaction, row);
      const start = row.startDate ?? '';
      const earlier = others.filter(({ startDate }) => startDate < start).at(-1);
      const later = others.find(({ startDate }) => startDate > start);
      if (earlier) {
        await endsOn(transaction, earlier.id, later ? daysAfter(later.startDate, -1) : null);
      }
    },
  },
});
