import type { Label } from '@keyan/kernel/label.ts';
import type { ForecastRow, ForecastStepRow } from '@keyan/kernel/wire/tasks.ts';
import { type ForecastSegment, forecastSegments } from './branches.ts';

/** Maximum number of names that a forecast lists. */
const maxNames = 3;

/** Returns the handlers of a step: their names, or the first few and their number. */
export const handlersText = ({ users, multiple }: ForecastStepRow): Label => {
  const names = users.map(({ name }) => name);
  const few = names.slice(0, maxNames);
  const [zh, en] =
    names.length > maxNames
      ? [
          `${few.join('、')}等 ${names.length} 人`,
          `${few.join(', ')} and ${names.length - maxNames} more`,
        ]
      : [few.join('、'), few.join(', ')];
  return multiple && names.length > 1 ? [`${zh}（会签）`, `${en} (all must approve)`] : [zh, en];
};

/** Returns the usual duration of a step; undefined if unknown. */
export const stepDaysText = ({ days }: ForecastStepRow): Label | undefined => {
  if (days === null) return undefined;
  const whole = Math.round(days);
  if (whole === 0) return ['通常当天', 'usually the same day'];
  return [`通常 ${whole} 天`, `usually ${whole} ${whole === 1 ? 'day' : 'days'}`];
};

const resultTexts: Readonly<Record<NonNullable<ForecastRow['end']>['result'], Label>> = {
  approved: ['通过', 'Approved'],
  refused: ['不通过', 'Rejected'],
  withdrawn: ['撤回', 'Recalled'],
};

/** Returns the text of how the approval ends. */
export const forecastEndText = ({ end }: ForecastRow): Label | undefined =>
  end ? resultTexts[end.result] : undefined;

/** Returns true for steps that are to come or in progress. */
export const isStepAhead = ({ state }: ForecastStepRow): boolean => state === 'coming';

const joinLabels = (labels: readonly Label[], [zh, en]: Label): Label => [
  labels.map((label) => label[0]).join(zh),
  labels.map((label) => label[1]).join(en),
];

const lineOf = (stretch: ForecastSegment): Label => {
  if (stretch.is === 'fork') {
    const branches = stretch.branches.map((branch) =>
      joinLabels(branch.map(lineOf), [' → ', ' → ']),
    );
    return joinLabels(branches, [' ＋ ', ' + ']);
  }
  const { step } = stretch;
  const [zh, en] = handlersText(step);
  const who: Label = zh ? [`（${zh}）`, ` (${en})`] : ['', ''];
  return [`${step.taskName}${who[0]}`, `${step.taskName}${who[1]}`];
};

/** Returns the forecast in one line, up to its end or the first unknown step. */
export const forecastLine = (forecast: ForecastRow): Label => {
  const steps = forecastSegments(forecast.steps.filter(isStepAhead)).map(lineOf);
  const [stop] = forecast.stops;
  const last: Label | undefined = stop ? [stop.text, stop.text] : forecastEndText(forecast);
  return joinLabels(last ? [...steps, last] : steps, [' → ', ' → ']);
};
