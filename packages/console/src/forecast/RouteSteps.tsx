import type { Label } from '@keyan/kernel/label.ts';
import type { ForecastRow, ForecastStepRow } from '@keyan/kernel/wire/tasks.ts';
import { Glyph, type GlyphName, type Tone } from '../components/Glyph.tsx';
import { useLabel } from '../i18n/language.ts';
import { type ForecastSegment, forecastSegments } from './branches.ts';
import { forecastEndText, handlersText, stepDaysText } from './words.ts';
import './forecast.css';

type Look = { readonly glyph: GlyphName; readonly tone: Tone; readonly said: Label };

const glyphByState: Readonly<Record<ForecastStepRow['state'], Look>> = {
  done: { glyph: 'approved', tone: 'success', said: ['已办', 'Done'] },
  active: { glyph: 'inApproval', tone: 'warning', said: ['进行中', 'Now'] },
  coming: { glyph: 'draft', tone: 'neutral', said: ['后续', 'Ahead'] },
  skipped: { glyph: 'void', tone: 'neutral', said: ['跳过', 'Skipped'] },
};

const endLooks: Readonly<Record<NonNullable<ForecastRow['end']>['result'], GlyphName>> = {
  approved: 'draft',
  refused: 'refused',
  withdrawn: 'recalled',
};

/** Renders the reason of a step: 因为【金额】≥50,000. */
const Why = ({ why }: { why: string }) => {
  const label = useLabel();
  return why ? <p>{label([`因为${why}`, `Because ${why}`])}</p> : null;
};

const Notes = ({ notes }: { notes: readonly string[] }) =>
  notes.map((note) => (
    <p key={note} className="ky-route-note">
      <Glyph name="warning" size={12} />
      {note}
    </p>
  ));

const StepItem = ({ step }: { step: ForecastStepRow }) => {
  const label = useLabel();
  const { glyph, tone, said } = glyphByState[step.state];
  const days = step.state === 'done' || step.state === 'skipped' ? undefined : stepDaysText(step);
  const who = label(handlersText(step));
  return (
    <li data-state={step.state} aria-current={step.state === 'active' ? 'step' : undefined}>
      <Glyph name={glyph} tone={tone} size={16} label={label(said)} />
      <div className="ky-route-text">
        <b>{step.taskName}</b>
        {who && <span>{who}</span>}
        {step.until && (
          <span>
            {label([`至 ${step.until.slice(0, 16)}`, `until ${step.until.slice(0, 16)}`])}
          </span>
        )}
        {days && <span className="ky-route-days">{label(days)}</span>}
        {step.skipped ? <p>{step.skipped}</p> : <Why why={step.why} />}
        <Notes notes={step.notes} />
      </div>
    </li>
  );
};

const StretchItem = ({ stretch }: { stretch: ForecastSegment }) => {
  const label = useLabel();
  if (stretch.is === 'step') return <StepItem step={stretch.step} />;
  const count = stretch.branches.length;
  return (
    <li className="ky-route-fork">
      <span className="ky-route-fork-head">
        {label([`${count} 路同时办理`, `${count} branches at the same time`])}
      </span>
      <ul>
        {stretch.branches.map((branch, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the branches of a fork have an order and no name
          <li key={i} aria-label={label([`第 ${i + 1} 路`, `Branch ${i + 1}`])}>
            <ol>
              {branch.map((inner) => (
                <StretchItem key={keyOf(inner)} stretch={inner} />
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </li>
  );
};

const keyOf = (stretch: ForecastSegment): string =>
  stretch.is === 'fork' ? stretch.key : `${stretch.step.taskDefinitionKey} ${stretch.step.state}`;

/** Renders where the forecast ends because a value is unknown, and the possible next steps. */
const Stops = ({ stops }: Pick<ForecastRow, 'stops'>) => {
  const label = useLabel();
  return stops.map(({ nodeKey, text, possible }) => (
    <li key={nodeKey} data-state="stop">
      <Glyph name="warning" tone="warning" size={16} />
      <div className="ky-route-text">
        <b>{text}</b>
        {possible.length > 0 && (
          <p>{label([`可能是：${possible.join('、')}`, `Possibly: ${possible.join(', ')}`])}</p>
        )}
      </div>
    </li>
  ));
};

interface RouteStepsProps {
  readonly forecast: ForecastRow;
  /** `start` shows all steps, `here` only those to come. */
  readonly from?: 'start' | 'here';
}

/** Renders the forecast step by step: handlers, reason, usual duration. */
export const RouteSteps = ({ forecast, from = 'start' }: RouteStepsProps) => {
  const label = useLabel();
  const shown =
    from === 'start'
      ? forecast.steps
      : forecast.steps.filter(({ state }, i) => {
          const now = forecast.steps.findLastIndex((step) => step.state === 'active');
          return state === 'coming' || (state === 'skipped' && i > now);
        });
  const end = forecastEndText(forecast);
  return (
    <ol className="ky-route">
      {forecastSegments(shown).map((stretch) => (
        <StretchItem key={keyOf(stretch)} stretch={stretch} />
      ))}
      <Stops stops={forecast.stops} />
      {forecast.end && end && (
        <li data-state="end">
          <Glyph name={endLooks[forecast.end.result]} tone="neutral" size={16} />
          <div className="ky-route-text">
            <b>{label(end)}</b>
            <Why why={forecast.end.why} />
            <Notes notes={forecast.end.notes} />
          </div>
        </li>
      )}
    </ol>
  );
};
