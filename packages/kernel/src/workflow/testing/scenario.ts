import fc from 'fast-check';
import type { Settings } from '../decision-input.ts';
import type { Directory, ResolvedReference } from '../directory.ts';
import type { Block } from './blocks.ts';
import {
  applicantId,
  arbitraryFacts,
  arbitraryRoleHolders,
  arbitraryRoutes,
  managerIds,
  memberIds,
  roleReferences,
} from './blocks.ts';
import type { Facts } from './meanings.ts';
import { type Cast, doesReferenceMean, isOfDepartment, peopleMeantBy } from './people.ts';

/** Move of the random players; its numbers select among the tasks and people at that time. */
export interface ScenarioMove {
  readonly kind: string;
  readonly task: number;
  readonly who: number;
  readonly to: number;
  /** New facts of the record, in one of six moves; otherwise null. */
  readonly facts: Facts | null;
  /** True in one of ten moves: somebody acts who may not. */
  readonly stranger: boolean;
  readonly picks: boolean;
}

export interface Scenario {
  readonly route: Block;
  readonly holders: readonly (readonly string[])[];
  readonly concerned: readonly string[];
  readonly facts: Facts;
  /** Values of the tenant's parameter for successive submissions. */
  readonly limits: readonly number[];
  readonly settings: Settings;
  readonly moves: readonly ScenarioMove[];
}

/** Relative frequencies of the moves. */
const weights = {
  agree: 12,
  back: 3,
  prev: 2,
  applicant: 1,
  disagree: 3,
  claim: 2,
  unclaim: 1,
  transfer: 2,
  sign: 5,
  remove: 6,
  withdraw: 3,
  stale: 1,
  refuse: 1,
  recall: 1,
  delete: 1,
  suspend: 1,
  activate: 2,
  start: 2,
  leave: 2,
  stop: 3,
  rescue: 1,
  elapse: 3,
  away: 4,
  begin: 2,
  reclaim: 2,
};

const kinds = Object.entries(weights).flatMap(([kind, weight]) => Array<string>(weight).fill(kind));

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  route: arbitraryRoutes,
  holders: arbitraryRoleHolders,
  concerned: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray(['12', '13', '16', '22'], { maxLength: 2 }) },
  ),
  facts: arbitraryFacts,
  limits: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }),
  settings: fc.record<Settings>({
    skipSame: fc.constantFrom('none', 'consecutive', 'any'),
    resubmit: fc.constantFrom('restart', 'direct'),
    recall: fc.constantFrom('untouched', 'anytime'),
    departmentRefuses: fc.constant(false),
  }),
  moves: fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      task: fc.nat(1000),
      who: fc.nat(1000),
      to: fc.nat(1000),
      facts: fc.option(arbitraryFacts, { freq: 5 }),
      stranger: fc.nat(9).map((n) => n === 0),
      picks: fc.nat(4).map((n) => n === 0),
    }),
    { minLength: 3, maxLength: 60 },
  ),
});

/** Returns the people of a scenario. */
export const castOf = ({ holders: held, concerned }: Scenario): Cast => ({
  holders: {
    ...Object.fromEntries(roleReferences.map((reference, i) => [reference, held[i] ?? []])),
    'role:dean@dept': ['16', applicantId],
    'role:stand-in': [applicantId, '15', '16'],
    'role:secretary@dept': ['12'],
    'role:managers': managerIds,
  },
  concerned: new Set([applicantId, ...concerned]),
  stopped: new Set(),
  absent: new Map(),
  everybody: [...memberIds, ...managerIds],
  substitutes: ['role:dean@dept', 'role:stand-in'],
  deputies: ['role:secretary@dept'],
  administrators: 'role:managers',
});

/** Returns the engine's directory for the current state of the people. */
export const directoryOf = (cast: Cast): Directory => {
  const resolve = (reference: string): ResolvedReference => ({
    reference,
    users: peopleMeantBy(cast, reference),
  });
  return {
    resolve,
    substitutes: cast.substitutes.map((reference) => ({
      ...resolve(reference),
      ofDepartment: isOfDepartment(reference),
    })),
    officeLeaders: () => [],
    deputies: cast.deputies.map(resolve),
    administrators: resolve(cast.administrators),
    concerned: new Set([...cast.concerned].filter((id) => id !== applicantId)),
    isActive: (id) => peopleMeantBy(cast, `user:${id}`).length > 0,
    proxyOf: (id) => cast.absent.get(id) ?? null,
  };
};

/** Returns every reference that resolves to a person. */
export const groupsOf = (cast: Cast, id: string): ReadonlySet<string> =>
  new Set([
    `user:${id}`,
    ...Object.keys(cast.holders).filter((reference) => doesReferenceMean(cast, reference, id)),
  ]);
