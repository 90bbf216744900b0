import { isSystem } from '@keyan/kernel/access/actor.ts';
import { isCoded } from '@keyan/kernel/access/scope.ts';
import type { Ledger } from '@keyan/kernel/definition/measures.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Hearer, Tell } from '@keyan/kernel/definition/tell.ts';
import { isPageOf } from '@keyan/kernel/definition/variants.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { Session } from '../store/database.ts';
import { ledgerShape } from '../store/ledger-shape.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { roleHolders } from './role-holders.ts';

/** People of whom anything stands in a ledger of this owner. */
const peopleIn = async (
  session: Session,
  ledger: Ledger,
  owner: string,
): Promise<readonly string[]> => {
  const { balances, measures } = ledgerShape(ledger);
  const stands = measures.map(({ column }) => `b.${column} <> 0`).join(' or ');
  const rows = await session.query<{ id: string }>(
    `select distinct b.account as id from ${balances} b
      where b.tenant_id = $1 and b.owner_id = $2 and b.account <> '' and (${stands})`,
    [session.tenantId, owner],
  );
  return rows.map(({ id }) => id);
};

const hearers = async (
  session: Session,
  row: StoredRow,
  hearer: Hearer<StoredRow>,
): Promise<readonly (string | null | undefined)[]> => {
  if (hearer === 'writer') return [row.createUser];
  if ('ids' in hearer) return hearer.ids(row);
  if ('accountsIn' in hearer) return peopleIn(session, hearer.accountsIn, row.id);
  const listed = hearer.within && row[hearer.within];
  const departments = [listed].flat().filter((one) => typeof one === 'string');
  return roleHolders(
    session,
    [hearer.role],
    departments.length > 0 ? { departments, and: 'below' } : undefined,
  );
};

/** Where a message about a record leads: to its approval, else to its first page. */
const linkTo = (resource: Resource, row: StoredRow): string | undefined => {
  if (row.processInstanceId) {
    const kind = resource.kindOf(row as never);
    return `/mywork/process/${kind}/detail/0/${row.processInstanceId}/${row.id}`;
  }
  const page = Object.values(resource.views).find(
    (view) =>
      isPageOf(resource, view, { ...row }) &&
      (view.scope.kind !== 'coded' || isCoded(view.scope, { ...row })),
  );
  return page && `${page.path}/detail?id=${row.id}`;
};

/** Sends what an action tells, each person once. */
export const tellOf = async (
  { engine, tx, actor }: TransactionContext,
  resource: Resource,
  row: StoredRow,
  tells: readonly Tell<never>[],
): Promise<void> => {
  for (const tell of tells as readonly Tell<StoredRow>[]) {
    if (tell.when?.(row) === false) continue;
    const to = new Set<string>();
    for (const hearer of tell.to) {
      for (const id of await hearers(tx, row, hearer)) if (id) to.add(id);
    }
    if (to.size === 0) continue;
    const words = { actor: isSystem(actor) ? actor.system : actor.name, ...tell.words?.(row) };
    const link = tell.link ?? linkTo(resource, row);
    await engine.messages.send(tx, [
      {
        type: tell.type,
        title: fill(tell.title, words),
        content: fill(tell.content, words),
        business: { resource: resource.key, id: row.id },
        ...(link && { link }),
        to: [...to],
      },
    ]);
  }
};
