import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { atLeast } from '@keyan/kernel/values/amounts.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import { correctOutcome } from './again.server.ts';
import {
  agreeRateOf,
  conclusionAt,
  gradeOfShare,
  type JudgedRecord,
  meanOfTotals,
  neededOpinionsOf,
  passesVote,
  ranksByVotes,
  ranksOf,
  spreadOfTotals,
  type VoteBallot,
} from './counting/scores.ts';
import { standardiseTotals } from './counting/standardise.ts';
import {
  countedTaskCodes,
  itemCodes,
  openTaskCodes,
  reviewVoteCodes,
  scoreSchemeCodes,
  taskCodes,
  taskRoleCodes,
  writableTasks,
} from './dictionaries.ts';
import { assertMinutesSigned } from './meeting.server.ts';
import { type ReviewGrade, reviewedMixin } from './reviewed.ts';
import { idsFound, itemKind, kindOfItem, type StoredItem, type StoredSet } from './rows.server.ts';

/** Submitted opinion of an expert on a record. */
interface Opinion {
  readonly expert: string;
  readonly total: string | null;
  /** Code of `reviewVote`. */
  readonly vote: string | null;
}

interface Tally {
  readonly id: string;
  readonly group: string | null;
  /** Number of experts asked who have not declined. */
  readonly experts: number;
  readonly forced: boolean;
  readonly opinions: readonly Opinion[];
}

/** Submitted opinions by record of a review. */
const talliesOf = (session: Session, setId: string): Promise<readonly Tally[]> =>
  session.query<Tally>(
    `select i.id::text, i.group_name as "group", count(t.id) filter (where t.status <> $4)::int as experts,
        coalesce(bool_or(t.forced_why is not null), false) as forced,
        coalesce(jsonb_agg(jsonb_build_object('expert', t.expert_id::text,
          'total', t.total_score::text, 'vote', t.vote) order by t.id)
          filter (where t.status = any($5)), '[]') as opinions
       from review_item i
       left join review_task t on t.tenant_id = i.tenant_id and t.item_id = i.id
        and t.is_deleted = 0 and t.status <> all($6)
      where i.tenant_id = $1 and i.set_id = $2 and i.status = $3 and i.is_deleted = 0
      group by i.id, i.group_name order by i.id`,
    [
      session.tenantId,
      setId,
      itemCodes.open,
      taskCodes.declined,
      countedTaskCodes,
      [taskCodes.cancelled, taskCodes.reserve],
    ],
  );

/** Number of open tasks of a review by expert, largest first. */
const openBy = (
  session: Session,
  setId: string,
): Promise<readonly { readonly name: string; readonly open: number }[]> =>
  session.query(
    `select coalesce(e.name, '') as name, count(*)::int as open
       from review_task t
       left join expert e on e.tenant_id = t.tenant_id and e.id = t.expert_id
      where t.tenant_id = $1 and t.set_id = $2 and t.is_deleted = 0 and t.status = any($3)
      group by t.expert_id, e.name order by 2 desc, 1`,
    [session.tenantId, setId, writableTasks],
  );

/** Maximum number of experts named in a message. */
const maxNamedExperts = 5;

/**
 * Message with the number of missing reviews and the experts’ names; for the arranging office only.
 */
const notHandedIn = (open: Awaited<ReturnType<typeof openBy>>): Label => {
  const named = open.slice(0, maxNamedExperts);
  const rest = open.length - named.length;
  const left = open.reduce((sum, one) => sum + one.open, 0);
  const experts = named.map(
    (one): Label => [`${one.name} ${one.open} 项`, `${one.name} (${one.open})`],
  );
  const more: Label = rest > 0 ? [`等 ${open.length} 人`, ` and ${rest} more`] : ['', ''];
  return [
    `还有 ${left} 项评审未提交：${experts.map(([zh]) => zh).join('、')}${more[0]}`,
    `Reviews not yet submitted (${left}): ${experts.map(([, en]) => en).join(', ')}${more[1]}`,
  ];
};

/** Number of open tasks of a review. */
const openIn = async (session: Session, setId: string): Promise<number> =>
  (await openBy(session, setId)).reduce((sum, { open }) => sum + open, 0);

/** Rules by which a review’s results are computed. */
type Rules = Pick<
  StoredSet,
  'id' | 'dropExtreme' | 'standardise' | 'scoreScheme' | 'groups' | 'quota'
>;

/** Combined result of the opinions on a record. */
interface Outcome {
  readonly score: string | null;
  readonly raw: string | null;
  readonly spread: string | null;
  readonly agreeRate: string | null;
  /** Rank within the panel; null without a rank. */
  readonly panelRank: number | null;
  readonly rank: number | null;
  readonly conclusion: string | null;
}

