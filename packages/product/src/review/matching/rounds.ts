import { Fault, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';

/** Rounds of a plan: what no longer held when it was written is planned anew. */
export const maxRounds = 3;

/** Steps of an assignment in the background: a plan in parts, and the writing of one of them. */
export interface AssignmentSteps<Part> {
  /** Parts of what is still to be written; null once nobody waits for it. @throws Fault where no whole plan exists */
  readonly plan: () => Promise<readonly Part[] | null>;
  /** Writes a part in one transaction. @returns number of places without an expert; null once nobody waits for it */
  readonly write: (part: Part) => Promise<number | null>;
}

/** End of an assignment: `whole`, `dropped` because nobody waits for it any more, or short of something. */
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
 * Plans and writes until no place is open. Parts that are written stay: their experts are told already, so that
 * an ending short of something says what is missing instead of taking them back.
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
