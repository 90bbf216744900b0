import type { Status } from '@keyan/kernel/access/status.ts';
import { resourceTextsOf } from '@keyan/kernel/definition/page/words.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { ApprovalRow, ForecastRow } from '@keyan/kernel/wire/tasks.ts';
import { Glyph, type GlyphName, type Tone } from '../components/Glyph.tsx';
import type { Step, StepState } from '../components/StepTicks.tsx';
import type { WireRow } from '../data/calls.ts';
import { RouteSteps } from '../forecast/RouteSteps.tsx';
import { handlersText, isStepAhead } from '../forecast/words.ts';
import { useLabel } from '../i18n/language.ts';
import { stepName } from '../records/steps.ts';
import './workflow.css';

const glyphByState: Readonly<Record<StepState, { glyph: GlyphName; tone: Tone }>> = {
  done: { glyph: 'approved', tone: 'success' },
  here: { glyph: 'inApproval', tone: 'warning' },
  returned: { glyph: 'returned', tone: 'error' },
  refused: { glyph: 'refused', tone: 'refused' },
  todo: { glyph: 'draft', tone: 'neutral' },
};

interface Station extends Step {
  readonly who: string;
}

/** State of the applicant's step and of the end, by the record's status. */
const endStatesByStatus: Readonly<
  Record<string, { readonly first: StepState; readonly last: StepState }>
> = {
  '1': { first: 'done', last: 'todo' },
  '2': { first: 'done', last: 'done' },
  '3': { first: 'here', last: 'todo' },
  '4': { first: 'done', last: 'refused' },
  '6': { first: 'done', last: 'done' },
} satisfies Readonly<
  Partial<Record<Status, { readonly first: StepState; readonly last: StepState }>>
>;

interface FlowLineProps {
  readonly resource: Resource;
  readonly row: WireRow;
  readonly records: readonly ApprovalRow[];
  /** Forecast of the coming steps; if absent, the steps of the route are shown. */
  readonly forecast?: ForecastRow;
}

/** Maximum number of steps beside one another. */
const maxStepsInLine = 4;

/** Returns true if the forecast fits on one line; branches and long forecasts are lists. */
export const forecastFitsInLine = ({ steps }: ForecastRow): boolean =>
  steps.length <= maxStepsInLine && steps.every(({ path }) => path.length === 0);

/**
 * Renders the steps of a record as a line of glyphs: done, current and coming steps, with the
 * assignees.
 */
export const FlowLine = (props: FlowLineProps) =>
  props.forecast && !forecastFitsInLine(props.forecast) ? (
    <RouteSteps forecast={props.forecast} />
  ) : (
    <StationLine {...props} />
  );

const StationLine = ({ resource, row, records, forecast }: FlowLineProps) => {
  const label = useLabel();
  const { first = 'todo', last = 'todo' } = endStatesByStatus[row.auditStatus ?? ''] ?? {};
  const whoAt = (key: string): string =>
    records.findLast((record) => record.nodeKey === key && record.userName !== '')?.userName ?? '';
  const stations: readonly Station[] = [
    {
      key: 'start',
      label: label(['提交', 'Submit']),
      state: first,
      who: row.createUserName ?? '',
    },
    ...(row.steps ?? [])
      .filter(({ state }) => !forecast || state !== 'todo')
      .map((step) => ({
        ...step,
        label: label(stepName(resource, step.key, step.label)),
        who: whoAt(step.key),
      })),
    ...(forecast?.steps ?? []).filter(isStepAhead).map((step) => ({
      key: `${step.taskDefinitionKey} ahead`,
      label: step.taskName,
      state: 'todo' as const,
      who: label(handlersText(step)),
    })),
    { key: 'end', label: label(resourceTextsOf(resource).end), state: last, who: '' },
  ];
  return (
    <ol className="ky-flow">
      {stations.map(({ key, label: name, state, who }) => {
        const { glyph, tone } = glyphByState[state];
        return (
          <li key={key} data-state={state} aria-current={state === 'here' ? 'step' : undefined}>
            <Glyph name={glyph} tone={tone} size={20} />
            <b title={name}>{name}</b>
            <span title={who}>{who}</span>
          </li>
        );
      })}
    </ol>
  );
};
