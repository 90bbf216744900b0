import { createEngine } from '@keyan/engine/engine.ts';
import { createMessages } from '@keyan/engine/messages/service.ts';
import { seedDemo as tellDemo } from '@keyan/product/demo/seed.server.ts';
import { demoSite as siteOf } from '@keyan/product/demo/site.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import type { Parts } from './parts.ts';
import { furnishTenant } from './tenants.ts';

/** What a demo installation tells visitors. */
export const demoSite = siteOf();

/**
 * Fills the demo tenant on the first start, and finishes what an earlier start left undone. The
 * engine of the seed runs on a clock of its own, so that the past gets its right moments.
 */
export async function seedDemo(parts: Parts, say: (line: string) => void): Promise<void> {
  const [name, nameEn] = university.name;
  await furnishTenant(parts.engine, { tenantId: university.tenantId, name, nameEn });
  const clock = { now: new Date() };
  const { ids } = parts.engine;
  const engine = createEngine({
    ...parts.engine,
    resources: [...parts.engine.resources.values()],
    behaviours: [...parts.engine.behaviours.values()],
    clock: () => clock.now,
    messages: createMessages({ ids, clock: () => clock.now, live: parts.live }),
  });
  await tellDemo({ engine, files: parts.files, workflow: parts.workflow, clock }, say);
}
