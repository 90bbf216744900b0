import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { englishQuantity, fill } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { collegesOf } from '../figures/shaping.server.ts';
import { accountsOf, foundGaps, type MissingFilter, narrowedGaps } from './answering.server.ts';
import type { FoundGap, MissingReader } from './looking.server.ts';
import { type MissingTopic, missingWords, type RemindedAnswer } from './missing.ts';
import { ownMissingPath } from './paths.ts';

/** Message type of reminders, a code of the dictionary `msgType`. */
const message = '99';

/** Maximum number of titles in a message; the rest is counted. */
const maxNamedTitles = 3;

const noticeFor = (topic: MissingTopic, person: string, gaps: readonly FoundGap[]) => {
  const count = gaps.length;
  const { label, ask } = missingWords[topic];
  const titles = gaps.slice(0, maxNamedTitles).map(({ title }) => title);
  return {
    type: message,
    title: fill(['{ask}（{count} 条）', '{ask} ({records})'], {
      ask,
      count,
      records: englishQuantity(count, 'record'),
    }),
    content: fill(
      [
        '{topic}：{titles}{more}。打开本消息即可补填。',
        '{topic}: {titles}{more}. Open this message to fill it in.',
      ],
      {
        topic: label,
        titles: [
          titles.map((title) => `《${title}》`).join('、'),
          titles.map((title) => `“${title}”`).join(', '),
        ],
        more:
          count > maxNamedTitles
            ? [` 等 ${count} 条`, ` and ${count - maxNamedTitles} more`]
            : ['', ''],
      },
    ),
    link: `${ownMissingPath}?topic=${topic}`,
    to: [person],
  };
};

/** Records of a topic reminded of today. Takes a lock, so that two clicks send one message. */
const remindedToday = async (
  tx: Tx,
  { engine }: MissingReader,
  topic: MissingTopic,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  await tx.query('select pg_advisory_xact_lock(hashtext($1))', [`missing ${tx.tenantId} ${topic}`]);
  const rows = await tx.query<{ key: string }>(
    `select distinct resource || '/' || record_id as key from missing_reminder
      where tenant_id = $1 and topic = $2 and record_id = any($3::bigint[])
        and (time at time zone 'Asia/Shanghai')::date = $4::date`,
    [tx.tenantId, topic, ids, dayText(engine.clock())],
  );
  return new Set(rows.map(({ key }) => key));
};

/** Selection of records to remind of. */
export interface RemindedRecords extends MissingFilter {
  /** Records by resource and id; undefined for all records of the filter. */
  readonly records?: readonly { readonly resource: string; readonly id: string }[] | undefined;
}

/**
 * Reminds responsible people of incomplete records, one message each, at most once a day per
 * record.
 * @throws Refused if there is nobody to remind
 */
export const remindOfMissing = async (
  reader: MissingReader,
  topic: MissingTopic,
  { records, ...filter }: RemindedRecords,
): Promise<RemindedAnswer> => {
  const { engine, actor } = reader;
  const [colleges, found] = await Promise.all([
    collegesOf(reader),
    foundGaps(reader, topic, 'all'),
  ]);
  const wanted = records && new Set(records.map(({ resource, id }) => `${resource}/${id}`));
  const gaps = narrowedGaps(found.gaps, filter, colleges).filter(
    ({ kind, id }) => !wanted || wanted.has(`${kind.key}/${id}`),
  );
  const people = await accountsOf(
    reader,
    gaps.flatMap(({ person }) => person ?? []),
  );
  const reachable = gaps.filter(({ person }) => people.get(person ?? '')?.isInUse);
  return engine.database.transaction(actor.tenantId, async (tx) => {
    const ids = reachable.map(({ id }) => id);
    const today = await remindedToday(tx, reader, topic, ids);
    const open = reachable.filter(({ kind, id }) => !today.has(`${kind.key}/${id}`));
    if (open.length === 0) {
      throw new Refused(
        reachable.length > 0
          ? ['今天已经提醒过，请明天再试', 'A reminder was sent today; try again tomorrow']
          : [
              '没有可以提醒的人：记录没有在用的账号',
              'Nobody to remind: the records name no active account',
            ],
      );
    }
    const byPerson = Map.groupBy(open, ({ person }) => person ?? '');
    await tx.query(
      `insert into missing_reminder (tenant_id, id, topic, resource, record_id, user_id, by_id, time)
       select $1, x.id, $2, x.resource, x.record, x.person, $3, $4
         from unnest($5::bigint[], $6::text[], $7::bigint[], $8::bigint[]) as x(id, resource, record, person)`,
      [
        tx.tenantId,
        topic,
        actor.id,
        engine.clock(),
        open.map(() => engine.ids.next()),
        open.map(({ kind }) => kind.key),
        open.map(({ id }) => id),
        open.map(({ person }) => person),
      ],
    );
    await engine.messages.send(
      tx,
      [...byPerson].map(([person, own]) => noticeFor(topic, person, own)),
    );
    return {
      people: byPerson.size,
      records: open.length,
      today: reachable.length - open.length,
      nobody: gaps.length - reachable.length,
    };
  });
};
