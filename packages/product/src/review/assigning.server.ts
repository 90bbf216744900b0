import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import { collegeOf } from '../shared/references/college.server.ts';
import { candidatesOf, type ExpertTask, panelOf, tasksOfReview } from './candidates.server.ts';
import { conflictType, itemCodes, taskCodes, taskRoleCodes } from './dictionaries.ts';
import {
  type AssignedPair,
  type Assignment,
  assignExperts,
  conflictOf,
  type JudgingExpert,
  type RecordToJudge,
  type SoughtRecord,
} from './matching/conflicts.ts';
import { expertPanelFor } from './matching/points.ts';
import { enrolMeetings } from './meeting.server.ts';
import { assertProcedures } from './quorum.server.ts';
import { itemKind, reviewedAs, type StoredItem, type StoredSet, setKind } from './rows.server.ts';
import { applicantNamesOf, createTask } from './tasks.server.ts';

/** Dependencies of planning; reading needs no lock. */
export interface PlanContext extends Pick<TransactionContext, 'engine'> {
  readonly tx: Session;
}

/** Call that the records of a review belong to; null if they belong to none. */
export const answeredCallOf = (
  { engine }: Pick<TransactionContext, 'engine'>,
  set: StoredSet,
): string | null => {
  const kind = reviewedAs(engine.resources.values(), set.bizKind);
  if (!kind) throw new Refused(['该类事项不组织专家评审', 'No expert reviews for this kind']);
  const { call } = kind.options;
  return call === null ? null : (set[call] ?? null);
};

/** Account id of the actor; empty for the system. */
export const actorIdOf = (actor: Actor | SystemActor): string => (isSystem(actor) ? '' : actor.id);

const ofParty = [
  '您是本次评审【{title}】的当事人，请由其他管理人员办理',
  'You are a party in this review (“{title}”): another administrator must handle it',
] as const;

/** Records of a review: assigned ones, and waiting ones that belong to its call. */
export const itemsOfReview = async (
  { engine, tx }: PlanContext,
  set: StoredSet,
): Promise<readonly StoredItem[]> => {
  const { waiting, open } = itemCodes;
  const found = await tx.query<{ row: StoredItem }>(
    `select to_jsonb(i) as row from (
       select id::text, title, set_id::text as "setId", status, resource, business_id as "businessId",
          department_id::text as "departmentId", applicant_id::text as "applicantId", subject, keywords,
          parties, group_name as "groupName", biz_kind as "bizKind", least_panel as "leastPanel",
          least_opinions as "leastOpinions",
          to_char(decide_by at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as "decideBy"
         from review_item
        where tenant_id = $1 and is_deleted = 0 and biz_kind = $2
          and (status = $3 and call_id is not distinct from $4 or status = $5 and set_id = $6)
        order by id) i`,
    [tx.tenantId, set.bizKind, waiting, answeredCallOf({ engine }, set), open, set.id],
  );
  const college = set.collegeId ? await collegeOf(tx, set.collegeId) : null;
  const meant: StoredItem[] = [];
  for (const { row } of found) {
    const { departmentId, status } = row;
    const isMeant =
      college === null ||
      status === itemCodes.open ||
      (departmentId !== null && (await collegeOf(tx, departmentId)) === college);
    if (isMeant) meant.push(row);
  }
  return meant;
};

/** Refuses an actor whom a record names, naming the first such record. */
export const assertNoParty = (
  { actor }: Pick<TransactionContext, 'actor'>,
  records: readonly Pick<StoredItem, 'parties' | 'title'>[],
): void => {
  const person = actorIdOf(actor);
  const own = records.find(({ parties }) => person !== '' && parties?.split(',').includes(person));
  if (own) throw new Refused(fill(ofParty, { title: own.title ?? '' }));
};

/** Record with its proposed experts. */
export interface PlannedRecord {
  readonly item: StoredItem;
  readonly candidate: RecordToJudge;
  readonly groupName: string | null;
  readonly judging: readonly string[];
  readonly pairs: readonly AssignedPair[];
  readonly reserves: readonly AssignedPair[];
  readonly lacking: number;
}

