import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { QueuedJob } from '@keyan/engine/jobs/port.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { roleHolders } from '@keyan/engine/records/role-holders.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { normaliseDoi } from '../../shared/formats/formats.ts';
import { changeRow } from '../../shared/mechanisms/rows.server.ts';
import { paper as paperShape } from '../paper/paper.ts';
import { retractionText } from './retracted.ts';
import { thesis as thesisShape } from './thesis.ts';

// Marks retracted works among collected records and registered papers, and warns authors and office.

/** Queued job that opens a case for each marked paper. */
export const watchRetractions: QueuedJob = { name: 'watch-retractions' };

/** Report of a retraction. */
export interface RetractionNotice {
  readonly doi: string;
  readonly title: string;
  readonly year: string;
  readonly noticeDoi: string;
  readonly date: string;
  readonly reason: string;
}

const reason: Label = ['撤稿核对', 'Retraction check'];

/** Code of system messages. */
const message = '99';

const office = ['rd_achieve', 'rd_admin'] as const;

interface Kind {
  readonly resource: Resource;
  /** SQL for the ids of records that are the retracted work and not yet marked. */
  readonly found: string;
  /** SQL for the accounts to notify, in addition to the office. */
  readonly people: string;
  readonly title: string;
  readonly values: (told: RetractionNotice) => Readonly<Record<string, unknown>>;
  /** Returns the path of the record's page. */
  readonly link: (id: string) => string;
}

const marks = ({ noticeDoi, date }: RetractionNotice) => ({
  isRetracted: '1',
  // Stores full days only; a month or an empty date is not stored.
  retractDate: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
  retractDoi: noticeDoi.slice(0, 120) || null,
});

const kinds: readonly Kind[] = [
  {
    resource: untypedResource(paperShape),
    found: `select id::text from paper
             where tenant_id = $1 and is_deleted = 0 and audit_status in ('1', '2')
               and coalesce(is_retracted, '0') <> '1'
               and (doi_key = $2 or $2::text is null and lower(art_name) = lower($3)
                    and extract(year from publish_date)::text = $4)`,
    people: `select distinct user_id::text as id from paper_authors
              where tenant_id = $1 and parent_id = $2 and user_id is not null
             union select create_user::text from paper where tenant_id = $1 and id = $2`,
    title: 'artName',
    values: marks,
    link: (id) => `/achievement/papers/detail?id=${id}`,
  },
  {
    resource: untypedResource(thesisShape),
    found: `select id::text from collection_thesis
             where tenant_id = $1 and is_deleted = 0 and coalesce(is_retracted, '0') <> '1'
               and (doi_key = $2 or $2::text is null and lower(title) = lower($3)
                    and publish_year::text = $4)`,
    people: `select distinct user_id::text as id from collection_thesis_matches
              where tenant_id = $1 and parent_id = $2 and user_id is not null
                and (answer in ('1', '2') or answer is null and is_sure = '1')
             union select create_user::text from paper_claim
              where tenant_id = $1 and thesis_id = $2 and is_deleted = 0`,
    title: 'title',
    values: (told) => ({
      ...marks(told),
      retractReason: told.reason.slice(0, 500) || null,
    }),
    link: (id) => `/achievement/collectionThesis/detail?id=${id}`,
  },
];

const idsOf = async (session: Session, { found }: Kind, told: RetractionNotice) =>
  (
    await session.query<{ readonly id: string }>(found, [
      session.tenantId,
      told.doi === '' ? null : normaliseDoi(told.doi),
      told.title,
      told.year,
    ])
  ).map(({ id }) => id);

const content: Label = [
  '论文《{title}》：{told}。{reason}',
  'The paper “{title}”: {told}. {reason}',
];

const warn = async (
  { engine, tx }: TransactionContext,
  { resource, people, link }: Kind,
  id: string,
  words: { readonly title: string; readonly date: string; readonly reason: string },
  warned: Set<string>,
): Promise<void> => {
  const authors = await tx.query<{ readonly id: string }>(people, [tx.tenantId, id]);
  const to = [...authors.map((one) => one.id), ...(await roleHolders(tx, office))].filter(
    (one) => !warned.has(one),
  );
  for (const one of to) warned.add(one);
  const told = retractionText(words.date);
  if (to.length === 0) return;
  await engine.messages.send(tx, [
    {
      type: message,
      title: told,
      content: fill(content, { ...words, told }),
      business: { resource: resource.key, id },
      link: link(id),
      to: [...new Set(to)],
    },
  ]);
};

/**
 * Marks every record of the retracted work, and warns its authors and the office, each person once.
 * @returns the number of newly marked records
 */
export const markRetracted = (
  engine: Engine,
  tenantId: string,
  told: RetractionNotice,
): Promise<number> =>
  engine.database.transaction(tenantId, async (tx) => {
    const transaction = behaviourTransaction(
      { engine, actor: { system: reason[0], tenantId } },
      tx,
    );
    const warned = new Set<string>();
    let marked = 0;
    for (const kind of kinds) {
      for (const id of await idsOf(tx, kind, told)) {
        const row = await lockTarget(transaction, kind.resource, id);
        if (!row || row.isRetracted === '1') continue;
        await changeRow(transaction, kind.resource, row, 'update', kind.values(told), reason);
        const words = {
          title: String((row as unknown as Readonly<Record<string, unknown>>)[kind.title] ?? ''),
          date: told.date,
          reason: told.reason,
        };
        await warn(transaction, kind, id, words, warned);
        marked += 1;
      }
    }
    if (marked > 0) engine.jobs.queue(tx, watchRetractions, {}, { key: 'marks' });
    return marked;
  });
