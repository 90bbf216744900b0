import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { ShapeBar } from './shape.ts';
import './shape.web.css';

const Bar = ({
  bar: { name, percent, note, isOver = false, isCompared = false },
}: {
  readonly bar: ShapeBar;
}) => {
  const label = useLabel();
  return (
    <div className="ky-shape-bar" data-over={isOver || undefined}>
      <span>
        {label(name)} {!isCompared && <b>{percent}%</b>}
      </span>
      <progress max={100} value={Math.min(Number(percent), 100)} aria-label={label(name)} />
      <span className="ky-note">{label(note)}</span>
    </div>
  );
};

interface ShapeProps {
  /** Name of the state; empty if the page’s header shows it. */
  readonly state: string;
  /** Meaning of the state for people who work on the record. */
  readonly meaning: Label | null;
  readonly bars: readonly ShapeBar[];
}

/** State of a record in words, with bars for used time, funds or records. */
export const ProgressBars = ({ state, meaning, bars }: ShapeProps) => {
  const label = useLabel();
  return (
    <div className="ky-shape">
      {(state || meaning) && (
        <p>
          {state && <b>{state}</b>}
          {meaning && <span> {label(meaning)}</span>}
        </p>
      )}
      {bars.map((bar) => (
        <Bar key={bar.name[1]} bar={bar} />
      ))}
    </div>
  );
};
