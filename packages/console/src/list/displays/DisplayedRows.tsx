import type { Display } from '@keyan/kernel/definition/page/displays.ts';
import type { ComponentType } from 'react';
import { useLabel } from '../../i18n/language.ts';
import { BoardRows } from './BoardRows.tsx';
import { CalendarRows } from './CalendarRows.tsx';
import type { DisplayProps } from './displayProps.ts';
import { TimelineRows } from './TimelineRows.tsx';
import './displays.css';

const componentByDisplay: Readonly<Record<Display, ComponentType<DisplayProps>>> = {
  calendar: CalendarRows,
  timeline: TimelineRows,
  board: BoardRows,
};

/** Renders the rows of a list in a display other than the table. */
const DisplayedRows = ({ list, display }: DisplayProps & { readonly display: Display }) => {
  const label = useLabel();
  const Body = componentByDisplay[display];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="ky-displayed" tabIndex={0} aria-label={label(list.view.label)}>
      <Body list={list} />
    </section>
  );
};

export default DisplayedRows;
