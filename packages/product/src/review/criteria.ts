import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';

/** Criteria of example reviews. */
const examples: readonly (readonly [name: Label, points: number, standard: Label])[] = [
  [['创新性', 'Originality'], 60, ['理论、方法或技术上的创新程度', 'Novelty']],
  [
    ['应用价值', 'Applied value'],
    40,
    ['推广应用情况与社会经济效益', 'Uptake and social and economic benefit'],
  ],
];

/** Sub-table of judging criteria. */
export const criteriaRows = () =>
  f
    .rows(['评分指标', 'Criteria'], {
      sort: f.integer(['序号', 'No.']).required().between(1, 99).ordinal(),
      itemName: f.text(['指标', 'Criterion']).required().max(100),
      weight: f.integer(['分值', 'Points']).required().between(1, 100),
      standard: f.text(['评分标准', 'Standard']).max(500),
    })
    .specimen(() =>
      examples.map(([[itemName], weight, [standard]], at) => ({
        sort: at + 1,
        itemName,
        weight,
        standard,
      })),
    );

interface Judged {
  readonly criteria: readonly { readonly weight: number | null }[] | null;
}

/** Checks that the points of all criteria add up to 100. */
export const criteriaAddUpTo100: Validator<Judged, 'criteria'> = {
  fields: ['criteria'],
  check: ({ criteria: given }) => {
    const lines = given ?? [];
    const sum = lines.reduce((points, { weight }) => points + (weight ?? 0), 0);
    return lines.length > 0 && sum !== 100
      ? fill(
          ['分值合计应为 100，当前 {sum}', 'The points must add up to 100; they add up to {sum}'],
          { sum },
        )
      : null;
  },
};
