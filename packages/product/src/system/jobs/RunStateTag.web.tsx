import type { GlyphName, Tone } from '@keyan/console/components/Glyph.tsx';
import { Tag } from '@keyan/console/components/StatusTag.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { type RunState, runStates } from './jobs.ts';

const looks: Readonly<Record<RunState, readonly [tone: Tone, glyph: GlyphName]>> = {
  waiting: ['neutral', 'draft'],
  running: ['info', 'inApproval'],
  retry: ['warning', 'warning'],
  done: ['success', 'approved'],
  failed: ['error', 'refused'],
  stopped: ['neutral', 'void'],
};

/** Renders the state of a run. */
export const RunStateTag = ({ state }: { readonly state: RunState }) => {
  const label = useLabel();
  const [tone, glyph] = looks[state];
  return (
    <Tag tone={tone} glyph={glyph}>
      {label(runStates[state])}
    </Tag>
  );
};
