import { isSystem } from '@keyan/kernel/access/actor.ts';
import { isCoded } from '@keyan/kernel/access/scope.ts';
import type { Ledger } from '@keyan/kernel/definition/measures.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Called, Hearer, Tell } from '@keyan/kernel/definition/tell.ts';
import { isPageOf } from '@keyan/kernel/definition/variants.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Session } from '../store/database.ts';
import { ledgerShape } from '../store/ledger-shape.ts';
import { shapeOf } from '../store/shape.ts';
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
  before: StoredRow | null,
): Promise<readonly (string | null | undefined)[]> => {
  if (hearer === 'writer') return [row.createUser];
  if ('newly' in hearer) {
    const known = new Set(before ? hearer.newly(before) : []);
    return hearer.newly(row).filter((one) => !known.has(one));
  }
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

/** What a record is called in either language; nothing for one that is gone. */
const titleOf = async (
  { engine, tx }: TransactionContext,
  { kind, id }: Called,
): Promise<Label> => {
  const target = engine.store.catalog.target(kind.key);
  const title = target && shapeOf(target).column(target.title)?.column;
  if (!target || !title) throw new Error(`a message names ${kind.key}, which has no title`);
  const english = target.englishTitle && shapeOf(target).column(target.englishTitle)?.column;
  const [found] = await tx.query<{ own: string; en: string | null }>(
    `select ${title}::text as own, ${english ?? 'null'}::text as en from ${target.table}
      where tenant_id = $1 and id = $2`,
    [tx.tenantId, id ?? '0'],
  );
  return found ? [found.own, found.en || found.own] : ['', ''];
};

const namesIn = async (
  transaction: TransactionContext,
  called: Readonly<Record<string, Called>>,
): Promise<Readonly<Record<string, Label>>> => {
  const names: Record<string, Label> = {};
  for (const [place, one] of Object.entries(called)) names[place] = await titleOf(transaction, one);
  return names;
};

/**
 * Sends what an action or a change tells, each person once.
 * @param before the record before the change, null for a new one
 */
export const tellOf = async (
  transaction: TransactionContext,
  resource: Resource,
  row: StoredRow,
  tells: readonly Tell<never>[],
  before: StoredRow | null,
): Promise<void> => {
  const { engine, tx, actor } = transaction;
  for (const tell of tells as readonly Tell<StoredRow>[]) {
    if (tell.when?.(row) === false) continue;
    const to = new Set<string>();
    for (const hearer of tell.to) {
      for (const id of await hearers(tx, row, hearer, before)) if (id) to.add(id);
    }
    if (to.size === 0) continue;
    const words = {
      actor: isSystem(actor) ? actor.system : actor.name,
      ...tell.words?.(row),
      ...(await namesIn(transaction, tell.names?.(row) ?? {})),
    };
    const led = typeof tell.link === 'object' ? tell.link.of(row) : tell.link;
    const link = led ?? linkTo(resource, row);
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
