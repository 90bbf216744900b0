import type { GlyphName, Tone } from '../components/Glyph.tsx';

interface Look {
  readonly glyph: GlyphName;
  readonly tone: Tone;
}

const agreed: Look = { glyph: 'approved', tone: 'success' };
const returned: Look = { glyph: 'returned', tone: 'error' };
const outlinedLook: Look = { glyph: 'recalled', tone: 'neutral' };

/** Icon of each operation in the records of a process. */
const looks: Readonly<Record<string, Look>> = {
  waiting: { glyph: 'inApproval', tone: 'warning' },
  start: agreed,
  submit: agreed,
  approve: agreed,
  skip: agreed,
  elapse: agreed,
  complete: agreed,
  settle: agreed,
  end: agreed,
  back: returned,
  backApplicant: returned,
  disagree: returned,
  backDraft: returned,
  refuse: { glyph: 'refused', tone: 'refused' },
};

/**
 * Returns the icon of an operation. Claims, reassignments and the like do not move the process: an
 * outlined icon.
 */
export const operationIconOf = (operation: string): Look => looks[operation] ?? outlinedLook;
