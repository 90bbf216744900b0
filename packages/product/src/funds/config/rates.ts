import type { BookingRates } from '../booking.ts';
import {
  type FundsConfigForRules,
  fittingConfig,
  manageRateOf,
  type OverheadBand,
} from './fitting.ts';

/** Configuration, as bookings read it. */
export interface RateConfig extends FundsConfigForRules {
  readonly manageRate: string | null;
  readonly manageSteps: readonly OverheadBand[] | null;
  readonly indirectRate: string | null;
  readonly performanceRate: string | null;
  readonly collegeRate: string | null;
  readonly taxRate: string | null;
}

type Booked = { readonly [K in keyof BookingRates]?: BookingRates[K] | null } & {
  readonly status?: string | null;
};

interface RateSources {
  /** Configurations effective today. */
  readonly configs: readonly RateConfig[];
  readonly project: { readonly resource: string | null; readonly funds: string | null };
  readonly contract: { readonly contractType: string | null };
  /**
   * Fallbacks without a configuration: overhead rate of contracts in percent, and tax of the
   * university.
   */
  readonly contractRate: string;
  readonly rate: string;
}

/**
 * Codes of `divideStatus` in which a booking keeps the rates of its submission: in approval,
 * booked.
 */
const frozenCodes: ReadonlySet<unknown> = new Set(['1', '2']);

/**
 * Rates of a booking: the current rates until submission, afterwards the rates of the submission.
 */
export const ratesFor = (
  row: { readonly programKind: string | null; readonly fundMode: string | null },
  before: Booked | undefined,
  known: RateSources,
): BookingRates => {
  const { configs, contractRate, rate } = known;
  if (before && frozenCodes.has(before.status)) {
    return {
      configId: before.configId ?? null,
      manageRate: before.manageRate ?? '0.00',
      indirectRate: before.indirectRate ?? null,
      performanceRate: before.performanceRate ?? null,
      collegeRate: before.collegeRate ?? null,
      taxRate: before.taxRate ?? rate,
    };
  }
  // Avoids loading project and contract if there are no configurations.
  const config =
    configs.length === 0
      ? null
      : fittingConfig(configs, {
          programKind: row.programKind,
          resource: known.project.resource,
          contractType: known.contract.contractType,
          fundMode: row.fundMode,
        });
  const usual = row.programKind === 'horizontal' ? contractRate : '0.00';
  return {
    configId: config?.id ?? null,
    manageRate: config ? manageRateOf(config, known.project.funds) : usual,
    indirectRate: config?.indirectRate ?? null,
    performanceRate: config?.performanceRate ?? null,
    collegeRate: config?.collegeRate ?? null,
    taxRate: config?.taxRate ?? rate,
  };
};
