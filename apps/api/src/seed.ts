import { withoutDurableCommits } from '@keyan/engine/base/commits.ts';
import { createEngine } from '@keyan/engine/engine.ts';
import { createMessages } from '@keyan/engine/messages/service.ts';
import { removeTenant, removeTenantRows } from '@keyan/engine/store/homes/remove-tenant.ts';
import { isDemoComplete, isDemoIncomplete } from '@keyan/product/demo/progress.server.ts';
import { demoSite as siteOf } from '@keyan/product/demo/site.server.ts';
import { StoryClock } from '@keyan/product/demo/story-clock.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import type { Parts } from './parts.ts';
import { setUpTenant } from './tenants.ts';

/** Texts that a demo installation shows to visitors. */
export const demoSite = siteOf();

/** Processes that start together on one empty database: one tells the story, the others wait. */
const oneAtATime = `select pg_advisory_xact_lock(hashtextextended('demo story', 0))`;

/**
 * Removes what a start told that was broken off, and the tenants that the demo made: nobody has signed in, so that
 * nobody else made one.
 * @param ownerUrl the database as the owner of its tables
 */
export const removeDemo = async ({ engine }: Parts, ownerUrl: string): Promise<void> => {
  const made = await engine.database.read(university.tenantId, (session) =>
    session.query<{ tenant_id: string }>('select tenant_id from tenant where tenant_id <> $1', [
      university.tenantId,
    ]),
  );
  for (const { tenant_id } of made) await removeTenant(ownerUrl, tenant_id);
  await removeTenantRows(ownerUrl, university.tenantId);
};

/**
 * Fills the demo tenant on the first start; where that was broken off, the next start tells it anew from its
 * beginning, so that it is the same demo. What a crash loses is told again: it does not wait for the disk.
 * @param ownerUrl the database as the owner of its tables
 * @returns whether there was anything to do
 */
export const seedDemo = (
  parts: Parts,
  ownerUrl: string,
  say: (line: string) => void,
): Promise<boolean> =>
  parts.engine.database.transaction(university.tenantId, async (tx) => {
    await tx.query(oneAtATime);
    if (await isDemoIncomplete(parts.engine)) {
      say('An earlier start was broken off while the demo was told: it is told anew');
      await removeDemo(parts, ownerUrl);
    }
    return withoutDurableCommits(() => tell(parts, say));
  });

/** The engine of the seed runs on a clock of its own, so that the past gets its right moments. */
async function tell(parts: Parts, say: (line: string) => void): Promise<boolean> {
  const [name, nameEn] = university.name;
  await setUpTenant(parts.engine, { tenantId: university.tenantId, name, nameEn });
  // Loaded once in the life of a version: no later start needs to know the story.
  if (await isDemoComplete(parts.engine)) return false;
  const { seedDemo: tellDemo } = await import('@keyan/product/demo/seed.server.ts');
  const clock = new StoryClock(new Date());
  const { ids } = parts.engine;
  const engine = createEngine({
    ...parts.engine,
    resources: [...parts.engine.resources.values()],
    behaviours: [...parts.engine.behaviours.values()],
    clock: () => clock.now,
    messages: createMessages({ ids, clock: () => clock.now, live: parts.live }),
  });
  const { files, workflow, financeSources } = parts;
  await tellDemo({ engine, files, workflow, financeSources, clock }, say);
  return true;
}
