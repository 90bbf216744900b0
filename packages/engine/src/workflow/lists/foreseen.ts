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

/** Texts about a step beside its name. */
interface Said {
  /** Why the way leads there: 【金额】≥50,000; null where nothing was judged. */
  readonly why: Label | null;
  /** Facts that may still change it. */
  readonly notes: readonly Label[];
}

/** A step of the forecast, for people. */
export interface ForeseenStep extends Omit<ForecastStep, keyof Reasons>, Said {
  readonly people: readonly { readonly id: string; readonly name: string }[];
  /** Days that it usually takes; null where that is not known. */
  readonly days: number | null;
}

/** The forecast, for people. */
export interface ForecastForPeople {
  readonly steps: readonly ForeseenStep[];
  readonly stops: readonly {
    readonly node: string;
    readonly text: Label;
    readonly possible: readonly Label[];
  }[];
  readonly end: (Said & Pick<ForecastEnd, 'status'>) | null;
}

/** Sources of the words of a forecast. */
export interface ForecastTexts {
  readonly graph: Graph;
  readonly directory: LoadedDirectory;
  readonly naming: FactNaming;
  readonly pace: UsualStepDays;
  /** The fields that a fact lacks. */
  missing(fact: string): readonly string[];
}

const joined = (labels: readonly Label[], [zh, en]: Label): Label => [
  labels.map((label) => label[0]).join(zh),
  labels.map((label) => label[1]).join(en),
];

const quoted = (label: Label): Label => [`【${label[0]}】`, `“${label[1]}”`];

/** Labels that have words. */
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

/** 填写【金额】后确定; where the fact has no words, that something is missing. */
const stopText = ({ label, unknown }: ForecastStop, { naming, missing }: ForecastTexts): Label => {
  if (unknown === null) return label;
  const fields = known(missing(unknown).map((field) => naming.labelOf(field)));
  return fields.length > 0
    ? fill(['填写{fields}后确定', 'Known once {fields} is filled in'], {
        fields: joined(fields.map(quoted), ['', ', ']),
      })
    : ['取决于尚未确定的内容', 'Depends on a value that is not known yet'];
};

/** A forecast with the labels of its kind, with names and the days that steps usually take. */
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
