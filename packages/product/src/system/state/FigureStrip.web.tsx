import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { ReactNode } from 'react';
import './state.web.css';

/** Number shown in a strip. */
export interface StripFigure {
  readonly label: Label;
  readonly value: ReactNode;
  /** True if the number is highlighted as a problem. */
  readonly worries?: boolean | undefined;
  readonly note?: Label | undefined;
}

/** Renders numbers side by side, on narrow screens two per row. */
export const FigureStrip = ({
  figures,
  isBusy,
}: {
  readonly figures: readonly StripFigure[];
  readonly isBusy: boolean;
}) => {
  const label = useLabel();
  return (
    <dl className="ky-card ky-state" aria-busy={isBusy}>
      {figures.map(({ label: text, value, worries, note }) => (
        <div key={text[1]} data-worries={worries || undefined}>
          <dt>
            {label(text)}
            {note && <small>{label(note)}</small>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
