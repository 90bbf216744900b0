import { numberRule } from '@keyan/kernel/definition/field/number-rule.ts';
import type { Parameter } from '@keyan/kernel/definition/field/parameter.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { achievements } from '../achievement/achievements.ts';
import { shippedParams } from '../system/parameters/params.ts';
import { otherResources } from './resources.ts';

/** Parameters of a product with the given resources, including the rules of record numbers. */
export const parametersOf = (
  resources: readonly Resource[],
): readonly Parameter<string | number>[] => [
  ...shippedParams,
  ...resources.flatMap((resource) => numberRule(resource) ?? []),
];

/** Parameters of the shipped product. */
export const shippedParameters = parametersOf([...achievements, ...otherResources]);
