import { behave } from '@keyan/engine/records/behaviour.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { isOpen } from '@keyan/kernel/definition/secrecy.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import { secretTitle } from './compute.ts';
import { achievementKind } from './objects.ts';
import { representative } from './representative.ts';

const column = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The title of the output, where it was approved and the person is one of its authors; else there is none. */
export const representativeBehaviour = behave(representative, {
  complete: async ({ scoreObject, bizId, userId }, { tx }) => {
    const kind = achievementKind(scoreObject);
    if (!kind || !userId || !isId(bizId)) return { title: null };
    const { resource, rows } = kind;
    const secret = resource.secrecy?.open.field;
    const [found] = await tx.query<Readonly<Record<string, unknown>>>(
      `select t.${column(resource.title)} as title${secret ? `, t.${column(secret)} as secret` : ''}
         from ${resource.table} t
        where t.tenant_id = $1 and t.id = $2 and t.is_deleted = 0 and t.audit_status = $3
          and exists (select 1 from ${resource.table}_${column(rows)} line
                       where line.tenant_id = $1 and line.parent_id = t.id and line.user_id = $4)`,
      [tx.tenantId, bizId, statuses.approved, userId],
    );
    if (!found) return { title: null };
    const isShown = !secret || isOpen(resource, { [secret]: found.secret });
    return { title: isShown ? String(found.title ?? '').slice(0, 300) : secretTitle[0] };
  },
});
