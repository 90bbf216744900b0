import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { markAnswered } from '@keyan/engine/records/tell.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isNotSecret } from '@keyan/kernel/definition/secrecy.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { type AuthorRow, authorsAskedInStates } from './authors.ts';
import { questionMessageType, unconfirmedAuthors } from './confirmation.server.ts';
import type { AuthorReminder } from './reminder.ts';
import { inSentence, recordPage, recordTitleOf } from './words.ts';

/** Name of a reminder in the history. */
const action = 'remind';

/** Were the authors reminded on this day already? */
const wasReminded = async (
  session: Session,
  kind: Resource,
  record: string,
  now: Date,
): Promise<boolean> => {
  const [found] = await session.query<{ time: Date }>(
    `select time from history
      where tenant_id = $1 and business_id = $2 and resource = $3 and action = $4
      order by id desc limit 1`,
    [session.tenantId, record, kind.key, action],
  );
  return found !== undefined && dayText(found.time) === dayText(now);
};

/** The staff authors whose answer is still to come; the row was read by whoever asks. */
const waitingIn = (kind: Resource, row: StoredRow): readonly string[] =>
  isNotSecret(kind, row) && authorsAskedInStates.includes(row.auditStatus)
    ? unconfirmedAuthors((row as StoredRow & { authors: readonly AuthorRow[] | null }).authors)
    : [];

/**
 * 提醒确认: whoever registered a record reminds the co-authors who have not answered. Each has one
 * question then: the reminder takes the place of the one before. The history keeps whom it went to.
 * @throws Denied for anybody else; Refused a second time on one day, and where all have answered.
 */
export const remindAuthors = async (
  engine: Engine,
  actor: Actor,
  kind: Resource,
  record: string,
): Promise<number> => {
  // Whoever may not read it learns nothing of it.
  await engine.as(actor).read(kind, record);
  return engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const row = await lockRow(transaction, kind, record);
    if (row.createUser !== actor.id) {
      throw new Denied(['只有登记人可以提醒确认', 'Only the registrant may remind the authors']);
    }
    const waiting = waitingIn(kind, row);
    if (waiting.length === 0) {
      throw new Refused(['没有待确认的作者', 'No authors are awaiting confirmation']);
    }
    if (await wasReminded(tx, kind, record, transaction.now)) {
      throw new Refused([
        '今天已经提醒过，请明天再试',
        'A reminder was sent today; please try again tomorrow',
      ]);
    }
    const people = await tx.query<{ id: string; name: string }>(
      `select id::text, real_name as name from users
        where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0 order by id`,
      [tx.tenantId, waiting],
    );
    const link = recordPage(kind, row);
    // The reminder takes the place of what asked them before.
    for (const person of people) {
      markAnswered(transaction, { record, page: link, person: person.id });
    }
    const names = {
      writer: actor.name,
      kind: inSentence(kind.label),
      title: recordTitleOf(kind, row),
    };
    await engine.messages.send(tx, [
      {
        type: questionMessageType,
        title: fill(['提醒：请确认{kind}署名', 'Reminder: please confirm your authorship'], names),
        content: fill(
          [
            '{writer}提醒您：{kind}《{title}》还等待您确认署名，或提出异议。',
            '{writer} reminds you: the {kind} “{title}” is still waiting for you to confirm or dispute your authorship.',
          ],
          names,
        ),
        business: { resource: kind.key, id: record },
        link,
        to: people.map((person) => person.id),
      },
    ]);
    await commitChange(transaction, {
      resource: kind,
      before: row,
      after: row,
      action,
      note: people.map(({ name }) => name).join('、'),
      // Nothing of the record changes: what somebody is editing can still be saved.
      keepsVersion: true,
    });
    return people.length;
  });
};

/** The calls by which a registrant reminds co-authors, and learns whether that was done today. */
export const remindEndpoints = (kind: Resource): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: `${kind.path}/remindAuthors`,
    auth: 'user',
    summary: ['提醒合作者确认署名', 'Remind co-authors to confirm authorship'],
    input: Type.Object({ id: idParam }),
    run: async (given, { engine, actor }) => {
      const people = await remindAuthors(engine, actor, kind, given.id);
      return new Reply(
        { people },
        fill(['已提醒 {people} 位作者', 'Authors reminded: {people}'], { people }),
      );
    },
  }),
  endpoint({
    method: 'GET',
    path: `${kind.path}/reminder`,
    auth: 'user',
    summary: ['今天是否已提醒合作者', 'Whether co-authors were reminded today'],
    input: Type.Object({ id: idParam }),
    run: async (given, { engine, actor }): Promise<AuthorReminder> => {
      await engine.as(actor).read(kind, given.id);
      return engine.database.read(actor.tenantId, async (session) => ({
        today: await wasReminded(session, kind, given.id, engine.clock()),
      }));
    },
  }),
];