const ballotOf = ({ id, opinions }: Tally): VoteBallot => {
  const count = (code: string) => opinions.filter(({ vote }) => vote === code).length;
  return {
    id,
    agree: count(reviewVoteCodes.agree),
    against: count(reviewVoteCodes.against),
    abstained: count(reviewVoteCodes.abstained),
  };
};

const totalsOf = ({ opinions }: Tally): readonly string[] =>
  opinions.flatMap(({ total }) => (total === null ? [] : [total]));

/** Totals used for results: as given, or standardised. */
const countedIn = (panel: readonly Tally[], isStandardised: boolean): readonly JudgedRecord[] => {
  if (!isStandardised) return panel.map((one) => ({ id: one.id, totals: totalsOf(one) }));
  const given = panel.flatMap(({ id, opinions }) =>
    opinions.flatMap(({ expert, total }) => (total === null ? [] : [{ item: id, expert, total }])),
  );
  const values = standardiseTotals(given);
  return panel.map(({ id }) => ({ id, totals: [...(values.get(id)?.values() ?? [])] }));
};

/** Overall rank across panels, only if scores are comparable. */
const overallRankOf = (
  rules: Rules,
  panels: number,
  counted: readonly JudgedRecord[],
): ReadonlyMap<string, number> =>
  panels > 1 && rules.standardise !== '1' ? new Map() : ranksOf(counted, rules.dropExtreme === '1');

const votedOutcomes = (tallies: readonly Tally[]): ReadonlyMap<string, Outcome> => {
  const ballots = tallies.map(ballotOf);
  const ranks = ranksByVotes(ballots);
  return new Map(
    ballots.map((ballot) => {
      const agreeRate = agreeRateOf(ballot);
      const rank = ranks.get(ballot.id) ?? null;
      const conclusion = agreeRate === null ? null : passesVote(ballot) ? '1' : '3';
      const none = { score: null, raw: null, spread: null };
      return [ballot.id, { ...none, agreeRate, panelRank: rank, rank, conclusion }];
    }),
  );
};

/** Combined results by record; ranks only once no opinion is open. */
const outcomesOf = (
  rules: Rules,
  tallies: readonly Tally[],
  isComplete: boolean,
): ReadonlyMap<string, Outcome> => {
  if (rules.scoreScheme === scoreSchemeCodes.votes) {
    const found = votedOutcomes(tallies);
    if (isComplete) return found;
    const open = { panelRank: null, rank: null, conclusion: null };
    return new Map([...found].map(([id, one]) => [id, { ...one, ...open }]));
  }
  const drops = rules.dropExtreme === '1';
  const panels = [...Map.groupBy(tallies, ({ group }) => group)];
  const counted = panels.map(([, panel]) => countedIn(panel, rules.standardise === '1'));
  const all = isComplete
    ? overallRankOf(rules, panels.length, counted.flat())
    : new Map<string, number>();
  const outcomes = new Map<string, Outcome>();
  for (const [place, [group, panel]] of panels.entries()) {
    const judged = counted[place] ?? [];
    const ranks = isComplete ? ranksOf(judged, drops) : new Map<string, number>();
    const quota = (rules.groups ?? []).find(({ groupName }) => groupName === group)?.quota;
    const most = quota ?? rules.quota;
    for (const [at, tally] of panel.entries()) {
      const given = totalsOf(tally);
      const rank = ranks.get(tally.id) ?? null;
      outcomes.set(tally.id, {
        score: meanOfTotals(judged[at]?.totals ?? [], drops),
        raw: meanOfTotals(given, drops),
        spread: spreadOfTotals(given),
        agreeRate: null,
        panelRank: rank,
        rank: all.get(tally.id) ?? null,
        conclusion: rank !== null && most !== null ? conclusionAt(rank, most) : null,
      });
    }
  }
  return outcomes;
};

/**
 * Recomputes the results of a review’s records: means and spreads, and ranks once no opinion is
 * open; writes changed records.
 */
export const countItems = async (
  transaction: TransactionContext,
  set: Rules,
): Promise<readonly StoredItem[]> => {
  const { tx } = transaction;
  const tallies = await talliesOf(tx, set.id);
  const isComplete = (await openIn(tx, set.id)) === 0;
  const outcomes = outcomesOf(set, tallies, isComplete);
  const counted: StoredItem[] = [];
  for (const { id, opinions, experts, forced } of tallies) {
    const item = (await lockRow(transaction, itemKind, id)) as StoredItem;
    const { conclusion, ...outcome } = outcomes.get(id) as Outcome;
    const values = {
      ...outcome,
      experts,
      handedIn: opinions.length,
      forced: forced ? '1' : '0',
      // A conclusion that the office decided is kept.
      conclusion: item.decided === '1' ? item.conclusion : conclusion,
    };
    const isSame = Object.entries(values).every(([name, value]) => item[name as 'score'] === value);
    counted.push(
      isSame
        ? item
        : ((await changeRow(transaction, itemKind, item, 'count', values)) as StoredItem),
    );
  }
  return counted;
};

