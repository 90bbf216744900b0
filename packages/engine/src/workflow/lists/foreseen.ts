import { fill, type Label } from '@keyan/kernel/label.ts';
import type {
  Forecast,
  ForecastEnd,
  ForecastMark,
  ForecastStep,
  Reasons,
} from '@keyan/kernel/workflow/forecast/forecast.ts';
import type { ForecastStop } from '@keyan/kernel/workflow/forecast/rehearsal.ts';
import { conditionPartLabel, type FactNaming } from '@keyan/kernel/workflow/forecast/wording.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { nodeLabel } from '@keyan/kernel/workflow/predict.ts';
import type { UsualStepDays } from '../people/pace.ts';
import type { LoadedDirectory } from '../people/people.ts';

/** Texts about a step besides its name. */
interface Said {
  /** Reason why the route leads there: 【金额】≥50,000; null without a condition. */
  readonly why: Label | null;
  /** Facts that may still change the forecast. */
  readonly notes: readonly Label[];
}

/** Step of the forecast, with texts. */
export interface ForeseenStep extends Omit<ForecastStep, keyof Reasons>, Said {
  readonly people: readonly { readonly id: string; readonly name: string }[];
  /** Usual duration in days; null if unknown. */
  readonly days: number | null;
}

/** Forecast with texts. */
export interface ForecastForPeople {
  readonly steps: readonly ForeseenStep[];
  readonly stops: readonly {
    readonly node: string;
    readonly text: Label;
    readonly possible: readonly Label[];
  }[];
  readonly end: (Said & Pick<ForecastEnd, 'status'>) | null;
}

/** Sources of the texts of a forecast. */
export interface ForecastTexts {
  readonly graph: Graph;
  readonly directory: LoadedDirectory;
  readonly naming: FactNaming;
  readonly pace: UsualStepDays;
  /** Returns the fields without which a fact is unknown. */
  missing(fact: string): readonly string[];
}

const joined = (labels: readonly Label[], [zh, en]: Label): Label => [
  labels.map((label) => label[0]).join(zh),
  labels.map((label) => label[1]).join(en),
];

const quoted = (label: Label): Label => [`【${label[0]}】`, `“${label[1]}”`];

/** Returns the labels that are defined. */
const known = (labels: readonly (Label | undefined)[]): readonly Label[] =>
  labels.filter((label) => label !== undefined);

const unique = (labels: readonly Label[]): readonly Label[] => [
  ...new Map(labels.map((label) => [label[0], label])).values(),
];

const varies: Label = [
  '前面由同一人办理时自动通过',
  'Passed automatically if the same person approved an earlier step',
];

const markText = (
  { name, node }: ForecastMark,
  { graph, naming }: ForecastTexts,
): readonly Label[] => {
  const fact = naming.labelOf(name);
  const step = quoted(nodeLabel(graph, node));
  return fact
    ? [
        fill(['以{step}核定的{fact}为准', 'Depends on {fact} as confirmed by {step}'], {
          step,
          fact: quoted(fact),
        }),
      ]
    : [];
};

const saidOf = ({ why, marks }: Reasons, words: ForecastTexts): Said => {
  const grounds = unique(known(why.map((ground) => conditionPartLabel(ground, words.naming))));
  return {
    why: grounds.length > 0 ? joined(grounds, ['，', ', ']) : null,
    notes: marks.flatMap((mark) => markText(mark, words)),
  };
};

/** Returns why a forecast stops: 填写【金额】后确定; without a label of the fact, that something is missing. */
const stopText = ({ label, unknown }: ForecastStop, { naming, missing }: ForecastTexts): Label => {
  if (unknown === null) return label;
  const fields = known(missing(unknown).map((field) => naming.labelOf(field)));
  return fields.length > 0
    ? fill(['填写{fields}后确定', 'Known once {fields} is filled in'], {
        fields: joined(fields.map(quoted), ['', ', ']),
      })
    : ['取决于尚未确定的内容', 'Depends on a value that is not known yet'];
};

/** Adds texts to a forecast: labels of its kind, names, and usual durations. */
export const forecastForPeople = (
  { steps, stops, end }: Forecast,
  words: ForecastTexts,
): ForecastForPeople => ({
  steps: steps.map(({ why, marks, ...step }) => {
    const said = saidOf({ why, marks }, words);
    return {
      ...step,
      ...said,
      notes: [...said.notes, ...(step.varies ? [varies] : [])],
      people: step.users.map((id) => ({ id, name: words.directory.nameOf(id) })),
      days: words.pace.get(step.node) ?? null,
    };
  }),
  stops: stops.map((stop) => ({
    node: stop.node,
    text: stopText(stop, words),
    possible: stop.possible.map(({ name }) => name),
  })),
  end: end && { status: end.status, ...saidOf(end, words) },
});