/** Plan that assigns experts to records, not written yet. */
export interface AssignmentPlan {
  readonly panel: readonly JudgingExpert[];
  readonly planned: readonly PlannedRecord[];
  /** Records whose panel the office must choose. */
  readonly astray: readonly StoredItem[];
}

const pairsBy = ({ pairs }: Assignment): ReadonlyMap<string, readonly AssignedPair[]> =>
  Map.groupBy(pairs, ({ item }) => item);

/** Tasks of an item whose experts judge or are in reserve, and experts not to be asked again. */
const askedIn = (taken: readonly ExpertTask[], item: string) => {
  const own = taken.filter((one) => one.item === item);
  const is = (...codes: readonly string[]) =>
    own.filter(({ status }) => codes.includes(status)).map(({ expert }) => expert);
  const reserves = is(taskCodes.reserve);
  const gone = own
    .filter(({ status, succeeded }) => status === taskCodes.declined || succeeded)
    .map(({ expert }) => expert);
  const judging = own
    .filter(
      ({ status }) =>
        ![taskCodes.reserve, taskCodes.declined, taskCodes.cancelled].includes(status as never),
    )
    .map(({ expert }) => expert);
  return { reserves, gone, judging };
};

interface Round {
  readonly set: StoredSet;
  readonly panel: readonly JudgingExpert[];
  readonly load: ReadonlyMap<string, number>;
  readonly pace: () => Promise<void>;
}

/** Plan of one panel: judging experts, then reserves. */
const planPanel = async (
  { set, panel, load, pace }: Round,
  groupName: string | null,
  records: readonly { readonly item: StoredItem; readonly candidate: RecordToJudge }[],
  taken: readonly ExpertTask[],
): Promise<readonly PlannedRecord[]> => {
  const seed = `${set.id} ${set.seed ?? 1}`;
  const asked = new Map(records.map(({ item }) => [item.id, askedIn(taken, item.id)]));
  const sought = records.map(({ candidate }): SoughtRecord => {
    const { judging = [], gone = [], reserves = [] } = asked.get(candidate.id) ?? {};
    const wanted = Math.max(0, (set.expertPerItem ?? 1) - judging.length);
    return { ...candidate, wanted, judging, declined: [...gone, ...reserves] };
  });
  const first = await assignExperts(
    { items: sought, panel, mostPerExpert: set.maxPerExpert, load, seed },
    pace,
  );
  const pairs = pairsBy(first);
  const beside = sought.map((one): SoughtRecord => {
    const chosen = (pairs.get(one.id) ?? []).map(({ expert }) => expert);
    const has = asked.get(one.id)?.reserves.length ?? 0;
    return {
      ...one,
      wanted: Math.max(0, (set.reserves ?? 0) - has),
      judging: [...one.judging, ...chosen],
    };
  });
  const loaded = new Map(load);
  for (const { expert } of first.pairs) loaded.set(expert, (loaded.get(expert) ?? 0) + 1);
  const second = await assignExperts(
    { items: beside, panel, mostPerExpert: null, load: loaded, seed },
    pace,
  );
  const reserves = pairsBy(second);
  const short = new Map(first.short.map(({ item, lacking }) => [item, lacking]));
  return records.map(({ item, candidate }) => ({
    item,
    candidate,
    groupName,
    judging: asked.get(item.id)?.judging ?? [],
    pairs: pairs.get(item.id) ?? [],
    reserves: reserves.get(item.id) ?? [],
    lacking: short.get(item.id) ?? 0,
  }));
};

/** Number of tasks per expert in this review. */
const loadIn = (set: StoredSet, taken: readonly ExpertTask[]): ReadonlyMap<string, number> => {
  const idle: readonly string[] = [taskCodes.reserve, taskCodes.declined, taskCodes.cancelled];
  const load = new Map<string, number>();
  for (const { expert, status, set: of } of taken) {
    if (of === set.id && !idle.includes(status)) load.set(expert, (load.get(expert) ?? 0) + 1);
  }
  return load;
};

