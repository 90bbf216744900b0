import type { ActorCall } from '@keyan/engine/wire/endpoint.ts';
import { Conflict } from '@keyan/kernel/errors.ts';
import { writeAuditEntry } from '../shared/mechanisms/audit.server.ts';
import type { ChosenWork } from './scholar.ts';

// Works that people show first: one versioned row per person, with history.

/** Name of the choice in the history. */
const entity = { key: 'scholarPage' } as const;

/** Chosen works of a person in order. */
export interface WorksChoice {
  readonly chosen: readonly ChosenWork[];
  /** Version of the choice; 0 before the first. */
  readonly version: number;
}

const read =
  'select works as chosen, version from scholar_page where tenant_id = $1 and user_id = $2';

/** Works that a person chose, limited to readable records by the caller. */
export const worksChosenBy = async (
  { engine, actor }: Pick<ActorCall, 'engine' | 'actor'>,
  person: string,
): Promise<WorksChoice> => {
  const [row] = await engine.database.short<WorksChoice>(actor.tenantId, {
    sql: read,
    parameters: [actor.tenantId, person],
  });
  return row ?? { chosen: [], version: 0 };
};

const named = (chosen: readonly ChosenWork[]): string =>
  chosen.map(({ kind, id }) => `${kind} ${id}`).join('\n');

/**
 * Stores one’s own choice.
 * @param seen version on which the change is based
 * @throws Conflict after a concurrent change
 */
export const saveOwnChoice = (
  { engine, actor }: Pick<ActorCall, 'engine' | 'actor'>,
  chosen: readonly ChosenWork[],
  seen: number,
): Promise<WorksChoice> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const [before = { chosen: [], version: 0 }] = await tx.query<WorksChoice>(
      `${read} for update`,
      [actor.tenantId, actor.id],
    );
    if (before.version !== seen) throw new Conflict(before, []);
    const version = seen + 1;
    const stored = await tx.query(
      `insert into scholar_page (tenant_id, user_id, works, version, update_time)
       values ($1, $2, $3::jsonb, $4, $5)
       on conflict (tenant_id, user_id) do update
         set works = excluded.works, version = excluded.version, update_time = excluded.update_time
         where scholar_page.version = $6
       returning version`,
      [actor.tenantId, actor.id, JSON.stringify(chosen), version, engine.clock(), seen],
    );
    // Two concurrent first choices: without an existing row, the second could not wait for a lock.
    if (stored.length === 0) throw new Conflict(before, []);
    writeAuditEntry(tx, engine, actor, {
      resource: entity,
      id: actor.id,
      action: seen === 0 ? 'create' : 'update',
      version,
      changes: [
        {
          path: 'works',
          label: ['代表作', 'Representative works'],
          before: named(before.chosen),
          after: named(chosen),
        },
      ],
    });
    return { chosen, version };
  });
