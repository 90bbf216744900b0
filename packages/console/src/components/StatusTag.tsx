import { auditStatus, type Status, statuses } from '@keyan/kernel/access/status.ts';
import type { StateAppearance } from '@keyan/kernel/definition/life/states.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { ReactNode } from 'react';
import { useLabel } from '../i18n/language.ts';
import { Glyph, type GlyphName, statusGlyphs, type Tone } from './Glyph.tsx';
import './status.css';

interface TagProps {
  readonly tone: Tone;
  readonly glyph: GlyphName;
  /** Strikes the text through, for entries that no longer count. */
  readonly struck?: boolean;
  readonly children: ReactNode;
}

/** Renders a tag with glyph and word in the colours of its role. At most one per row. */
export const Tag = ({ tone, glyph, struck, children }: TagProps) => (
  <span className="ky-tag" data-tone={tone} data-struck={struck || undefined}>
    <Glyph name={glyph} />
    {children}
  </span>
);

interface StatusTagProps {
  readonly status: Status;
  /** Text shown instead of the status, unless empty. */
  readonly text?: string;
  /** Look of the text, if it differs from that of the status. */
  readonly look?: StateAppearance;
}

const alarm = { tone: 'error', glyph: 'warning' } as const;

/** Renders the audit status as a tag. */
export const StatusTag = ({ status, text, look }: StatusTagProps) => {
  const label = useLabel();
  const worn = look && look !== 'alarm' ? statuses[look] : status;
  const { tone, glyph } = look === 'alarm' ? alarm : statusGlyphs[worn];
  return (
    <Tag tone={tone} glyph={glyph} struck={look !== 'alarm' && worn === statuses.void}>
      {text || label(entryOf(auditStatus, status)?.label ?? status)}
    </Tag>
  );
};
