import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';

/** Maximum size of a value in bytes, as JSON. */
const maxValueBytes = 16 * 1024;

/** Maximum number of preferences per person. */
const maxPreferences = 200;

const key = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.:/-]{0,119}$' });

const refuse = (path: string, message: Label): never => {
  throw new Invalid([{ path, message }]);
};

const remove = (session: Session, actor: Actor, name: string) =>
  session.query('delete from preference where tenant_id = $1 and user_id = $2 and key = $3', [
    actor.tenantId,
    actor.id,
    name,
  ]);

/** Stores a value; the last write wins. Refused if the person has too many preferences. */
const keep = async (
  session: Session,
  actor: Actor,
  name: string,
  value: string,
  now: Date,
): Promise<void> => {
  const kept = await session.query(
    `insert into preference (tenant_id, user_id, key, value, update_time)
     select $1::varchar, $2::bigint, $3::text, $4::text, $5::timestamptz
      where (select count(*) from preference
              where tenant_id = $1 and user_id = $2 and key <> $3) < $6
     on conflict (tenant_id, user_id, key)
       do update set value = excluded.value, update_time = excluded.update_time
     returning key`,
    [actor.tenantId, actor.id, name, value, now, maxPreferences],
  );
  if (kept.length > 0) return;
  refuse(
    'key',
    fill(['偏好设置不能超过 {most} 项', 'At most {most} preferences'], {
      most: `${maxPreferences}`,
    }),
  );
};

/** Calls that read and write the user's own preferences for pages: any JSON by key. */
export const preferenceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/preferences',
    auth: 'user',
    summary: ['我的偏好设置', 'My preferences'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      const rows = await engine.database.read(actor.tenantId, (session) =>
        session.query<{ key: string; value: string }>(
          'select key, value from preference where tenant_id = $1 and user_id = $2',
          [actor.tenantId, actor.id],
        ),
      );
      return Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value) as unknown]));
    },
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/preferences',
    auth: 'user',
    summary: ['保存偏好设置（不给值则删除）', 'Save a preference (deleted without a value)'],
    input: Type.Object({ key, value: Type.Optional(Type.Unknown()) }),
    perMinute: 300,
    run: async ({ key: name, value }, { actor, engine }) => {
      const text = value === undefined ? undefined : JSON.stringify(value);
      if (text !== undefined && Buffer.byteLength(text) > maxValueBytes) {
        refuse('value', ['偏好设置的内容不能超过 16 KB', 'A preference must not exceed 16 KB']);
      }
      await engine.database.transaction(actor.tenantId, async (tx) => {
        if (text === undefined) await remove(tx, actor, name);
        else await keep(tx, actor, name, text, engine.clock());
      });
      return true;
    },
  }),
];
