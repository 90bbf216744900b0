import { createHash, randomBytes } from 'node:crypto';
import type { Engine } from '@keyan/engine/engine.ts';
import { currentActorOf } from '@keyan/engine/identity/rights.ts';
import { type Endpoint, endpoint, RawAnswer } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Invalid, Missing } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { tenantIdPattern } from '@keyan/kernel/values/tenant.ts';
import { daysBetween, dayText, timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { calendarText, type DueDate } from '../system/feed/calendar-text.server.ts';
import { type CalendarAnswer, calendarCode, type Whose } from './calendar.ts';
import { collegesFor, deadlinesInReach, looksAfterOthers } from './deadlines.server.ts';
import { dueDates } from './own-due.server.ts';

/** Days after today and before today that a feed contains. */
const daysAheadInFeed = 400;
const daysBehindInFeed = 30;

/** Length of a secret in bytes. */
const secretBytes = 20;

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

interface Subscriber {
  readonly id: string;
  readonly domain: string | null;
  readonly isEnglish: boolean | null;
  readonly whose: Whose;
}

const subscriberOf = (
  { database }: Pick<Engine, 'database'>,
  tenantId: string,
  secret: string,
): Promise<readonly Subscriber[]> =>
  database.read(tenantId, (session) =>
    session.query<Subscriber>(
      `select u.id::text, t.domain, p.value = '"en"' as "isEnglish", c.whose
         from calendar_feed c join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
         join tenant t on t.tenant_id = c.tenant_id
         left join preference p on p.tenant_id = u.tenant_id and p.user_id = u.id and p.key = 'language'
        where c.tenant_id = $1 and c.digest = $2 and u.is_deleted = 0 and u.status = '1'`,
      [tenantId, digestOf(secret)],
    ),
  );

const feedPath = 'keyan/calendar/feed';

const whose = Type.Optional(Type.Union([Type.Literal('own'), Type.Literal('all')]));

const feedNames: Readonly<Record<Whose, Label>> = {
  own: ['科研日历', 'Research deadlines'],
  all: ['科研日历（管理范围）', 'Research deadlines (in my charge)'],
};

/**
 * Items of a feed, by the current rights of its owner.
 * @throws Missing if the account is closed
 */
const fedDays = async (
  engine: Engine,
  tenantId: string,
  person: Subscriber,
  language: Language,
): Promise<readonly DueDate[]> => {
  const now = engine.clock();
  const shifted = (days: number): string => dayText(new Date(now.getTime() + days * 86_400_000));
  const days = { from: shifted(-daysBehindInFeed), to: shifted(daysAheadInFeed) };
  if (person.whose === 'own') {
    return engine.database.read(tenantId, (session) =>
      dueDates(session, person.id, days, language),
    );
  }
  const actor = await currentActorOf(engine, { id: person.id, tenantId, roles: [] });
  if (!actor) throw new Missing();
  return deadlinesInReach({ engine, actor, language }, days, null);
};

/** Maximum number of days of one request. */
const maxDaysPerRequest = 62;

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** Call that lists the items of a range of days (科研日历). */
const days: Endpoint = endpoint({
  method: 'GET',
  path: 'keyan/calendar/days',
  auth: 'user',
  permissions: [calendarCode],
  perMinute: 120,
  summary: ['科研日历：某段时间内到期的事项', 'Research deadlines: what falls due in a period'],
  input: Type.Object({ from: day, to: day, whose, dept: Type.Optional(idParam) }),
  run: async ({ from, to, whose: of = 'own', dept }, { engine, actor, language }) => {
    if (from > to || daysBetween(from, to) > maxDaysPerRequest) {
      throw new Invalid([{ path: 'to', message: ['时间段不正确', 'The period is not valid'] }]);
    }
    const items =
      of === 'own'
        ? await engine.database.read(actor.tenantId, (session) =>
            dueDates(session, actor.id, { from, to }, language),
          )
        : await deadlinesInReach({ engine, actor, language }, { from, to }, dept ?? null);
    const answer: CalendarAnswer = {
      items: items.map(({ resource, id, field, day: on, title, link }) => ({
        key: `${resource}/${id}/${field}`,
        day: on,
        title,
        link,
      })),
      mayAll: looksAfterOthers(actor),
      colleges: of === 'all' ? await collegesFor({ engine, actor }) : [],
    };
    return answer;
  },
});

/**
 * Calls that create the secret address of a calendar feed, and return the feed to calendar
 * programs.
 */
export const calendarEndpoints: readonly Endpoint[] = [
  days,
  endpoint({
    method: 'GET',
    path: 'keyan/calendar/state',
    auth: 'user',
    summary: ['我的日历订阅', 'My calendar feed'],
    input: Type.Object({ whose }),
    run: ({ whose: of = 'own' }, { actor, engine }) =>
      engine.database.read(actor.tenantId, async (session) => {
        const [row] = await session.query<{ since: Date }>(
          `select create_time as since from calendar_feed
            where tenant_id = $1 and user_id = $2 and whose = $3`,
          [actor.tenantId, actor.id, of],
        );
        return { since: row ? timeText(row.since) : '' };
      }),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/calendar/renew',
    auth: 'user',
    perMinute: 10,
    summary: ['生成（更换）日历订阅地址', 'Create (replace) my calendar address'],
    input: Type.Object({ whose }),
    run: async ({ whose: of = 'own' }, { actor, engine }) => {
      const secret = randomBytes(secretBytes).toString('hex');
      await engine.database.transaction(actor.tenantId, (tx) =>
        tx.query(
          `insert into calendar_feed (tenant_id, user_id, whose, digest, create_time) values ($1, $2, $3, $4, $5)
           on conflict (tenant_id, user_id, whose) do update
             set digest = excluded.digest, create_time = excluded.create_time`,
          [actor.tenantId, actor.id, of, digestOf(secret), engine.clock()],
        ),
      );
      // Address with the secret is returned only here: the database stores only its digest.
      return { path: `/api/${feedPath}?key=${actor.tenantId}.${secret}` };
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/calendar/stop',
    auth: 'user',
    perMinute: 10,
    summary: ['停用日历订阅', 'Stop my calendar feed'],
    input: Type.Object({ whose }),
    run: async ({ whose: of = 'own' }, { actor, engine }) => {
      await engine.database.transaction(actor.tenantId, (tx) =>
        tx.query('delete from calendar_feed where tenant_id = $1 and user_id = $2 and whose = $3', [
          actor.tenantId,
          actor.id,
          of,
        ]),
      );
      return true;
    },
  }),
  endpoint({
    method: 'GET',
    path: feedPath,
    auth: 'public',
    perMinute: 30,
    summary: ['日历订阅（iCalendar）', 'A calendar feed (iCalendar)'],
    input: Type.Object({ key: Type.String({ pattern: `^${tenantIdPattern}\\.[0-9a-f]{40}$` }) }),
    run: async ({ key }, { engine }) => {
      const [tenantId = '', secret = ''] = key.split('.');
      const [person] = await subscriberOf(engine, tenantId, secret);
      if (!person) throw new Missing();
      const language = person.isEnglish ? 'en' : 'zh';
      const now = engine.clock();
      const days = await fedDays(engine, tenantId, person, language);
      const name = say(feedNames[person.whose], language);
      return new RawAnswer(calendarText(days, { name, domain: person.domain ?? '', now }), {
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'cache-control': 'private, max-age=3600',
          'x-content-type-options': 'nosniff',
        },
      });
    },
  }),
];
