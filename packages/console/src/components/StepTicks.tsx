import type { ReactNode } from 'react';
import { Glyph, type Tone } from './Glyph.tsx';
import './status.css';

/** State of a step in an approval; `here` is the current step. */
export type StepState = 'done' | 'here' | 'returned' | 'refused' | 'todo';

export interface Step {
  readonly key: string;
  readonly label: string;
  readonly state: StepState;
  /** Name of the person who handled the step or has it now. */
  readonly who?: string;
}

interface StepTicksProps {
  readonly steps: readonly Step[];
  /** Text after the bars: name of the current step and how long it has been pending. */
  readonly children?: ReactNode;
  /** Whole days at the current step: shown as a warning from 3 days, as an error from 7. */
  readonly days?: number;
}

const toneOfDays = (days: number): Tone | undefined =>
  days >= 7 ? 'error' : days >= 3 ? 'warning' : undefined;

/** Renders one bar per step of an approval, then the current step and since when. */
export const StepTicks = ({ steps, children, days = 0 }: StepTicksProps) => {
  const tone = toneOfDays(days);
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
