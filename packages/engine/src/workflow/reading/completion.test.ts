import { expect, test } from 'vitest';
import { voteRuleOf } from './completion.ts';

const share = 'nrOfCompletedInstances/nrOfInstances';

test.each<[string, ReturnType<typeof voteRuleOf>]>([
  [`${share} >= 0.6`, 60],
  [`0.60 <= ${share}`, 60],
  [`${share} >= 0.29`, 29],
  [`${share} >= 1`, 'all'],
  [`${share} == 1.0`, 'all'],
  ['nrOfCompletedInstances == nrOfInstances', 'all'],
  ['nrOfActiveInstances == 0', 'all'],
  [`${share} > 0`, 'any'],
  ['nrOfCompletedInstances >= 1', 'any'],
  ['nrOfCompletedInstances == 1', 'any'],
  ['1 == nrOfCompletedInstances', 'any'],
  // A share that is no whole percent, or a different comparison, keeps its own condition.
  [`${share} > 0.5`, undefined],
  [`${share} >= 0.666`, undefined],
  [`${share} >= 2`, undefined],
  [`${share} < 0.6`, undefined],
  [`0.6 >= ${share}`, undefined],
  ['nrOfCompletedInstances >= 2', undefined],
  ['nrOfInstances/nrOfCompletedInstances >= 0.6', undefined],
  ['amount >= 1', undefined],
  ['nrOfCompletedInstances >=', undefined],
])('%s', (condition, agree) => {
  expect(voteRuleOf(`\${${condition}}`)).toBe(agree);
});
