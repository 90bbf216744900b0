import type { MouseEvent } from 'react';
import { MarkedMatches } from '../../components/Marked.tsx';
import { StatusTag } from '../../components/StatusTag.tsx';
import { useLabel } from '../../i18n/language.ts';
import type { FoundRecordEntry, PaletteEntry } from './entries.ts';

/** Renders a record: title and status, below them its kind, people and number. */
const FoundRecord = ({ kind, found }: FoundRecordEntry) => {
  const label = useLabel();
  const { title, people, note, status } = found;
  return (
    <>
      <span className="ky-palette-record">
        <span className="ky-palette-text">
          <MarkedMatches {...title} />
        </span>
        <span className="ky-note">
          {label(kind)}
          {people && (
            <>
              {' · '}
              <MarkedMatches {...people} />
            </>
          )}
          {note && (
            <>
              {` · ${label(note.label)} `}
              <MarkedMatches {...note} />
            </>
          )}
        </span>
      </span>
      {status && <StatusTag status={status} />}
    </>
  );
};

interface PaletteOptionProps {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly active: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

/** Renders one entry of the palette. */
export const PaletteOption = ({ id, entry, active, onClick }: PaletteOptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the keyboard
  <div id={id} role="option" tabIndex={-1} aria-selected={active} onClick={onClick}>
    {entry.found ? (
      <FoundRecord {...entry.found} />
    ) : (
      <>
        <span className="ky-palette-text">{entry.text}</span>
        {entry.note && <span className="ky-note">{entry.note}</span>}
      </>
    )}
  </div>
);