/**
 * Plans the assignment of experts to records; equal input and seed give an equal plan.
 * @param pace awaited between steps of long work
 */
export const assignmentPlanOf = async (
  looking: PlanContext,
  set: StoredSet,
  pace: () => Promise<void> = async () => undefined,
): Promise<AssignmentPlan> => {
  const { tx } = looking;
  const waiting = await itemsOfReview(looking, set);
  const panel = await panelOf(tx, set);
  const taken = await tasksOfReview(
    tx,
    set.id,
    waiting.map(({ id }) => id),
  );
  const load = loadIn(set, taken);
  const candidates = new Map(
    (await candidatesOf(looking, waiting, panel)).map((candidate) => [candidate.id, candidate]),
  );
  const panels = set.groups ?? [];
  const placed = waiting.map((item) => ({
    item,
    candidate: candidates.get(item.id) as RecordToJudge,
    groupName: panels.length === 0 ? null : expertPanelFor(panels, item),
  }));
  const planned: PlannedRecord[] = [];
  for (const [groupName, records] of Map.groupBy(placed, (one) => one.groupName)) {
    if (groupName === undefined) continue;
    const names = new Set(
      (set.experts ?? []).filter((one) => one.groupName === groupName).map((one) => one.expertId),
    );
    const judges = groupName === null ? panel : panel.filter(({ id }) => names.has(id));
    const round = { set, panel: judges, load, pace };
    planned.push(...(await planPanel(round, groupName, records, taken)));
  }
  const astray = placed.filter((one) => one.groupName === undefined).map(({ item }) => item);
  return { panel, planned, astray };
};

/** Most frequent reason why experts cannot judge a record that lacks experts. */
export const shortageReason = (
  { candidate }: Pick<PlannedRecord, 'candidate'>,
  panel: readonly JudgingExpert[],
): Label => {
  const codes = panel.flatMap((judge) => conflictOf(judge, candidate)?.code ?? []);
  const parts = [...Map.groupBy(codes, (code) => code)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([code, all]) => {
      const [zh, en] = conflictType.entries.find((one) => one.code === code)?.label ?? ['', ''];
      return [`${zh} ${all.length} 人`, `${all.length} ${en.toLowerCase()}`] as const;
    });
  if (parts.length === 0) return ['', ''];
  return [
    `（候选 ${panel.length} 人中：${parts.map(([zh]) => zh).join('、')}）`,
    ` (of ${panel.length}: ${parts.map(([, en]) => en).join(', ')})`,
  ];
};

/**
 * Checks that a plan is complete.
 * @throws Refused if no record waits, a panel must be chosen, or a record lacks experts
 */
export const assertWhole = (set: StoredSet, { panel, planned, astray }: AssignmentPlan): void => {
  if (planned.length + astray.length === 0) {
    throw new Refused(['没有待评审的材料', 'No records are waiting for review']);
  }
  const [lost] = astray;
  if (lost) {
    throw new Refused(
      fill(
        [
          '{count} 项待分组（如【{title}】），请在评审结果中指定评审组',
          'Records without a panel: {count} (such as “{title}”); assign one under review results',
        ],
        { count: astray.length, title: lost.title ?? '' },
      ),
    );
  }
  const needed = planned.reduce((sum, one) => sum + one.pairs.length + one.lacking, 0);
  const room = set.maxPerExpert === null ? needed : set.maxPerExpert * panel.length;
  const [short] = planned.filter(({ lacking }) => lacking > 0);
  if (short && room < needed) {
    throw new Refused(
      fill(
        [
          '{experts} 名专家每人最多 {most} 项，只能安排 {room} 项次，需要 {needed} 项次',
          '{experts} experts at {most} records each allow only {room} reviews, but {needed} are needed',
        ],
        { experts: panel.length, most: set.maxPerExpert ?? 0, room, needed },
      ),
    );
  }
  if (!short) return;
  throw new Refused(
    fill(
      [
        '【{title}】可评审的专家还差 {lacking} 人，请补充专家{why}',
        '“{title}” lacks {lacking} eligible experts; add experts{why}',
      ],
      {
        title: short.item.title ?? '',
        lacking: short.lacking,
        why: [...shortageReason(short, panel)],
      },
    ),
  );
};

