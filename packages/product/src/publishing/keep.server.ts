import type { Engine } from '@keyan/engine/engine.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Conflict } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { writeAuditEntry } from '../shared/mechanisms/audit.server.ts';
import { type PublishingSettings, publishingCode } from './publishing.ts';
import { compareRegister } from './register.server.ts';
import { settingsIn } from './site.server.ts';

/** Origin of a typed address, without the path. */
export const originOfAddress = (text: string): string =>
  URL.canParse(text) ? new URL(text).origin : text;

const labels: Readonly<Record<Exclude<keyof PublishingSettings, 'version'>, Label>> = {
  isOn: ['开放 OAI-PMH', 'OAI-PMH is open'],
  pagesOn: ['开放公开页面', 'Public pages are open'],
  address: ['对外地址', 'Address'],
  repositoryName: ['名称', 'Name'],
  adminEmail: ['联系邮箱', 'E-mail'],
  ror: ['ROR', 'ROR'],
  outlets: ['公开的记录', 'Published records'],
  withAmounts: ['公开经费金额', 'Amounts are published'],
};

/** Record id of the history of the settings; one per university. */
const historyId = '1';

/**
 * Stores the publishing settings and updates the register.
 * @throws Conflict if the settings were changed concurrently
 */
export const savePublishing = async (
  engine: Engine,
  actor: Actor,
  given: PublishingSettings,
): Promise<void> => {
  const { tenantId } = actor;
  await engine.database.transaction(tenantId, async (tx) => {
    const before = await settingsIn(tx);
    const rows = await tx.query(
      `insert into publishing as p (tenant_id, is_on, pages_on, address, repository_name, admin_email, ror,
                                    outlets, with_amounts, version, update_user, update_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $11)
       on conflict (tenant_id) do update
         set is_on = $2, pages_on = $3, address = $4, repository_name = $5, admin_email = $6, ror = $7,
             outlets = $8, with_amounts = $9, version = p.version + 1, update_user = $10, update_time = $11
       where p.version = $12
       returning 1`,
      [
        tenantId,
        given.isOn,
        given.pagesOn,
        originOfAddress(given.address),
        given.repositoryName,
        given.adminEmail,
        given.ror,
        given.outlets,
        given.withAmounts,
        actor.id,
        engine.clock(),
        given.version,
      ],
    );
    if (rows.length === 0) throw new Conflict(null, []);
    writeAuditEntry(tx, engine, actor, {
      resource: { key: publishingCode },
      id: historyId,
      action: before.version === 0 ? 'create' : 'update',
      version: before.version + 1,
      changes: (Object.keys(labels) as (keyof typeof labels)[])
        .filter((path) => String(before[path]) !== String(given[path]))
        .map((path) => ({
          path,
          label: labels[path],
          before: before[path],
          after: given[path],
        })),
    });
  });
  await compareRegister(engine, tenantId);
};
