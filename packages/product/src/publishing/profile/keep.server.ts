import type { Engine } from '@keyan/engine/engine.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Conflict, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { writeAuditEntry } from '../../shared/mechanisms/audit.server.ts';
import { compareRegister } from '../register.server.ts';
import { type OwnProfile, profileCode } from './profile.ts';

/** Personnel file with its published fields. */
export interface ProfileFile {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly isOn: boolean;
  readonly shown: readonly string[];
  readonly version: number;
}

export const profileFileOf = async (
  engine: Pick<Engine, 'database'>,
  actor: Pick<Actor, 'tenantId' | 'id'>,
): Promise<ProfileFile | undefined> => {
  const [file] = await engine.database.short<ProfileFile>(actor.tenantId, {
    sql: `select f.id::text, f.name, said(d.dept_name, d.dept_name_en) as unit, coalesce(c.is_on, false) as "isOn",
                 coalesce(c.shown, '{}') as shown, coalesce(c.version, 0) as version
            from personnel f
            left join dept d on d.tenant_id = f.tenant_id and d.id = f.fk_dept_id
            left join public_profile c on c.tenant_id = f.tenant_id and c.user_id = f.user_id
           where f.tenant_id = $1 and f.user_id = $2 and f.is_deleted = 0 order by f.id limit 1`,
    parameters: [actor.tenantId, actor.id],
  });
  return file;
};

export const noProfileFile: Label = [
  '没有您的科研人员档案，请联系科研处',
  'You have no personnel file; contact the research office',
];

/**
 * Stores the published fields and updates the register.
 * @throws Refused without a file; Conflict after a concurrent change
 */
export const saveProfile = async (
  engine: Engine,
  actor: Actor,
  { isOn, shown, version }: Pick<OwnProfile, 'isOn' | 'shown' | 'version'>,
): Promise<void> => {
  const file = await profileFileOf(engine, actor);
  if (!file) throw new Refused(noProfileFile);
  await engine.database.transaction(actor.tenantId, async (tx) => {
    const rows = await tx.query(
      `insert into public_profile as p (tenant_id, user_id, is_on, shown, version, update_time)
       values ($1, $2, $3, $4, 1, $5)
       on conflict (tenant_id, user_id) do update
         set is_on = $3, shown = $4, version = p.version + 1, update_time = $5 where p.version = $6
       returning 1`,
      [actor.tenantId, actor.id, isOn, shown, engine.clock(), version],
    );
    if (rows.length === 0) throw new Conflict(null, []);
    writeAuditEntry(tx, engine, actor, {
      resource: { key: profileCode },
      id: file.id,
      action: version === 0 ? 'create' : 'update',
      version: version + 1,
      changes: [
        { path: 'isOn', label: ['公开', 'Public'], before: file.isOn, after: isOn },
        { path: 'shown', label: ['公开内容', 'Shown'], before: file.shown, after: shown },
      ],
    });
  });
  await compareRegister(engine, actor.tenantId);
};
