import type { Label } from '@keyan/kernel/label.ts';
import { proportionalAmount } from '@keyan/kernel/values/amounts.ts';
import type { ShapeBar } from '../../shared/mechanisms/shape.ts';
import { countedStatesOfDeclarations } from './declare-states.ts';

/** Number of declarations with equal state and formal result. */
export interface CountedDeclarations {
  readonly status: string;
  readonly formal: string;
  readonly count: number;
}

/** Code of `formalResult` for passed declarations. */
const passed = '1';
const failedFormally = '82';
const judged: readonly string[] = ['40', '50', '60', '70', '71'];
const approved = '60';

interface Stage {
  readonly name: Label;
  readonly holds: (declarations: CountedDeclarations) => boolean;
  readonly onlyReviewed?: boolean;
}

const handedIn: readonly string[] = [...countedStatesOfDeclarations, failedFormally];

/** Stages of a call, each a subset of the submitted declarations. */
const stages: readonly Stage[] = [
  {
    name: ['形式审查通过', 'Passed eligibility check'],
    holds: ({ status, formal }) => handedIn.includes(status) && formal === passed,
  },
  {
    name: ['已送评审', 'Sent to review'],
    holds: ({ status, formal }) => judged.includes(status) && formal === passed,
    onlyReviewed: true,
  },
  { name: ['已立项', 'Approved'], holds: ({ status }) => status === approved },
];

const sumOf = (some: readonly CountedDeclarations[]): number =>
  some.reduce((sum, { count }) => sum + count, 0);

/** Bars of a call’s stages; empty without submitted declarations. */
export const callStagesOf = (
  found: readonly CountedDeclarations[],
  isReviewed: boolean,
): { readonly handedIn: number; readonly bars: readonly ShapeBar[] } => {
  const all = sumOf(found.filter(({ status }) => handedIn.includes(status)));
  if (all === 0) return { handedIn: 0, bars: [] };
  return {
    handedIn: all,
    bars: stages
      .filter(({ onlyReviewed = false }) => isReviewed || !onlyReviewed)
      .map(({ name, holds }) => {
        const count = sumOf(found.filter(holds));
        return {
          name,
          percent: proportionalAmount(String(count), '100', String(all)),
          note: [`${count} / ${all} 项`, `${count} of ${all}`],
        };
      }),
  };
};
