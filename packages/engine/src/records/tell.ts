import { isSystem } from '@keyan/kernel/access/actor.ts';
import { rowHasCode } from '@keyan/kernel/access/scope.ts';
import type { Ledger } from '@keyan/kernel/definition/ledger/measures.ts';
import type {
  MessageRecipient,
  NamedRecord,
  RecordMessage,
} from '@keyan/kernel/definition/life/tell.ts';
import { detailPage, type Resource } from '@keyan/kernel/definition/resource.ts';
import { isPageOfRow } from '@keyan/kernel/definition/variants.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { Session } from '../store/connection/database.ts';
import { ledgerShape } from '../store/schema/ledger-shape.ts';
import { shapeOf } from '../store/schema/shape.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { roleHolders } from './role-holders.ts';

/** Returns people whose subaccount in a ledger of this owner is not zero. */
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
  hearer: Exclude<MessageRecipient<StoredRow>, 'writer'>,
  before: StoredRow | null,
): Promise<readonly (string | null | undefined)[]> => {
  if ('newly' in hearer) {
    const known = new Set(before ? hearer.newly(before) : []);
    return hearer.newly(row).filter((one) => !known.has(one));
  }
  if ('ids' in hearer) return hearer.ids(row);
  if ('subaccountsIn' in hearer) return peopleIn(session, hearer.subaccountsIn, row.id);
  const listed = hearer.within && row[hearer.within];
  const departments = [listed].flat().filter((one) => typeof one === 'string');
  return roleHolders(
    session,
    [hearer.role],
    departments.length > 0 ? { departments, and: 'below' } : undefined,
  );
};

/** Returns the link of a message about a record: to its approval, else to its first page. */
export const linkToRecord = (resource: Resource, row: StoredRow): string | undefined => {
  if (row.processInstanceId) {
    const kind = resource.kindOf(row);
    return `/mywork/process/${kind}/detail/0/${row.processInstanceId}/${row.id}`;
  }
  const page = Object.values(resource.views).find(
    (view) =>
      isPageOfRow(resource, view, { ...row }) &&
      (view.scope.kind !== 'coded' || rowHasCode(view.scope, { ...row })),
  );
  return page && detailPage(page, row.id);
};

/** Returns the page to which a message about a record links. */
const pageOf = (
  { link }: Pick<RecordMessage<StoredRow>, 'link'>,
  resource: Resource,
  row: StoredRow,
): string | undefined =>
  (typeof link === 'object' ? link.of(row) : link) ?? linkToRecord(resource, row);

/** Returns the title of a record in either language; undefined if it was deleted. */
const titleOf = async (
  { engine, tx }: TransactionContext,
  called: NamedRecord | null,
): Promise<Label> => {
  if (!called) return ['', ''];
  const { kind, id } = called;
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
  called: Readonly<Record<string, NamedRecord | null>>,
): Promise<Readonly<Record<string, Label>>> => {
  const names: Record<string, Label> = {};
  for (const [place, one] of Object.entries(called)) names[place] = await titleOf(transaction, one);
  return names;
};

/** Record that a message is about, with its kind. */
interface Spoken {
  readonly resource: Resource;
  readonly row: StoredRow;
}

/** Returns the record that a message is about, which may differ from the changed record; null for none. */
const spokenOf = async (
  { engine, tx }: TransactionContext,
  { about }: RecordMessage<StoredRow>,
  changed: Spoken,
): Promise<Spoken | null> => {
  if (!about) return changed;
  const called = about(changed.row);
  const resource = called && engine.store.catalog.target(called.kind.key);
  if (!resource || !isId(called.id)) return null;
  const [found] = await tx.query<{ row: StoredRow }>(
    engine.store.reader.whole(resource, true, 'there').bind({ tenant: tx.tenantId, id: called.id }),
  );
  return found ? { resource, row: found.row } : null;
};

/**
 * Sends the messages of an action or a change, each person at most one.
 * @param before stored record before the change, null for a new one
 */
export const sendMessagesOf = async (
  transaction: TransactionContext,
  resource: Resource,
  row: StoredRow,
  tells: readonly RecordMessage<never>[],
  before: StoredRow | null,
): Promise<void> => {
  const { engine, tx, actor } = transaction;
  for (const tell of tells as readonly RecordMessage<StoredRow>[]) {
    if (tell.when?.(row) === false) continue;
    const spoken = await spokenOf(transaction, tell, { resource, row });
    if (!spoken) continue;
    const to = new Set<string>();
    for (const hearer of tell.to) {
      const heard =
        hearer === 'writer' ? [spoken.row.createUser] : await hearers(tx, row, hearer, before);
      for (const id of heard) if (id) to.add(id);
    }
    if (to.size === 0) continue;
    const words = {
      actor: isSystem(actor) ? actor.system : actor.name,
      ...tell.words?.(row),
      ...(await namesIn(transaction, tell.names?.(row) ?? {})),
    };
    const link = tell.link
      ? pageOf(tell, resource, row)
      : linkToRecord(spoken.resource, spoken.row);
    await engine.messages.send(tx, [
      {
        type: tell.type,
        title: fill(tell.title, words),
        content: fill(tell.content, words),
        business: { resource: spoken.resource.key, id: spoken.row.id },
        ...(link && { link }),
        ...(tell.urgent?.(row) && { urgent: true }),
        ...(tell.also && { also: tell.also(row).map((channel) => ({ channel, files: [] })) }),
        to: [...to],
      },
    ]);
  }
};

/** Reaction of a person to a message that requested it. */
interface Answer {
  readonly record: string;
  /** Page to which the message links. */
  readonly page: string;
  readonly person: string;
}

/** Marks messages as read, on every open page of the person, once the requested act is done. */
export const markAnswered = (
  { engine, tx }: Pick<TransactionContext, 'engine' | 'tx'>,
  { record, page, person }: Answer,
): void =>
  engine.messages.settle(tx, { business: record, links: [page], receiver: person, to: [person] });

/** Marks the message as read that requested this action of the person. */
export const markAnsweredBy = (
  transaction: TransactionContext,
  resource: Resource,
  row: StoredRow,
  asking: Pick<RecordMessage<never>, 'link'> | undefined,
): void => {
  const { actor } = transaction;
  const page = asking && pageOf(asking as Pick<RecordMessage<StoredRow>, 'link'>, resource, row);
  if (!page || isSystem(actor)) return;
  markAnswered(transaction, { record: row.id, page, person: actor.id });
};