/** Locks the reviewed records before the review items, in the order that a recall uses. */
const lockReviewed = ({ tx }: TransactionContext, resource: Resource, set: StoredSet) =>
  tx.send({
    sql: `select 1 from ${resource.table} where tenant_id = $1 and id in (
            select business_id::bigint from review_item
             where tenant_id = $1 and set_id = $2 and status = $3 and is_deleted = 0 and resource = $4)
           order by id for update`,
    parameters: [tx.tenantId, set.id, itemCodes.open, resource.key],
  });

/** Grade that a score proposes; undefined if the kind has no grade. */
const gradeOf = (grade: ReviewGrade | undefined, score: string | null) =>
  grade && score !== null ? { [grade.field]: grade.codes[gradeOfShare(score)] } : {};

/**
 * Checks that each record with a wide spread has a second look, an additional expert, or a reason
 * (R-806).
 * @throws Invalid at the first record without any
 */
const assertDifferencesSettled = async (
  { tx }: TransactionContext,
  { id, spreadMark, spreadWhy }: StoredSet,
  counted: readonly StoredItem[],
): Promise<void> => {
  if (spreadWhy !== null || spreadMark === null) return;
  const added = await idsFound(
    tx,
    `select distinct item_id::text as id from review_task
      where tenant_id = $1 and set_id = $2 and role = $3 and status = $4 and is_deleted = 0`,
    [id, taskRoleCodes.added, taskCodes.handedIn],
  );
  const wide = counted.find(
    (item) =>
      item.spread !== null &&
      atLeast(item.spread, spreadMark) &&
      item.looked !== '1' &&
      !added.includes(item.id),
  );
  if (!wide) return;
  const message = fill(
    [
      '【{title}】分差 {spread}，未复议也未加评；请先复议、增加专家，或说明理由',
      'Scores of “{title}” differ by {spread}, without reconsideration or an added expert: ask to reconsider, add an expert, or state a reason',
    ],
    { title: wide.title ?? '', spread: wide.spread ?? '' },
  );
  throw new Invalid([{ path: 'spreadWhy', message }]);
};

/**
 * Writes the outcome into the records, whose processes continue.
 * @throws Refused if an opinion is open, or too few were submitted
 */
export const confirmResults = async (
  transaction: TransactionContext,
  set: StoredSet,
): Promise<void> => {
  const { engine, tx } = transaction;
  await assertMinutesSigned(tx, set);
  const open = await openBy(tx, set.id);
  if (open.length > 0) throw new Refused(notHandedIn(open));
  for (const resource of engine.resources.values()) {
    if (reviewedMixin.optionsOf(resource)?.target === set.bizKind) {
      lockReviewed(transaction, resource, set);
    }
  }
  const counted = await countItems(transaction, set);
  const usual = neededOpinionsOf(set.expertPerItem ?? 1, set.minValid);
  const neededFor = ({ leastOpinions }: StoredItem) => Math.max(usual, leastOpinions ?? 0);
  const short = counted.find((item) => (item.handedIn ?? 0) < neededFor(item));
  if (short) {
    throw new Refused(
      fill(
        [
          '【{title}】有效评审不足 {needed} 份（现有 {has} 份），不能确认结果；可启用候补或延期',
          '“{title}” has {has} of {needed} valid reviews; the result cannot be confirmed. Call up reserves or extend the deadline',
        ],
        { title: short.title ?? '', has: short.handedIn ?? 0, needed: neededFor(short) },
      ),
    );
  }
  await assertDifferencesSettled(transaction, set, counted);
  for (const item of counted) {
    const kind = kindOfItem(engine.resources, item);
    if (!kind) continue;
    const { id, businessId, score, agreeRate } = item;
    const rank = item.rank ?? item.panelRank;
    const outcome = {
      reviewScore: score,
      reviewParties: item.parties,
      ...gradeOf(kind.options.grade, score),
    };
    if (item.follows !== null) await correctOutcome(transaction, kind, item, outcome);
    else {
      await engine.workflow.resume(transaction, {
        resource: kind.resource,
        id: businessId ?? '0',
        matter: 'review',
        key: `review ${id}`,
        verdict: 'agree',
        facts: { score, rank, agreeRate },
        values: { ...outcome, reviewRank: rank },
      });
    }
    await changeRow(transaction, itemKind, item, 'finish', {
      status: itemCodes.confirmed,
    });
  }
};

/** Ids of unfinished tasks, including overdue ones. */
export const unfinishedTasksOf = (session: Session, setId: string): Promise<readonly string[]> =>
  idsFound(
    session,
    `select id::text from review_task
      where tenant_id = $1 and set_id = $2 and is_deleted = 0 and status = any($3) order by id`,
    [setId, [...openTaskCodes, taskCodes.overdue]],
  );
