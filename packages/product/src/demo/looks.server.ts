import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { personnel } from '../people/personnel.ts';
import { maskedLook } from '../privacy/masked-look.ts';
import { actorByAccount } from './handle-task.server.ts';
import { inOfficeHours } from './office-hours.server.ts';
import { emptyResources } from './progress.server.ts';
import { chanceOf } from './random.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;
const day = 86_400_000;

/** Number of views of masked fields in the last months. */
const looks = 22;

/** Roles that viewed a masked field, with the field. */
const lookers = [
  ['rd_admin', 'phone'],
  ['admin', 'idNumber'],
  ['rd_admin', 'idNumber'],
] as const;

/** Writes views of masked fields in personnel files. Does nothing if some exist. */
export const demoMaskedLooks = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(maskedLook.key)) return;
  const files = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      `select id::text from personnel where tenant_id = $1 and is_deleted = 0
          and phone is not null and id_number is not null order by job_num limit $2`,
      [tenantId, looks],
    ),
  );
  const random = chanceOf(211);
  for (const [index, { id }] of files.entries()) {
    const [account, field] = lookers[index % lookers.length] ?? lookers[0];
    const age = (looks - index) * 4 * day;
    clock.now = new Date(inOfficeHours(now.getTime() - age, random));
    const commands = engine.as(await actorByAccount(parts, account));
    await commands.reveal(untypedResource(personnel), id, field, `10.12.3.${20 + (index % 9)}`);
  }
  clock.now = now;
};
