import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import type { Tx } from '../../store/connection/database.ts';

const meanwhile: Label = [
  '编辑期间已有新版本 v{version}（{day}）生效，请重新打开后修改',
  'Version {version} came into force meanwhile ({day}): open the route again and repeat the change',
];

interface Version {
  readonly id: string;
  readonly version: number;
  readonly deployedAt: Date;
}

/**
 * Checks that a route was made from the version in force, once deployments of its kind are locked.
 * @throws Refused where another version is in force
 */
export const checkBaseVersion = async (tx: Tx, kind: string, base: string): Promise<void> => {
  const [newest] = await tx.query<Version>(
    `select id::text, version, deployed_at as "deployedAt" from wf_definition
      where tenant_id = $1 and kind = $2 and not deleted order by active desc, version desc limit 1`,
    [tx.tenantId, kind],
  );
  if (!newest || newest.id === base) return;
  const { version, deployedAt } = newest;
  throw new Refused(fill(meanwhile, { version, day: dayText(deployedAt) }));
};
