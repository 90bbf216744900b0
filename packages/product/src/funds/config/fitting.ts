import { type Amount, atMost } from '@keyan/kernel/values/amounts.ts';

/** Conditions for the money that a configuration covers: everything meets an empty condition. */
export interface ConfigConditions {
  readonly programKind: string | null;
  /** A code of `projectSource`, or one that others lie below. */
  readonly resource: string | null;
  /** A code of `contractType`, or one that others lie below. */
  readonly contractType: string | null;
  readonly fundMode: string | null;
}

/** A configuration as rules choose it. */
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

/** The one that says more comes first: by contract type, by source, by funding mode, the later one. */
const byDepth = (a: FundsConfigForRules, b: FundsConfigForRules): number =>
  depth(b.contractType) - depth(a.contractType) ||
  depth(b.resource) - depth(a.resource) ||
  depth(b.fundMode) - depth(a.fundMode) ||
  (b.startDate ?? '').localeCompare(a.startDate ?? '') ||
  a.id.localeCompare(b.id);

/** The configuration that holds for some money, of those in force; null where none does. */
export const fittingConfig = <C extends FundsConfigForRules>(
  all: readonly C[],
  asked: ConfigConditions,
): C | null => all.filter((one) => fits(one, asked)).sort(byDepth)[0] ?? null;

/** Do two configurations hold for the very same money? */
export const sameConditions = (one: ConfigConditions, other: ConfigConditions): boolean =>
  (['programKind', 'resource', 'contractType', 'fundMode'] as const).every(
    (name) => (one[name] ?? null) === (other[name] ?? null),
  );

/** A band of overhead by what a project was approved with. */
export interface OverheadBand {
  /** The most that a project of this band has, in yuan; empty for the last one. */
  readonly upTo: Amount;
  readonly rate: string | null;
}

/**
 * The overhead of a project in percent. One band holds for all money of a project, so that the order of its
 * bookings changes nothing.
 * @param approved what the project was approved with, in yuan
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
