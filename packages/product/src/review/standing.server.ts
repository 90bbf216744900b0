import type { Engine } from '@keyan/engine/engine.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { fill, type Label, type Language, say } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { hashText } from '../shared/formats/hash.ts';
import {
  countedTaskCodes,
  itemCodes,
  openTaskCodes,
  reviewConclusion,
  reviewStageCodes,
  taskCodes,
} from './dictionaries.ts';
import { maxAvoidedExperts } from './review-avoidance.ts';
import type { ReviewFeedback, ReviewStanding } from './standing.ts';

interface FoundReview {
  readonly id: string;
  readonly status: string;
  readonly parties: string | null;
  readonly department: string | null;
  readonly waited: number;
  readonly score: string | null;
  readonly agreeRate: string | null;
  readonly decideBy: string | null;
  readonly rank: number | null;
  readonly conclusion: string | null;
  readonly set: string | null;
  readonly stage: string | null;
  readonly end: string | null;
  readonly publicity: string | null;
  readonly scores: string | null;
  readonly objectionEnd: string | null;
  readonly asked: number;
  readonly done: number;
  readonly late: number;
  readonly objected: boolean;
}

/** Newest review item of a record. */
const itemOf = async (
  session: Session,
  resource: string,
  record: string,
): Promise<FoundReview | undefined> => {
  const [found] = await session.query<FoundReview>(
    `select i.id::text, i.status, i.parties, i.department_id::text as department, i.score::text, coalesce(i.rank, i.panel_rank) as rank,
        i.conclusion, i.agree_rate::text as "agreeRate", s.id::text as set,
        to_char(i.decide_by at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "decideBy", s.status as stage,
        greatest(0, extract(day from now() - i.waits_since)::int) as waited,
        to_char(s.end_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "end",
        s.publicity, s.feedback_score as scores,
        to_char(s.objection_end, 'YYYY-MM-DD') as "objectionEnd",
        (select count(*)::int from review_task t where t.tenant_id = $1 and t.item_id = i.id
           and t.is_deleted = 0 and t.status = any($4)) as asked,
        (select count(*)::int from review_task t where t.tenant_id = $1 and t.item_id = i.id
           and t.is_deleted = 0 and t.status = any($5)) as done,
        (select count(*)::int from review_task t where t.tenant_id = $1 and t.item_id = i.id
           and t.is_deleted = 0 and t.status = $6) as late,
        exists (select 1 from review_objection o where o.tenant_id = $1 and o.item_id = i.id
           and o.is_deleted = 0) as objected
       from review_item i
       left join review_set s on s.tenant_id = i.tenant_id and s.id = i.set_id
      where i.tenant_id = $1 and i.resource = $2 and i.business_id = $3 and i.is_deleted = 0
        and i.status <> $7
      order by i.id desc limit 1`,
    [
      session.tenantId,
      resource,
      record,
      [...openTaskCodes, ...countedTaskCodes, taskCodes.overdue],
      countedTaskCodes,
      taskCodes.overdue,
      itemCodes.cancelled,
    ],
  );
  return found;
};

/** Text with the decision deadline of the record’s procedure, if any. */
const withTerm = (text: Label, { decideBy }: FoundReview): Label =>
  decideBy === null
    ? text
    : fill(['{text}；须于 {by} 前作出决定', '{text}; decision due by {by}'], {
        text,
        by: decideBy,
      });

/** Reason for waiting, for the arranging office. */
const forOffice = (found: FoundReview): Label => {
  if (found.status === itemCodes.confirmed) return outcomeOf(found);
  return withTerm(waitOf(found), found);
};

const waitOf = (found: FoundReview): Label => {
  if (found.status === itemCodes.waiting) {
    return fill(
      [
        '待安排评审，已等 {days} 天，请在【评审设置】中安排',
        'Waiting for a review to be arranged (days: {days}); arrange it under “Reviews”',
      ],
      { days: found.waited },
    );
  }
  return fill(
    [
      '评审中：已提交 {done}/{asked}，截止 {end}，{late} 人超时',
      'Under review: {done} of {asked} submitted, deadline {end}, {late} overdue',
    ],
    { done: found.done, asked: found.asked, end: found.end ?? '', late: found.late },
  );
};

