import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Commands } from '@keyan/engine/commands/port.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { syncOutcomeCodes } from './dictionaries.ts';
import type { FinanceTables, StoredFinanceSource } from './places.server.ts';

/** Result for a row; `same` creates no line. */
export interface HandledRow {
  readonly outcome: keyof typeof syncOutcomeCodes | 'same';
  readonly message?: Label;
  readonly arriveId?: string | null;
  readonly programId?: string | null;
  readonly expenseId?: string | null;
}

/** Context needed to handle a row. */
export interface ExchangeWork {
  readonly engine: Engine;
  readonly tenantId: string;
  /** Person or job that runs the exchange. */
  readonly actor: Actor | SystemActor;
  readonly tables: FinanceTables;
  /** Source of the rows; voucher numbers are unique within a source. */
  readonly source: Pick<StoredFinanceSource, 'id' | 'name'>;
  /** Commands with rights of the system, since finance data needs no further permission. */
  readonly commands: Commands;
  /** Runs `work` in one transaction, as the actor of the run. */
  change<T>(work: (transaction: TransactionContext) => Promise<T>): Promise<T>;
}

const reason: Label = ['财务同步', 'Finance sync'];

/** Context of a run of the exchange. */
export const exchangeWorkOf = (
  engine: Engine,
  actor: Actor | SystemActor,
  { tables, source }: Pick<ExchangeWork, 'tables' | 'source'>,
): ExchangeWork => {
  const { tenantId } = actor;
  return {
    engine,
    actor,
    tenantId,
    tables,
    source,
    commands: engine.asSystem(reason[0], tenantId),
    change: (work) =>
      engine.database.transaction(tenantId, (tx) =>
        work(behaviourTransaction({ engine, actor }, tx)),
      ),
  };
};
