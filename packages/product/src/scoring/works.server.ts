import type { Session } from '@keyan/engine/store/connection/database.ts';
import { likeLiteral } from '@keyan/engine/store/statements/conditions.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { isNotSecret } from '@keyan/kernel/definition/secrecy.ts';
import { say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { secretTitle } from './compute.ts';
import { achievementKind } from './objects.ts';
import { ownWorksCall } from './representative.ts';

/** Approved output of a person, as an option of a picker. */
export interface OwnWork {
  readonly id: string;
  /** Title; a general text for secret outputs. */
  readonly title: string;
  readonly year: number | null;
}

/** Filter of a person’s outputs: kind, ids or a word of the title. */
export interface OwnWorksQuery {
  /** Code of `scoreObject`. */
  readonly object: string | null;
  readonly person: string;
  readonly ids?: readonly string[];
  readonly search?: string;
}

/** Maximum number of options. */
const maxOptions = 30;

const column = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Approved outputs of which the person is an author, newest first; empty unless the kind is an
 * achievement.
 */
export const ownWorks = async (
  session: Pick<Session, 'query' | 'tenantId'>,
  { object, person, ids, search = '' }: OwnWorksQuery,
): Promise<readonly OwnWork[]> => {
  const kind = achievementKind(object);
  if (!kind) return [];
  const { resource, rows } = kind;
  const { table } = resource;
  const title = `t.${column(resource.title)}`;
  const secret = resource.secrecy?.open.field;
  const found = await session.query<{
    readonly id: string;
    readonly title: string | null;
    readonly year: number | null;
    readonly secret: string | null;
  }>(
    `select t.id::text, ${title} as title, t.stat_year as year,
            ${secret ? `t.${column(secret)}` : 'null'} as secret
       from ${table} t
      where t.tenant_id = $1 and t.is_deleted = 0 and t.audit_status = $2
        and ($4::bigint[] is null or t.id = any($4)) and ${title} ilike $5
        and exists (select 1 from ${table}_${column(rows)} line
                     where line.tenant_id = $1 and line.parent_id = t.id and line.user_id = $3)
      order by t.stat_year desc nulls last, t.id desc limit ${maxOptions}`,
    [session.tenantId, statuses.approved, person, ids ?? null, `%${likeLiteral(search.trim())}%`],
  );
  return found.map((one) => ({
    id: one.id,
    title:
      !secret || isNotSecret(resource, { [secret]: one.secret })
        ? String(one.title ?? '').slice(0, 300)
        : secretTitle[0],
    year: one.year,
  }));
};

/** Call that lists one’s approved outputs, for choosing a representative work. */
export const worksEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: ownWorksCall,
    auth: 'user',
    permissions: ['srepresent_add', 'srepresent_edit'],
    summary: ['本人已通过的成果', 'My approved outputs'],
    input: Type.Object({
      scoreObject: Type.Optional(Type.String({ maxLength: 20 })),
      search: Type.Optional(Type.String({ maxLength: 50 })),
      ids: Type.Optional(Type.Array(idParam, { maxItems: 20 })),
    }),
    run: async ({ scoreObject: object = null, search, ids }, { engine, actor, language }) => {
      const works = await engine.database.read(actor.tenantId, (session) =>
        ownWorks(session, {
          object,
          person: actor.id,
          ...(ids && { ids }),
          ...(search !== undefined && { search }),
        }),
      );
      return works.map(({ id: work, title, year }) => ({
        id: work,
        text: title,
        note: year === null ? '' : say([`${year} 年度`, String(year)], language),
        year: year === null ? '' : String(year),
      }));
    },
  }),
];
