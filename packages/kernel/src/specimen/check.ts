import type { Resource } from '../definition/resource.ts';
import { creationOrder, missingTargets } from './order.ts';
import { seededRandom } from './source.ts';
import { completeSpecimen, sharedUniqueFields } from './specimen.ts';

/**
 * Refuses definitions that no record can satisfy, at start: generates two different complete
 * specimens for each resource. Deterministic; a few hundred resources take some tens of
 * milliseconds.
 *
 * @param today `yyyy-MM-dd`, as validators see it
 * @throws Error naming the resource, the field and the rule.
 */
export const checkSpecimens = (resources: readonly Resource[], today: string): void => {
  const missing = missingTargets(resources);
  if (missing.length > 0) {
    throw new Error(`required references to resources that are not there: ${missing.join(', ')}`);
  }
  for (const resource of creationOrder(resources)) {
    const [one = {}, other = {}] = [1, 2].map((serial) =>
      completeSpecimen(resource, {
        source: seededRandom(serial),
        serial,
        targets: () => ['1', '2', '3'],
        today,
      }),
    );
    const [same] = sharedUniqueFields(resource, one, other);
    if (same === undefined) continue;
    throw new Error(
      `${resource.key}: ${same} must be unique, but every record drawn has the same value in it. Give its format a make(n), or the field a .specimen(draw => …) with draw.serial`,
    );
  }
};
