import type { ReactNode } from 'react';
import { Glyph, type Tone } from './Glyph.tsx';
import './status.css';

/** Where a step of an approval stands. */
export type StepState = 'done' | 'here' | 'returned' | 'refused' | 'todo';

export interface Step {
  readonly key: string;
  readonly label: string;
  readonly state: StepState;
  /** Who did it or holds it. */
  readonly who?: string;
}

interface StepTicksProps {
  readonly steps: readonly Step[];
  /** What stands after the bars: the step's name and how long it has been there. */
  readonly children?: ReactNode;
  /** Whole days at this step: 3 and more is a warning, 7 and more an error (visual.md §6). */
  readonly days?: number;
}

const urgency = (days: number): Tone | undefined =>
  days >= 7 ? 'error' : days >= 3 ? 'warning' : undefined;

/** One bar per node of the flow, then where it is and since when. */
export const StepTicks = ({ steps, children, days = 0 }: StepTicksProps) => {
  const tone = urgency(days);
  const title = steps.map((step) => (step.who ? `${step.label} ${step.who}` : step.label));
  return (
    <span className="ky-ticks" title={title.join(' → ')} data-tone={tone}>
      <span className="ky-ticks-bars" aria-hidden="true">
        {steps.map((step) => (
          <i key={step.key} data-state={step.state} />
        ))}
      </span>
      {tone && <Glyph name="warning" size={12} />}
      <span className="ky-ticks-text">{children}</span>
    </span>
  );
};
