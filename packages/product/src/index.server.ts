import type { EngineJob } from '@keyan/engine/engine.ts';
import type { Behaviour } from '@keyan/engine/records/behaviour.ts';
import { behavioursOf } from '@keyan/engine/records/mixed-behaviour.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Parameter } from '@keyan/kernel/definition/field/parameter.ts';
import { approvalKindsOf, type Kind } from '@keyan/kernel/definition/life/process.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { achievements } from './achievement/achievements.ts';
import { dictionariesOf } from './composition/dictionaries.ts';
import { createTenant } from './composition/found-tenant.server.ts';
import { loadServerHalves } from './composition/halves.server.ts';
import type { TopMenu } from './composition/menu-nodes.ts';
import { shippedMenus } from './composition/menu-nodes.ts';
import { parametersOf } from './composition/parameters.ts';
import { otherResources } from './composition/resources.ts';
import { composeProduct } from './index.ts';
import { supplyNationalDictionaries } from './shared/formats/national.server.ts';
import { familyDictionaries } from './system/dictionaries/family-dictionaries.ts';
import { menuBehaviour } from './system/menus/menu-behaviour.server.ts';
import { topMenuBehaviour } from './system/menus/top-menu-behaviour.server.ts';

supplyNationalDictionaries();

/** Server side of the product. */
export interface ServerApplication {
  readonly resources: readonly Resource[];
  /** Kinds of approval. */
  readonly kinds: readonly Kind[];
  readonly dictionaries: ReadonlyMap<string, Dictionary>;
  readonly menus: readonly TopMenu[];
  /** Parameters that each university may set. */
  readonly parameters: readonly Parameter<string | number>[];
  readonly behaviours: readonly Behaviour[];
  /** Background jobs. */
  readonly jobs: readonly EngineJob<never>[];
  /** Calls that do not derive from a resource. */
  readonly endpoints: readonly Endpoint[];
}

const loaded = await loadServerHalves();

/**
 * Checks the jobs that actions start.
 * @throws Error for a job that no server half defines, since its work would stay queued for ever
 */
const checkStartedJobs = (
  resources: readonly Resource[],
  jobs: readonly Pick<EngineJob, 'name'>[],
): void => {
  const names = new Set(jobs.map(({ name }) => name));
  for (const { key, actions = {} } of resources) {
    for (const [name, { starts }] of Object.entries(actions)) {
      if (starts && !names.has(starts.job)) {
        throw new Error(
          `${key}: the action ${name} starts the job ${starts.job}, which there is not`,
        );
      }
    }
  }
};

/** Server side of a product with the given resources. */
export const composeServer = (
  achievementKinds: readonly Resource[],
  others: readonly Resource[] = otherResources,
): ServerApplication => {
  const composed = composeProduct(achievementKinds, others);
  const { resources, menus } = composed;
  const kinds = approvalKindsOf(resources, []);
  const shipped = shippedMenus(menus);
  const family = familyDictionaries(kinds.map(({ process }) => process));
  const furniture = {
    resources,
    parameters: parametersOf(resources),
    kinds,
    dictionaries: dictionariesOf(resources, family),
    menus,
  };
  const halves = loaded.map((half) => (typeof half === 'function' ? half(resources) : half));
  const jobs = [
    ...halves.flatMap((half) => half.jobs ?? []),
    createTenant(furniture) as EngineJob<never>,
  ];
  checkStartedJobs(resources, jobs);
  return {
    ...composed,
    ...furniture,
    behaviours: behavioursOf(
      resources,
      halves.flatMap(({ mixins }) => mixins ?? []),
      [
        ...halves.flatMap(({ behaviours }) => behaviours ?? []),
        menuBehaviour(shipped),
        topMenuBehaviour(shipped.tops),
      ],
    ),
    jobs,
    endpoints: halves.flatMap(({ endpoints }) => endpoints ?? []),
  };
};

/** Server side of the shipped product. */
export const serverApplication: ServerApplication = composeServer(achievements);

export const { dictionaries } = serverApplication;
