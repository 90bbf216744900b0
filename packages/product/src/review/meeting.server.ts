import {
  type Behaviour,
  defineBehaviour,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { changeRow, createRow } from '../shared/mechanisms/rows.server.ts';
import { panelOf } from './candidates.server.ts';
import {
  itemCodes,
  meetingStageCodes,
  openTaskCodes,
  reviewVoteCodes,
  taskCodes,
} from './dictionaries.ts';
import { reviewMessage } from './faces.ts';
import { reviewMinutes } from './review-minutes.ts';
import { idsFound, type StoredSet, untypedKind } from './rows.server.ts';

const minutesKind = untypedKind(reviewMinutes);

/** Codes of review modes with a meeting. */
const meetingModes: readonly string[] = ['2', '3'];

/** Panels of a review without minutes. */
const panelsToMeet = async (session: Session, set: StoredSet) => {
  const names = (set.groups ?? []).length > 0 ? (set.groups ?? []) : [null];
  const had = await session.query<{ name: string | null }>(
    `select group_name as name from review_minutes
      where tenant_id = $1 and set_id = $2 and is_deleted = 0`,
    [session.tenantId, set.id],
  );
  return names.filter((panel) => !had.some(({ name }) => name === (panel?.groupName ?? null)));
};

/** Calls meetings of a review: creates minutes for each panel and invites its experts. */
export const callReviewMeeting = async (
  transaction: TransactionContext,
  set: StoredSet,
): Promise<void> => {
  const { engine, tx } = transaction;
  if (!meetingModes.includes(set.reviewMode ?? '')) {
    throw new Refused(['通讯评审不召开会议', 'Online reviews have no meeting']);
  }
  const panels = await panelsToMeet(tx, set);
  if (panels.length === 0)
    throw new Refused(['各组会评已召开', 'The meeting of each panel has been called']);
  const judges = await panelOf(tx, set);
  for (const panel of panels) {
    const groupName = panel?.groupName ?? null;
    const ids = (set.experts ?? [])
      .filter((one) => groupName === null || one.groupName === groupName)
      .map(({ expertId }) => expertId);
    const present = judges.filter(({ id }) => ids.includes(id));
    const { id } = await createRow(transaction, minutesKind, {
      title: [set.setName, groupName].filter(Boolean).join(' · '),
      setId: set.id,
      groupName,
      chairId: panel?.chairId ?? null,
      meetTime: panel?.meetTime ?? null,
      place: panel?.place ?? null,
      parties: set.parties,
      attendance: present.map((judge) => ({
        expertId: judge.id,
        userId: judge.userId,
        name: judge.name,
        present: '0',
        signTime: null,
        signWay: null,
      })),
    });
    const parties = (set.parties ?? '').split(',');
    await engine.messages.send(tx, [
      {
        type: reviewMessage,
        title: ['会议评审', 'Panel meeting'],
        content: fill(
          [
            '请参加【{set}】会议评审，时间 {time}，地点 {place}。',
            'Please attend the panel meeting of “{set}” on {time} at {place}.',
          ],
          {
            set: set.setName ?? '',
            time: (panel?.meetTime ?? '').slice(0, 16) || ['另行通知', 'to be notified'],
            place: panel?.place || (['另行通知', 'to be notified'] as const),
          },
        ),
        business: { resource: minutesKind.key, id },
        link: `${reviewMinutes.views.mine?.path}/detail?id=${id}`,
        to: present.map(({ userId }) => userId).filter((one) => !parties.includes(one)),
      },
    ]);
  }
};

/**
 * Adds the parties of a late record to its meeting’s minutes, which parties may not read.
 */
export const enrolMeetings = async (
  transaction: TransactionContext,
  setId: string,
  parties: string | null,
): Promise<void> => {
  const behind = await idsFound(
    transaction.tx,
    `select id::text from review_minutes
      where tenant_id = $1 and set_id = $2 and is_deleted = 0 and parties is distinct from $3
      order by review_minutes.id`,
    [setId, parties],
  );
  for (const id of behind) {
    const minutes = await lockRow(transaction, minutesKind, id);
    await changeRow(transaction, minutesKind, minutes, 'enrol', { parties });
  }
};

interface MinutesLine {
  readonly title: string;
  readonly votes: string;
  readonly rank: number | null;
  readonly conclusion: string | null;
  readonly withdrawn: string;
  readonly forced: string | null;
}

/** Votes and opinions of a panel on each of its records. */
const linesOf = (
  session: Session,
  set: string,
  group: string | null,
): Promise<readonly MinutesLine[]> =>
  session.query<MinutesLine>(
    `select i.title, coalesce(i.panel_rank, i.rank) as rank, i.conclusion, i.forced,
        case when i.score is not null then i.score::text
          else concat_ws(' : ', count(t.id) filter (where t.vote = $5),
            count(t.id) filter (where t.vote = $6), count(t.id) filter (where t.vote = $7)) end as votes,
        coalesce(string_agg(e.name, '、' order by e.name) filter (where t.status = $8), '') as withdrawn
       from review_item i
       left join review_task t on t.tenant_id = i.tenant_id and t.item_id = i.id and t.is_deleted = 0
       left join expert e on e.tenant_id = i.tenant_id and e.id = t.expert_id
      where i.tenant_id = $1 and i.set_id = $2 and i.group_name is not distinct from $3
        and i.status = $4 and i.is_deleted = 0
      group by i.id, i.title, i.panel_rank, i.rank, i.conclusion, i.forced, i.score
      order by coalesce(i.panel_rank, i.rank), i.id`,
    [
      session.tenantId,
      set,
      group,
      itemCodes.open,
      reviewVoteCodes.agree,
      reviewVoteCodes.against,
      reviewVoteCodes.abstained,
      taskCodes.declined,
    ],
  );

/** Number of open sheets of a panel. */
const openSheets = async (session: Session, set: string, group: string | null): Promise<number> => {
  const [found] = await session.query<{ open: number }>(
    `select count(*)::int as open from review_task
      where tenant_id = $1 and set_id = $2 and group_name is not distinct from $3
        and is_deleted = 0 and status = any($4)`,
    [session.tenantId, set, group, openTaskCodes],
  );
  return found?.open ?? 0;
};

/** Behaviour of meetings: at the end, results are written into the minutes. */
export const reviewMinutesBehaviour: Behaviour = defineBehaviour<typeof reviewMinutes.fields>(
  reviewMinutes,
  {
    performed: {
      finish: async ({ id, setId, groupName }, transaction) => {
        const { tx } = transaction;
        const open = await openSheets(tx, setId ?? '0', groupName);
        if (open > 0) {
          throw new Refused(
            fill(['还有 {open} 份评审未提交', 'Reviews not yet submitted: {open}'], { open }),
          );
        }
        const lines = await linesOf(tx, setId ?? '0', groupName);
        const before = await lockRow(transaction, minutesKind, id);
        await changeRow(transaction, minutesKind, before, 'record', { lines: [...lines] });
      },
    },
  },
);

/**
 * Checks that the minutes of all panels are signed.
 * @throws Refused if not
 */
export const assertMinutesSigned = async (session: Session, set: StoredSet): Promise<void> => {
  if (!meetingModes.includes(set.reviewMode ?? '')) return;
  const [open] = await session.query<{ title: string }>(
    `select title from review_minutes
      where tenant_id = $1 and set_id = $2 and is_deleted = 0 and stage <> $3 order by id limit 1`,
    [session.tenantId, set.id, meetingStageCodes.signed],
  );
  if (open) {
    throw new Refused(
      fill(['【{title}】会评纪要未签字', 'The minutes of “{title}” are not signed'], open),
    );
  }
  if ((await panelsToMeet(session, set)).length > 0) {
    throw new Refused([
      '请先召开会评并完成纪要签字',
      'Hold the meeting and have the minutes signed first',
    ]);
  }
};
