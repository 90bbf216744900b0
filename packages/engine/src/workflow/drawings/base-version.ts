import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import type { Tx } from '../../store/connection/database.ts';

const meanwhile: Label = [
  '编辑期间已有新版本 v{version}（{day}）生效，请重新打开后修改',
  'Version {version} came into force meanwhile ({day}): reopen the route and repeat the change',
];

const inUse: Label = [
  'v{version} 正在使用，不需要恢复',
  'Version {version} is in use: there is nothing to restore',
];

const suspended: Label = [
  'v{version} 是最新的版本且已挂起，请激活它',
  'Version {version} is the newest and is suspended: activate it',
];

const sameAsNow: Label = [
  'v{restored} 与正在使用的 v{version} 内容相同，不需要恢复',
  'Version {restored} is identical to version {version}, which is in use: there is nothing to restore',
];

interface Version {
  readonly id: string;
  readonly version: number;
  readonly xml: string;
  readonly active: boolean;
  readonly deployedAt: Date;
}

/** Returns the version on which new processes start, or the newest if all are suspended. */
const inForce = async (tx: Tx, kind: string): Promise<Version | undefined> => {
  const [newest] = await tx.query<Version>(
    `select id::text, version, xml, active, deployed_at as "deployedAt" from wf_definition
      where tenant_id = $1 and kind = $2 and not deleted order by active desc, version desc limit 1`,
    [tx.tenantId, kind],
  );
  return newest;
};

/**
 * Checks that a route was made from the version in force; the caller has locked deployments of its kind.
 * @throws Refused if another version is in force
 */
export const checkBaseVersion = async (tx: Tx, kind: string, base: string): Promise<void> => {
  const newest = await inForce(tx, kind);
  if (!newest || newest.id === base) return;
  const { version, deployedAt } = newest;
  throw new Refused(fill(meanwhile, { version, day: dayText(deployedAt) }));
};

/**
 * Checks that an earlier version may be put back into use; the caller has locked deployments of its kind.
 * @throws Refused if it is in force, or equal to the version in force
 */
export const checkRestored = async (tx: Tx, kind: string, restores: string): Promise<void> => {
  const now = await inForce(tx, kind);
  if (!now) return;
  const { version } = now;
  if (now.id === restores) throw new Refused(fill(now.active ? inUse : suspended, { version }));
  if (!now.active) return;
  const [same] = await tx.query<Pick<Version, 'version'>>(
    'select version from wf_definition where tenant_id = $1 and id = $2 and xml = $3',
    [tx.tenantId, restores, now.xml],
  );
  if (same) throw new Refused(fill(sameAsNow, { restored: same.version, version }));
};
