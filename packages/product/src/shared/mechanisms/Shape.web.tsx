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
  /** The state by its name; empty where the head of the page says it. */
  readonly state: string;
  /** Meaning of the state for whoever works on the record. */
  readonly meaning: Label | null;
  readonly bars: readonly ShapeBar[];
}

/** Standing of a record: its state in words, and the used part of its time, money or records as bars. */
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
