import { Fault, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';

/**
 * Maximum number of planning rounds; pairs that became invalid are planned again in the next round.
 */
export const maxRounds = 3;

/** Steps of a background assignment. */
export interface AssignmentSteps<Part> {
  /**
   * Plans the remaining work in parts; null if the assignment was cancelled.
   * @throws Fault if no complete plan exists
   */
  readonly plan: () => Promise<readonly Part[] | null>;
  /**
   * Writes a part in one transaction.
   * @returns number of places without an expert; null if the assignment was cancelled
   */
  readonly write: (part: Part) => Promise<number | null>;
}

/**
 * Result of an assignment: `whole` (complete), `dropped` (cancelled), or `short` with the fault.
 */
export type AssignmentEnding = 'whole' | 'dropped' | { readonly short: Fault };

const left = (places: number): Fault =>
  new Refused(
    fill(
      [
        '{places} 个评审名额因情况变化未能落实，请补充分配或增加专家',
        'Review places open because of changes: {places}; assign again or add experts',
      ],
      { places },
    ),
  );

/**
 * Plans and writes until all places are filled. Written parts are kept, since their experts
 * are already notified; an incomplete result reports what is missing.
 */
export const assignInRounds = async <Part>({
  plan,
  write,
}: AssignmentSteps<Part>): Promise<AssignmentEnding> => {
  let open = 0;
  try {
    for (let round = 0; round < maxRounds; round += 1) {
      const parts = await plan();
      if (parts === null) return 'dropped';
      open = 0;
      for (const part of parts) {
        const places = await write(part);
        if (places === null) return 'dropped';
        open += places;
      }
      if (open === 0) return 'whole';
    }
    return { short: left(open) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { short: error };
  }
};
