import { type Amount, atMost } from '@keyan/kernel/values/amounts.ts';

/** Conditions of a configuration; null means any value. */
export interface ConfigConditions {
  readonly programKind: string | null;
  /** Code of `projectSource`; includes its descendants. */
  readonly resource: string | null;
  /** Code of `contractType`; includes its descendants. */
  readonly contractType: string | null;
  readonly fundMode: string | null;
}

/** Configuration, as the choice of rules reads it. */
export interface FundsConfigForRules extends ConfigConditions {
  readonly id: string;
  readonly startDate: string | null;
}

const lies = (code: string | null, below: string | null): boolean =>
  below === null || below === '' || (code ?? '').startsWith(below);

const depth = (code: string | null): number => code?.length ?? 0;

const fits = (one: ConfigConditions, asked: ConfigConditions): boolean =>
  one.programKind === asked.programKind &&
  lies(asked.resource, one.resource) &&
  lies(asked.contractType, one.contractType) &&
  (one.fundMode === null || one.fundMode === asked.fundMode);

/**
 * Sorts the most specific configuration first: by contract type, then source, then funding mode,
 * then start date.
 */
const byDepth = (a: FundsConfigForRules, b: FundsConfigForRules): number =>
  depth(b.contractType) - depth(a.contractType) ||
  depth(b.resource) - depth(a.resource) ||
  depth(b.fundMode) - depth(a.fundMode) ||
  (b.startDate ?? '').localeCompare(a.startDate ?? '') ||
  a.id.localeCompare(b.id);

/**
 * Most specific of the effective configurations that applies to a project; null if none applies.
 */
export const fittingConfig = <C extends FundsConfigForRules>(
  all: readonly C[],
  asked: ConfigConditions,
): C | null => all.filter((one) => fits(one, asked)).sort(byDepth)[0] ?? null;

/** True if two configurations have identical conditions. */
export const sameConditions = (one: ConfigConditions, other: ConfigConditions): boolean =>
  (['programKind', 'resource', 'contractType', 'fundMode'] as const).every(
    (name) => (one[name] ?? null) === (other[name] ?? null),
  );

/** Overhead rate for projects up to an approved amount. */
export interface OverheadBand {
  /** Upper limit of the band in yuan; empty for the last band. */
  readonly upTo: Amount;
  readonly rate: string | null;
}

/**
 * Overhead rate of a project in percent. One band applies to all funds of a project, so that the
 * order of bookings does not matter.
 * @param approved approved amount of the project in yuan
 */
export const manageRateOf = (
  config: {
    readonly manageRate: string | null;
    readonly manageSteps: readonly OverheadBand[] | null;
  },
  approved: Amount,
): string => {
  const band = (config.manageSteps ?? []).find(
    ({ upTo }) => upTo === null || upTo === undefined || atMost(approved, upTo),
  );
  return band?.rate ?? config.manageRate ?? '0.00';
};
