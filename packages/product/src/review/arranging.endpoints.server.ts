import { createYielder } from '@keyan/engine/base/yielding.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import {
  maxPreviewRecords,
  type PanelItem,
  type PanelScreen,
  type PlannedItem,
  panelCall,
  previewCall,
  type ReviewPreview,
} from './arranging.ts';
import {
  type AssignmentPlan,
  assertNoParty,
  assertWhole,
  assignmentPlanOf,
  shortageReason,
} from './assigning.server.ts';
import { itemCodes, reviewConclusion, reviewVoteCodes, taskCodes } from './dictionaries.ts';
import { type AssignedPair, conflictOf } from './matching/conflicts.ts';
import { reviewSet } from './review-set.ts';
import type { StoredSet } from './rows.server.ts';
import { conflictText } from './tasks.server.ts';

/** Maximum number of conflicting experts shown per record. */
const maxShownConflicts = 12;

const shownItems = (
  { panel, planned }: AssignmentPlan,
  language: Language,
): readonly PlannedItem[] => {
  const names = new Map(panel.map((judge) => [judge.id, judge.name]));
  const shown = ({ expert, points }: AssignedPair) => ({
    id: expert,
    name: names.get(expert) ?? '',
    points,
  });
  // Sorts records without enough experts first.
  return planned
    .toSorted((one, other) => other.lacking - one.lacking)
    .slice(0, maxPreviewRecords)
    .map((one) => ({
      id: one.item.id,
      title: one.item.title ?? '',
      groupName: one.groupName ?? '',
      judging: one.judging.map((expert) => names.get(expert) ?? ''),
      asked: one.pairs.map(shown),
      reserves: one.reserves.map(shown),
      lacking: one.lacking,
      why: one.lacking > 0 ? say(shortageReason(one, panel), language) : '',
      conflicts: panel
        .flatMap((judge) => {
          const conflict = conflictOf(judge, one.candidate);
          return conflict ? [{ name: judge.name, why: say(conflictText(conflict), language) }] : [];
        })
        .slice(0, maxShownConflicts),
    }));
};

const faultIn = (set: StoredSet, plan: AssignmentPlan, language: Language): string => {
  try {
    assertWhole(set, plan);
    return '';
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return say(error.label, language);
  }
};

const loadIn = ({ panel, planned }: AssignmentPlan): ReviewPreview['load'] => {
  const counts = new Map<string, number>();
  const judges = planned.flatMap(({ judging, pairs }) => [
    ...judging,
    ...pairs.map(({ expert }) => expert),
  ]);
  for (const expert of judges) counts.set(expert, (counts.get(expert) ?? 0) + 1);
  return panel.map((judge) => ({ name: judge.name, count: counts.get(judge.id) ?? 0 }));
};

const preview = endpoint({
  method: 'GET',
  path: previewCall,
  auth: 'user',
  permissions: ['pssz_publish'],
  perMinute: 30,
  summary: ['分配预览', 'Preview of the assignment'],
  input: Type.Object({ id: idParam }),
  run: async (input, { engine, actor, language }): Promise<ReviewPreview> => {
    const { row } = await engine.as(actor).read(reviewSet, input.id);
    const set = row as StoredSet;
    const plan = await engine.database.read(actor.tenantId, (tx) =>
      assignmentPlanOf({ engine, tx }, set, createYielder()),
    );
    assertNoParty({ actor }, [...plan.planned.map(({ item }) => item), ...plan.astray]);
    return {
      records: plan.planned.length + plan.astray.length,
      experts: plan.panel.length,
      fault: faultIn(set, plan, language),
      items: shownItems(plan, language),
      load: loadIn(plan),
    };
  },
});

interface StoredPanel {
  readonly set: string;
  readonly group: string | null;
  readonly title: string;
  readonly stage: string;
  readonly present: number;
  readonly invited: number;
  readonly quota: number | null;
  readonly isChair: boolean;
  /** True if the reader is named by a judged record. */
  readonly isParty: boolean;
}

/**
 * Meeting, for its chair or the office.
 * @throws Missing for other readers, and for parties of its records
 */
