import type { GlyphName, Tone } from '../components/Glyph.tsx';

interface Look {
  readonly glyph: GlyphName;
  readonly tone: Tone;
}

const agreedLook: Look = { glyph: 'approved', tone: 'success' };
const returnedLook: Look = { glyph: 'returned', tone: 'error' };
const outlinedLook: Look = { glyph: 'recalled', tone: 'neutral' };

/** Icon of each operation in the records of a process. */
const lookByOperation: Readonly<Record<string, Look>> = {
  waiting: { glyph: 'inApproval', tone: 'warning' },
  start: agreedLook,
  submit: agreedLook,
  approve: agreedLook,
  skip: agreedLook,
  elapse: agreedLook,
  complete: agreedLook,
  settle: agreedLook,
  end: agreedLook,
  back: returnedLook,
  backApplicant: returnedLook,
  disagree: returnedLook,
  backDraft: returnedLook,
  refuse: { glyph: 'refused', tone: 'refused' },
};

/**
 * Returns the icon of an operation. Claims, reassignments and the like do not move the process: an
 * outlined icon.
 */
export const operationIconOf = (operation: string): Look =>
  lookByOperation[operation] ?? outlinedLook;
