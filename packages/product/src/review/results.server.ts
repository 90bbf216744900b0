import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { changeRow } from '../shared/rows.server.ts';
import { items, openTasks, tasks } from './dictionaries.ts';
import { type ReviewGrade, reviewedMixin } from './reviewed.ts';
import { idsIn, itemKind, kindOfItem, type StoredItem, type StoredSet } from './rows.server.ts';
import { gradeAt, type Judged, neededOf, outcomeOf, ranksOf } from './scores.ts';

interface Tally extends Judged {
  /** Experts who were asked and have not declined. */
  readonly experts: number;
}

/** The totals that the experts of each record of a review handed in. */
const talliesOf = (session: Session, setId: string): Promise<readonly Tally[]> =>
  session.query<Tally>(
    `select i.id::text, count(t.id) filter (where t.status <> $4)::int as experts,
        coalesce(array_agg(t.total_score::text) filter (where t.status = $5), '{}') as totals
       from review_item i
       left join review_task t on t.tenant_id = i.tenant_id and t.item_id = i.id
        and t.is_deleted = 0 and t.status <> $6
      where i.tenant_id = $1 and i.set_id = $2 and i.status = $3 and i.is_deleted = 0
      group by i.id order by i.id`,
    [session.tenantId, setId, items.open, tasks.declined, tasks.handedIn, tasks.cancelled],
  );

/** How many tasks of a review still wait for a word. */
const openIn = async (session: Session, setId: string): Promise<number> => {
  const [found] = await session.query<{ open: number }>(
    `select count(*)::int as open from review_task
      where tenant_id = $1 and set_id = $2 and is_deleted = 0 and status = any($3)`,
    [session.tenantId, setId, openTasks],
  );
  return found?.open ?? 0;
};

const dropsExtremes = ({ dropExtreme }: Pick<StoredSet, 'dropExtreme'>): boolean =>
  dropExtreme === '1';

/**
 * Counts the records of a review anew: means and spreads as they stand, and the ranks once nobody has
 * anything left to say. Writes those that changed.
 */
export const countItems = async (
  transaction: TransactionContext,
  set: Pick<StoredSet, 'id' | 'dropExtreme'>,
): Promise<readonly StoredItem[]> => {
  const { tx } = transaction;
  const tallies = await talliesOf(tx, set.id);
  const isComplete = (await openIn(tx, set.id)) === 0;
  const ranks = isComplete ? ranksOf(tallies, dropsExtremes(set)) : new Map<string, number>();
  const counted: StoredItem[] = [];
  for (const { id, totals, experts } of tallies) {
    const item = (await lockRow(transaction, itemKind, id)) as StoredItem;
    const { mean, spread } = outcomeOf(totals, dropsExtremes(set));
    const rank = ranks.get(id) ?? null;
    const values = { experts, handedIn: totals.length, score: mean, spread, rank };
    const isSame = Object.entries(values).every(([name, value]) => item[name as 'score'] === value);
    counted.push(
      isSame
        ? item
        : ((await changeRow(transaction, itemKind, item, 'count', values)) as StoredItem),
    );
  }
  return counted;
};

/** Locks the records of a review before what says that they are reviewed, as a recall of one of them does. */
const lockReviewed = ({ tx }: TransactionContext, resource: Resource, set: StoredSet) =>
  tx.send({
    sql: `select 1 from ${resource.table} where tenant_id = $1 and id in (
            select business_id::bigint from review_item
             where tenant_id = $1 and set_id = $2 and status = $3 and is_deleted = 0 and resource = $4)
           order by id for update`,
    parameters: [tx.tenantId, set.id, items.open, resource.key],
  });

/** The verdict that a score proposes, where the record has one. */
const gradeOf = (grade: ReviewGrade | undefined, score: string | null) =>
  grade && score !== null ? { [grade.field]: grade.codes[gradeAt(score)] } : {};

/**
 * Writes the outcome into the records of a review, whose processes go on.
 * @throws Refused while an expert has not handed in, or where too few have.
 */
export const confirmResults = async (
  transaction: TransactionContext,
  set: StoredSet,
): Promise<void> => {
  const { engine, tx } = transaction;
  const left = await openIn(tx, set.id);
  if (left > 0) {
    throw new Refused(
      fill(['还有 {left} 项评审未提交', '{left} reviews have not been submitted'], { left }),
    );
  }
  for (const resource of engine.resources.values()) {
    if (reviewedMixin.optionsOf(resource)?.target === set.bizKind) {
      lockReviewed(transaction, resource, set);
    }
  }
  const counted = await countItems(transaction, set);
  const needed = neededOf(set.expertPerItem ?? 1);
  const short = counted.find(({ handedIn }) => (handedIn ?? 0) < needed);
  if (short) {
    throw new Refused(
      fill(
        [
          '【{title}】有效评审不足 {needed} 份，不能确认结果',
          '“{title}” has fewer than {needed} reviews: nothing can be confirmed',
        ],
        { title: short.title ?? '', needed },
      ),
    );
  }
  for (const item of counted) {
    const kind = kindOfItem(engine.resources, item);
    if (!kind) continue;
    const { id, businessId, score, rank } = item;
    await engine.workflow.resume(transaction, {
      resource: kind.resource,
      id: businessId ?? '0',
      matter: 'review',
      key: `review ${id}`,
      verdict: 'agree',
      facts: { score, rank, agreeRate: null },
      values: { reviewScore: score, reviewRank: rank, ...gradeOf(kind.options.grade, score) },
    });
    await changeRow(transaction, itemKind, item, 'finish', { status: items.confirmed });
  }
};

/** Ids of tasks of a review on which something is left to say, or was until the deadline. */
export const unfinishedIn = (session: Session, setId: string): Promise<readonly string[]> =>
  idsIn(
    session,
    `select id::text from review_task
      where tenant_id = $1 and set_id = $2 and is_deleted = 0 and status = any($3) order by id`,
    [setId, [...openTasks, tasks.overdue]],
  );