const outcomeOf = ({ score, agreeRate, rank }: FoundReview): Label =>
  agreeRate === null
    ? fill(
        ['评审已确认：得分 {score}，排名 {rank}', 'Review confirmed: score {score}, rank {rank}'],
        {
          score: score ?? '–',
          rank: rank ?? '–',
        },
      )
    : fill(['评审已确认：同意率 {rate}%', 'Review confirmed: approval rate {rate}%'], {
        rate: agreeRate,
      });

/** Text for parties: no figures of experts, and no result before feedback is published. */
const forParties = (found: FoundReview): Label => {
  if (found.status === itemCodes.confirmed) return ['专家评审已完成', 'Expert review completed'];
  return found.end === null
    ? ['专家评审中，待科研处安排', 'Under expert review, to be arranged by the research office']
    : fill(['专家评审中，预计 {end} 前完成', 'Under expert review, expected to finish by {end}'], {
        end: found.end,
      });
};

/** Published comments as 专家1 …, in an order that discloses neither names nor times. */
const commentsOf = async (session: Session, item: string): Promise<readonly string[]> => {
  const rows = await session.query<{ id: string; comment: string | null }>(
    `select id::text, comment from review_task
      where tenant_id = $1 and item_id = $2 and status = $3 and is_deleted = 0`,
    [session.tenantId, item, taskCodes.handedIn],
  );
  return rows
    .toSorted((one, other) => hashText(`${item} ${one.id}`) - hashText(`${item} ${other.id}`))
    .flatMap(({ comment }) => (comment === null ? [] : [comment]));
};

const feedbackOf = async (
  session: Session,
  found: FoundReview,
  today: string,
): Promise<ReviewFeedback | null> => {
  const isOut = found.stage === reviewStageCodes.fedBack && found.status === itemCodes.confirmed;
  if (!isOut || (found.publicity ?? '0') === '0') return null;
  const isOpen = (found.objectionEnd ?? '') >= today && !found.objected;
  const shows = found.scores === '1';
  return {
    conclusion:
      reviewConclusion.entries.find(({ code }) => code === found.conclusion)?.label[0] ?? '',
    score: shows ? (found.score ?? '') : '',
    rank: shows ? String(found.rank ?? '') : '',
    comments: found.publicity === '2' ? await commentsOf(session, found.id) : [],
    objectionEnd: isOpen ? (found.objectionEnd ?? '') : '',
  };
};

/** People whom the reader asked to exclude from a record’s review. */
const avoidedBy = (session: Session, actor: Actor, resource: string, record: string) =>
  session.query<{ id: string; name: string; unit: string }>(
    `select id::text, name, coalesce(unit, '') as unit from review_avoidance
      where tenant_id = $1 and resource = $2 and business_id = $3 and create_user = $4
        and is_deleted = 0 order by id`,
    [session.tenantId, resource, record, actor.id],
  );

interface Asking {
  readonly resource: string;
  readonly record: string;
  /** True if the record names the reader. */
  readonly isParty: boolean;
  readonly language: Language;
}

/** True if the record belongs to a college in the actor’s data scope. */
const isOfCollege = ({ departmentScope }: Actor, department: string | null): boolean =>
  department !== null && departmentScope !== 'all' && departmentScope.includes(department);

/**
 * Review status of a record for a reader: the arranging office sees details, others no figures
 * . The caller must have checked the right to read the record.
 */
export const standingOfRecord = async (
  { database, clock }: Pick<Engine, 'database' | 'clock'>,
  actor: Actor,
  { resource, record, isParty, language }: Asking,
): Promise<ReviewStanding> =>
  database.read(actor.tenantId, async (session) => {
    const found = await itemOf(session, resource, record);
    const isNamed = isParty || (found?.parties ?? '').split(',').includes(actor.id);
    const isOffice = !isNamed && actor.permissions.has('rresult');
    const avoided = isNamed ? await avoidedBy(session, actor, resource, record) : [];
    const mayAvoid =
      isNamed &&
      avoided.length < maxAvoidedExperts &&
      (found === undefined || found.status === itemCodes.waiting);
    // Feedback is limited to parties and their college.
    const isTold = isNamed || isOfCollege(actor, found?.department ?? null);
    const label: Label = found ? (isOffice ? forOffice(found) : forParties(found)) : ['', ''];
    return {
      item: isOffice ? (found?.id ?? null) : null,
      set: isOffice ? (found?.set ?? null) : null,
      says: say(label, language),
      mayAvoid,
      avoided,
      feedback: found && isTold ? await feedbackOf(session, found, dayText(clock())) : null,
    };
  });
