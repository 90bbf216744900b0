import type { Commands } from '@keyan/engine/commands/port.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { NamedRule } from '../../scoring/compute.ts';
import { scoreNorm } from '../../scoring/score-norm.ts';
import { scoreProject } from '../../scoring/score-project.ts';
import type { SeedParts } from '../story-player.server.ts';
import { demoRules } from './scoring-norm.server.ts';
import type { DemoRule } from './scoring-works.server.ts';

/** Coefficients of an output signed by the first, second, third or a later unit, or by the corresponding author's alone. */
const coefficients = (
  [
    ['1', '1'],
    ['2', '0.5'],
    ['3', '0.25'],
    ['4', '0.1'],
    ['5', '0.3'],
  ] as const
).map(([schoolSign, coef]) => ({ schoolSign, coef }));

/** Points in the draft of the next norm, by the codes of rules. */
const revised: Readonly<Record<string, string>> = {
  'LW-A1': '260',
  'LW-A2': '150',
  'LW-B1': '80',
  'LW-C': '15',
  'ZZ-99': '4',
  'ZZ-03': '5',
};

const conditionsOf = ({ object, when, least = {} }: DemoRule) => [
  ...Object.entries(when).map(([field, value]) => ({
    field: `${object}.${field}`,
    operator: value.includes(',') ? ('in' as const) : ('eq' as const),
    value,
  })),
  ...Object.entries(least).map(([field, value]) => ({
    field: `${object}.${field}`,
    operator: 'ge' as const,
    value,
  })),
];

const ruleInput = (normId: string, rule: DemoRule, index: number) => ({
  normId,
  itemCode: rule.code,
  itemName: rule.name,
  scoreObject: rule.object,
  conditions: conditionsOf(rule),
  scoreUnit: rule.unit ?? '1',
  baseScore: rule.base,
  maxScore: rule.most ?? null,
  unitCoef: coefficients,
  allotMode: rule.mode ?? '1',
  normalised: rule.mode === '3' ? '1' : null,
  exclusive: rule.group ?? null,
  onlySchool: '1',
  priority: (index + 1) * 10,
});

/** The rules of the norm before it is saved, as a computation takes them. */
export const plannedRules = (): readonly NamedRule[] =>
  demoRules.map((rule, index) => ({
    id: rule.code,
    name: rule.name,
    object: rule.object,
    unit: rule.unit ?? '1',
    base: rule.base,
    least: null,
    most: rule.most ?? null,
    mode: rule.mode ?? '1',
    table: null,
    normalised: true,
    corrAsFirst: false,
    ownOnly: true,
    priority: index,
    group: rule.group ?? null,
    conditions: conditionsOf(rule).map(({ field, operator, value }) => ({
      field: field.slice(rule.object.length + 1),
      operator,
      value,
    })),
    coefficients: new Map(coefficients.map(({ schoolSign, coef }) => [schoolSign, coef])),
  }));

/** Saves the rules of a norm, in force. */
const makeRules = async (
  commands: Commands,
  norm: string,
  rules: readonly DemoRule[],
): Promise<void> => {
  const ids: string[] = [];
  for (const [index, rule] of rules.entries()) {
    ids.push((await commands.save(scoreProject, ruleInput(norm, rule, index))).id);
  }
  await commands.performAll(scoreProject, 'enable', ids);
};

/** A draft norm that is discussed: journals of the first levels give more, compiled books less. @returns its id */
export const draftNorm = async (
  { engine }: SeedParts,
  office: Actor,
  from: number,
): Promise<string> => {
  const commands = engine.as(office);
  const norm = await commands.save(scoreNorm, {
    normName: '江陵大学科研业绩计分办法（修订征求意见稿）',
    normYear: from,
    endYear: from + 5,
    description:
      '突出代表性成果：提高高水平期刊论文分值，降低编著、教材分值，不与期刊影响因子挂钩。',
  });
  await makeRules(
    commands,
    norm.id,
    demoRules.map((rule) => ({ ...rule, base: revised[rule.code] ?? rule.base })),
  );
  return norm.id;
};

/** The norm with its rules, released. @returns its id */
export const makeNorm = async (
  { engine }: SeedParts,
  office: Actor,
  from: number,
): Promise<string> => {
  const commands = engine.as(office);
  const norm = await commands.save(scoreNorm, {
    normName: '江陵大学科研业绩计分办法',
    normYear: from,
    endYear: from + 5,
    fileNum: '江大科〔2024〕18 号',
    description:
      '论文按校定期刊级别计分，著作按字数计分；分值在本校作者间按贡献率分配，获奖按排名系数表分配。',
  });
  await makeRules(commands, norm.id, demoRules);
  const [first] = demoRules;
  if (first) {
    // Still discussed: it does not count.
    const tried = { ...first, code: 'SX-01', name: `${first.name}（试行）` };
    await commands.save(scoreProject, ruleInput(norm.id, tried, demoRules.length));
  }
  await commands.perform(scoreNorm, 'publish', norm.id);
  return norm.id;
};
