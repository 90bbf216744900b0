import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Commands } from '@keyan/engine/commands/port.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { syncOutcomeCodes } from './dictionaries.ts';
import type { FinanceTables, Source } from './places.server.ts';

/** Outcome for a row; `same` leaves no line. */
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
  /** Whoever runs the exchange. */
  readonly actor: Actor | SystemActor;
  readonly tables: FinanceTables;
  /** The source whose rows are taken: numbers of vouchers are its own. */
  readonly source: Pick<Source, 'id' | 'name'>;
  /** The commands of the exchange itself: what finance confirmed needs nobody's right. */
  readonly commands: Commands;
  /** Does something in one transaction, as whoever runs the exchange. */
  change<T>(work: (transaction: TransactionContext) => Promise<T>): Promise<T>;
}

const reason: Label = ['财务同步', 'Finance sync'];

/** The work of a run of the exchange. */
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