const expertPanelFor = async (
  session: Session,
  actor: Actor,
  minutes: string,
): Promise<StoredPanel> => {
  const [found] = await session.query<StoredPanel>(
    `select m.set_id::text as set, m.group_name as "group", m.title, m.stage,
        (select count(*)::int from review_minutes_attendance a
          where a.tenant_id = $1 and a.parent_id = m.id and a.present = '1') as present,
        (select count(*)::int from review_minutes_attendance a
          where a.tenant_id = $1 and a.parent_id = m.id) as invited,
        coalesce((select g.quota from review_set_groups g where g.tenant_id = $1
          and g.parent_id = m.set_id and g.group_name = m.group_name), s.quota) as quota,
        coalesce(e.user_id::text = $3::text, false) as "isChair",
        $3::text = any(string_to_array(coalesce(m.parties, ''), ',')) as "isParty"
       from review_minutes m
       join review_set s on s.tenant_id = m.tenant_id and s.id = m.set_id
       left join expert e on e.tenant_id = m.tenant_id and e.id = m.chair_id
      where m.tenant_id = $1 and m.id = $2 and m.is_deleted = 0`,
    [session.tenantId, minutes, actor.id],
  );
  const mayLook = found && !found.isParty && (found.isChair || actor.permissions.has('rmeeting'));
  if (!found || !mayLook) throw new Missing();
  return found;
};

interface StoredPanelItem extends Omit<PanelItem, 'conclusion'> {
  readonly conclusion: string | null;
}

/** Records of a meeting; a chair does not see records from which the chair withdrew. */
const itemsOf = async (
  session: Session,
  { set, group, isChair }: StoredPanel,
  actor: Actor,
): Promise<readonly PanelItem[]> => {
  const isOffice = actor.permissions.has('rmeeting');
  const rows = await session.query<StoredPanelItem>(
    `select i.id::text, i.title, i.conclusion, coalesce(i.panel_rank, i.rank) as rank,
        count(t.id) filter (where t.status <> all($5))::int as sheets,
        count(t.id) filter (where t.status = $6)::int as "handedIn",
        case when i.score is not null then i.score::text
          else concat_ws(' : ', count(t.id) filter (where t.vote = $7),
            count(t.id) filter (where t.vote = $8), count(t.id) filter (where t.vote = $9)) end as votes,
        coalesce(string_agg(e.name, '、' order by e.name) filter (where t.status = $10), '') as withdrawn
       from review_item i
       left join review_task t on t.tenant_id = i.tenant_id and t.item_id = i.id and t.is_deleted = 0
       left join expert e on e.tenant_id = i.tenant_id and e.id = t.expert_id
      where i.tenant_id = $1 and i.set_id = $2 and i.group_name is not distinct from $3
        and i.status = $4 and i.is_deleted = 0
      group by i.tenant_id, i.id
     having $11 or bool_or(t.user_id = $12 and t.status <> all($5))
      order by coalesce(i.panel_rank, i.rank), i.id`,
    [
      session.tenantId,
      set,
      group,
      itemCodes.open,
      [taskCodes.reserve, taskCodes.declined, taskCodes.cancelled],
      taskCodes.handedIn,
      reviewVoteCodes.agree,
      reviewVoteCodes.against,
      reviewVoteCodes.abstained,
      taskCodes.declined,
      isOffice || !isChair,
      actor.id,
    ],
  );
  return rows.map(({ conclusion, ...row }) => {
    const isWhole = row.sheets > 0 && row.handedIn === row.sheets;
    const said = reviewConclusion.entries.find(({ code }) => code === conclusion)?.label[0] ?? '';
    return isWhole
      ? { ...row, conclusion: said }
      : { ...row, votes: '', rank: null, conclusion: '' };
  });
};

const panel = endpoint({
  method: 'GET',
  path: panelCall,
  auth: 'user',
  summary: ['会评大屏', 'Meeting screen'],
  input: Type.Object({ id: idParam }),
  run: (input, { engine, actor }): Promise<PanelScreen> =>
    engine.database.read(actor.tenantId, async (session) => {
      const found = await expertPanelFor(session, actor, input.id);
      const { title, stage, present, invited, quota } = found;
      const shown = await itemsOf(session, found, actor);
      return { title, stage, present, invited, quota, items: shown };
    }),
});

/** Calls for people who arrange reviews. */
export const arrangingEndpoints: readonly Endpoint[] = [preview, panel];
