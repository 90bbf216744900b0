import { expect, test } from 'vitest';
import { scoreObject } from '../../scoring/dictionaries.ts';
import { scoredKinds } from '../../scoring/objects.ts';
import { conditionFault } from '../../scoring/score-project.ts';
import { demoRules } from './scoring-norm.server.ts';

test('R-604: there is a rule for every kind that scores, and the points are those of the rule book', () => {
  const ruled = new Set(demoRules.map(({ object }) => object));
  expect(scoreObject.entries.map(({ code }) => code).filter((code) => !ruled.has(code))).toEqual(
    [],
  );
  const points = (code: string) => demoRules.find((one) => one.code === code)?.base;
  expect(['LW-T', 'LW-A1', 'ZL-01', 'LX-01', 'DZ-01', 'HD-01', 'CJ-02'].map(points)).toEqual([
    '500',
    '200',
    '80',
    '400',
    '10',
    '60',
    '5',
  ]);
});

test('the rules ask about fields and codes that there are, and each has a code of its own', () => {
  const faults = demoRules.flatMap(({ code, object, when, least = {}, unit }) => [
    ...Object.entries(least).flatMap(([field, value]) => {
      const fault = conditionFault(object, { field: `${object}.${field}`, operator: 'ge', value });
      return fault ? [`${code}: ${fault.message[0]}`] : [];
    }),
    ...Object.entries(when).flatMap(([field, value]) => {
      const operator = value.includes(',') ? ('in' as const) : ('eq' as const);
      const fault = conditionFault(object, { field: `${object}.${field}`, operator, value });
      return fault ? [`${code}: ${fault.message[0]}`] : [];
    }),
    ...(unit === '2' && !scoredKinds[object]?.yuan ? [`${code}: no amount`] : []),
  ]);
  expect(faults).toEqual([]);
  expect(new Set(demoRules.map(({ code }) => code)).size).toBe(demoRules.length);
});

test('groups hold rules that exclude each other, of one kind each', () => {
  const groups = Map.groupBy(
    demoRules.filter(({ group }) => group),
    ({ group }) => group,
  );
  expect(groups.size).toBeGreaterThanOrEqual(3);
  for (const [group, rules] of groups) {
    expect.soft(rules.length, group).toBeGreaterThan(1);
    expect.soft(new Set(rules.map(({ object }) => object)).size, group).toBe(1);
  }
});
