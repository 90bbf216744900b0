import type { Status } from '@keyan/kernel/access/status.ts';
import type { ReactNode } from 'react';

/** Names of the shapes: seven for statuses, and the warning; readable in greyscale print. */
export type GlyphName =
  | 'draft'
  | 'inApproval'
  | 'approved'
  | 'returned'
  | 'refused'
  | 'recalled'
  | 'void'
  | 'warning';

/** Six colour roles of a status. */
export type Tone = 'success' | 'warning' | 'error' | 'refused' | 'info' | 'neutral';

/**
 * Drawing of each shape. Final statuses are filled, statuses in progress half filled, others
 * outlined. Cut-outs show the background.
 */
const shapes: Record<GlyphName, ReactNode> = {
  draft: <circle cx="7" cy="7" r="5.6" fill="none" strokeWidth="1.4" strokeDasharray="2.2 2.2" />,
  inApproval: (
    <>
      <circle cx="7" cy="7" r="5.6" fill="none" strokeWidth="1.4" />
      <path d="M7 3.3a3.7 3.7 0 0 1 0 7.4Z" stroke="none" />
    </>
  ),
  approved: (
    <path
      stroke="none"
      fillRule="evenodd"
      d="M7 .7a6.3 6.3 0 1 1 0 12.6A6.3 6.3 0 0 1 7 .7Zm3.7 4.8-1.05-1.05-3.5 3.6L4.4 6.3 3.35 7.35 6.15 10.2Z"
    />
  ),
  returned: (
    <path
      stroke="none"
      fillRule="evenodd"
      d="M3.7.8h6.6a2.9 2.9 0 0 1 2.9 2.9v6.6a2.9 2.9 0 0 1-2.9 2.9H3.7a2.9 2.9 0 0 1-2.9-2.9V3.7A2.9 2.9 0 0 1 3.7.8ZM3.2 5.9l2.7 2.5V6.6h2.4a1.15 1.15 0 0 1 0 2.3H5.2v1.4h3.1a2.55 2.55 0 0 0 0-5.1H5.9V3.4Z"
    />
  ),
  refused: (
    <path
      stroke="none"
      fillRule="evenodd"
      d="M4.45.9h5.1l3.55 3.55v5.1L9.55 13.1h-5.1L.9 9.55v-5.1ZM5.1 4.05 4.05 5.1 5.95 7 4.05 8.9 5.1 9.95 7 8.05 8.9 9.95 9.95 8.9 8.05 7 9.95 5.1 8.9 4.05 7 5.95Z"
    />
  ),
  recalled: (
    <>
      <circle cx="7" cy="7" r="5.6" fill="none" strokeWidth="1.4" />
      <path d="M8.2 4.5 5.7 7l2.5 2.5" fill="none" strokeWidth="1.4" />
    </>
  ),
  void: (
    <>
      <circle cx="7" cy="7" r="5.6" fill="none" strokeWidth="1.4" />
      <path d="m3.2 10.8 7.6-7.6" fill="none" strokeWidth="1.4" />
    </>
  ),
  warning: (
    <path
      stroke="none"
      fillRule="evenodd"
      d="M6.2 1.5a.95.95 0 0 1 1.6 0l5.5 10a.95.95 0 0 1-.8 1.4h-11a.95.95 0 0 1-.8-1.4ZM6.3 5v3.8h1.4V5Zm0 4.9v1.5h1.4V9.9Z"
    />
  ),
};

interface GlyphProps {
  readonly name: GlyphName;
  /** Size in pixels, 14 by default. */
  readonly size?: number;
  /** Colour role of the shape; the colour of the surrounding text by default. */
  readonly tone?: Tone;
  /** Accessible name; omit if a word is beside the shape. */
  readonly label?: string;
}

export const Glyph = ({ name, size = 14, tone, label }: GlyphProps) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: decorative unless it has a label
  <svg
    className="ky-glyph"
    data-tone={tone}
    width={size}
    height={size}
    viewBox="0 0 14 14"
    fill="currentColor"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden={label ? undefined : true}
  >
    {label && <title>{label}</title>}
    {shapes[name]}
  </svg>
);

/** Shape and colour role of each audit status. */
export const statusGlyphs: Record<Status, { tone: Tone; glyph: GlyphName }> = {
  '0': { tone: 'neutral', glyph: 'draft' },
  '1': { tone: 'warning', glyph: 'inApproval' },
  '2': { tone: 'success', glyph: 'approved' },
  '3': { tone: 'error', glyph: 'returned' },
  '4': { tone: 'refused', glyph: 'refused' },
  '5': { tone: 'neutral', glyph: 'recalled' },
  '6': { tone: 'neutral', glyph: 'void' },
};
