import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { holdsRole } from '@keyan/engine/records/role-holders.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { collegeOf } from '../shared/references/college.server.ts';
import { collaboratorsOf } from './collaborators.server.ts';
import { taskCodes } from './dictionaries.ts';
import type { JudgingExpert, RecordToJudge } from './matching/conflicts.ts';
import { keywordsOfText } from './matching/points.ts';
import { partiesOf } from './parties.server.ts';
import { expertsToAvoid, relationsOf } from './relations.server.ts';
import { kindOfItem, type StoredItem, type StoredSet, titleOfRecord } from './rows.server.ts';

const cannotBeAsked = [
  '【{name}】不能参加评审：已停用、过期，或账号没有【评审专家】角色',
  '{name} cannot review: disabled, expired, or the account lacks the role “Expert reviewer”',
] as const;

interface StoredJudge extends Omit<JudgingExpert, 'college' | 'subjects' | 'keywords'> {
  readonly dept: string | null;
  readonly subjects: readonly string[] | null;
  readonly words: string | null;
}

/** Function that returns the college of a department, cached. */
const collegesIn = (session: Session) => {
  const known = new Map<string, Promise<string | null>>();
  return (dept: string | null): Promise<string | null> => {
    if (dept === null) return Promise.resolve(null);
    const college = known.get(dept) ?? collegeOf(session, dept);
    known.set(dept, college);
    return college;
  };
};

/**
 * Experts who may be asked, among the given: enabled expert and account with the expert role. The
 * college of an external expert is the unit.
 */
export const askableExperts = async (
  session: Session,
  ids: readonly string[],
): Promise<readonly JudgingExpert[]> => {
  const rows = await session.query<StoredJudge>(
    `select e.id::text, e.user_id::text as "userId", e.name, e.unit,
        case when e.expert_type = '1' then u.dept_id::text end as dept,
        e.disciplines as subjects, e.keywords as words
       from expert e
       join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      where e.tenant_id = $1 and e.id = any($2::bigint[]) and e.is_deleted = 0 and e.status = '1'
        and u.is_deleted = 0 and u.status = '1'
        and ${holdsRole('u.id', "array['expert']")}
        and (e.valid_date is null or e.valid_date >= current_date)
      order by array_position($2::bigint[], e.id)`,
    [session.tenantId, ids],
  );
  const college = collegesIn(session);
  const judges: JudgingExpert[] = [];
  for (const { dept, words, subjects, ...judge } of rows) {
    judges.push({
      ...judge,
      college: dept === null ? `unit ${judge.unit}` : await college(dept),
      subjects: subjects ?? [],
      keywords: keywordsOfText(words),
    });
  }
  return judges;
};

/**
 * Single expert who may be asked.
 * @throws Refused if the expert may not be asked
 */
export const askableExpert = async (
  session: Session,
  id: string | null,
): Promise<JudgingExpert> => {
  const [judge] = await askableExperts(session, id === null ? [] : [id]);
  if (judge) return judge;
  const name = await titleOfRecord(session, { table: 'expert', title: 'name' }, id ?? '0');
  throw new Refused(fill(cannotBeAsked, { name }));
};

/**
 * Experts of a review.
 * @throws Refused for an expert who may not be asked
 */
export const panelOf = async (
  session: Session,
  { experts }: Pick<StoredSet, 'experts'>,
): Promise<readonly JudgingExpert[]> => {
  const ids = (experts ?? []).flatMap(({ expertId }) => (expertId ? [expertId] : []));
  const panel = await askableExperts(session, ids);
  const missing = ids.find((id) => !panel.some((judge) => judge.id === id));
  if (missing !== undefined) await askableExpert(session, missing);
  return panel;
};

/** Evidence of a record’s people by expert. */
const evidenceFor = (
  accounts: readonly string[],
  by: ReadonlyMap<string, ReadonlyMap<string, string>>,
): ReadonlyMap<string, string> =>
  new Map(accounts.flatMap((account) => [...(by.get(account)?.entries() ?? [])]));

/**
 * Parties of records, and experts’ relations to them. All items must be of one kind; the number of
 * SQL statements is constant.
 */
export const candidatesOf = async (
  { engine, tx }: Pick<TransactionContext, 'engine'> & { readonly tx: Session },
  items: readonly StoredItem[],
  panel: readonly JudgingExpert[],
): Promise<readonly RecordToJudge[]> => {
  const [first] = items;
  const kind = first && kindOfItem(engine.resources, first);
  if (!kind) return [];
  const records = items.map(({ businessId }) => businessId ?? '0');
  const parties = await partiesOf(engine, tx, kind, records);
  const accounts = [...new Set([...parties.values()].flatMap((each) => each.accounts))];
  const experts = panel.map(({ userId }) => userId);
  const together = await collaboratorsOf(engine, tx, experts, accounts);
  const { teaching, kin } = await relationsOf(tx, experts, accounts);
  const avoided = await expertsToAvoid(tx, kind.resource.key, records);
  const college = collegesIn(tx);
  const candidates: RecordToJudge[] = [];
  for (const item of items) {
    const record = item.businessId ?? '0';
    const { accounts: people = [], outsiders = [] } = parties.get(record) ?? {};
    candidates.push({
      id: item.id,
      people,
      outsiders,
      college: await college(item.departmentId),
      subjects: item.subject ? [item.subject] : [],
      keywords: keywordsOfText(item.keywords),
      collaborators: evidenceFor(people, together),
      teaching: evidenceFor(people, teaching),
      kin: evidenceFor(people, kin),
      avoided: avoided.get(record) ?? [],
    });
  }
  return candidates;
};

/** Task of an expert, with the fields that determine further requests. */
export interface ExpertTask {
  readonly item: string;
  readonly expert: string;
  /** Code of `reviewStatus`. */
  readonly status: string;
  /** Id of the review. */
  readonly set: string;
  /** True if another expert replaced this one. */
  readonly succeeded: boolean;
}

/**
 * Tasks of a review and of earlier reviews of its records. After an objection, experts of the
 * earlier review count as replaced, so that nobody judges a record twice.
 */
export const tasksOfReview = (
  session: Session,
  setId: string,
  itemIds: readonly string[],
): Promise<readonly ExpertTask[]> =>
  session.query<ExpertTask>(
    `select item_id::text as item, expert_id::text as expert, status, set_id::text as set,
        succeeded is not null as succeeded
       from review_task
      where tenant_id = $1 and (set_id = $2 or item_id = any($3::bigint[])) and is_deleted = 0
     union all
     select i.id::text, t.expert_id::text, $4, t.set_id::text, true
       from review_item i
       join review_item o on o.tenant_id = i.tenant_id and o.resource = i.resource
        and o.business_id = i.business_id and o.id <> i.id
       join review_task t on t.tenant_id = o.tenant_id and t.item_id = o.id
        and t.is_deleted = 0 and t.status = $5
      where i.tenant_id = $1 and i.id = any($3::bigint[]) and i.follows is not null`,
    [session.tenantId, setId, itemIds, taskCodes.cancelled, taskCodes.handedIn],
  );