/**
 * Writes a plan. Locks each record and verifies each pair again; invalid pairs are skipped.
 * @returns number of places left open
 */
export const writePlan = async (
  transaction: TransactionContext,
  set: StoredSet,
  panel: readonly JudgingExpert[],
  planned: readonly PlannedRecord[],
): Promise<number> => {
  const { tx } = transaction;
  const judges = new Map(panel.map((judge) => [judge.id, judge]));
  const locked: StoredItem[] = [];
  for (const { item } of planned) {
    const row = (await lockRow(transaction, itemKind, item.id)) as StoredItem;
    const isOurs =
      row.status === itemCodes.waiting || (row.status === itemCodes.open && row.setId === set.id);
    if (isOurs) locked.push(row);
  }
  const now = await candidatesOf(transaction, locked, panel);
  const candidates = new Map(now.map((candidate) => [candidate.id, candidate]));
  const names = await applicantNamesOf(tx, locked);
  const plans = new Map(planned.map((one) => [one.item.id, one]));
  let left = 0;
  for (const item of locked) {
    const plan = plans.get(item.id);
    const candidate = candidates.get(item.id);
    if (!plan || !candidate) continue;
    const { groupName } = plan;
    const ask = async (pairs: readonly AssignedPair[], role: string): Promise<number> => {
      let asked = 0;
      for (const { expert, points } of pairs) {
        const judge = judges.get(expert);
        if (!judge || conflictOf(judge, candidate)) continue;
        const known = names.get(item.id) ?? { applicant: '', unit: '' };
        await createTask(transaction, { set, item, judge, names: known, points, role, groupName });
        asked += 1;
      }
      return asked;
    };
    const asked = await ask(plan.pairs, taskRoleCodes.asked);
    await ask(plan.reserves, taskRoleCodes.reserve);
    left += plan.pairs.length - asked;
    await changeRow(transaction, itemKind, item, 'open', {
      status: itemCodes.open,
      setId: set.id,
      groupName,
      experts: plan.judging.length + asked,
    });
  }
  return left;
};

/** Stores the parties of the records in a review, who may not read or manage the review. */
export const enrolParties = async (
  transaction: TransactionContext,
  { id }: Pick<StoredSet, 'id'>,
): Promise<void> => {
  const { tx } = transaction;
  const [found] = await tx.query<{ parties: string | null }>(
    `select string_agg(distinct p.id, ',' order by p.id) as parties
       from review_item i, unnest(string_to_array(i.parties, ',')) p(id)
      where i.tenant_id = $1 and i.set_id = $2 and i.is_deleted = 0 and p.id <> ''`,
    [tx.tenantId, id],
  );
  const set = (await lockRow(transaction, setKind, id)) as StoredSet;
  const parties = found?.parties ?? null;
  if (set.parties !== parties) await changeRow(transaction, setKind, set, 'enrol', { parties });
  await enrolMeetings(transaction, id, parties);
};

/**
 * Assigns experts to waiting records and to records without enough experts.
 * @throws Refused as in `assertWhole`, for an actor who is a party, and for a pair that became
 * invalid
 */
export const assignItems = async (
  transaction: TransactionContext,
  set: StoredSet,
): Promise<void> => {
  const plan = await assignmentPlanOf(transaction, set);
  const records = [...plan.planned.map(({ item }) => item), ...plan.astray];
  assertNoParty(transaction, records);
  assertProcedures(set, records, transaction.now);
  assertWhole(set, plan);
  const left = await writePlan(transaction, set, plan.panel, plan.planned);
  if (left > 0) {
    throw new Refused([
      '专家或材料情况刚有变化，请重新分配',
      'Experts or records have just changed: assign again',
    ]);
  }
  await enrolParties(transaction, set);
};
