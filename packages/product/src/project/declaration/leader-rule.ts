import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { group } from '@keyan/kernel/definition/field/group.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { personnelCategory } from '../../people/dictionaries.ts';

/** Levels of ranks, highest first; the last digit of a GB/T 8561 code gives the level. */
export const rankLevel = dictionary(
  'rankLevel',
  ['职称级别', 'Rank level'],
  [
    ['1', '正高级', 'full senior'],
    ['2', '副高级', 'associate senior'],
    ['3', '中级', 'intermediate'],
    ['4', '助理级', 'assistant'],
  ],
);

/**
 * Levels of degrees, highest first; the first digit of a GB/T 6864 code gives the level, except
 * honorary degrees.
 */
export const degreeLevel = dictionary(
  'degreeLevel',
  ['学位层次', 'Degree level'],
  [
    ['2', '博士', 'doctor'],
    ['3', '硕士', 'master'],
    ['4', '学士', 'bachelor'],
  ],
);

/** Fields of 负责人资格条件: requirements for leaders; empty fields are not checked. */
export const leaderRule = group(['负责人资格条件', 'Leader eligibility'], {
  leaderRank: f.dict(['最低职称', 'minimum rank'], rankLevel),
  leaderDegree: f.dict(['最低学位', 'minimum degree'], degreeLevel),
  leaderMinAge: f.integer(['最小年龄', 'minimum age']).between(18, 99),
  leaderMaxAge: f
    .integer(['最大年龄', 'maximum age'])
    .between(18, 99)
    .help([
      '按申报年度 1 月 1 日的周岁计算',
      'Age in full years on 1 January of the year of the call',
    ]),
  leaderSorters: f.dicts(['人员类别', 'categories'], personnelCategory),
});

/** Requirements of a plan for leaders, with its year. */
export type LeaderRule = RowOf<typeof leaderRule> & { readonly planYear: number | null };

/** Personnel data that the requirements check. */
export interface LeaderFile {
  readonly rank: string | null;
  readonly degree: string | null;
  readonly birthDate: string | null;
  readonly sorter: string | null;
}

/** Age in full years on 1 January of a year. */
export const ageOnNewYear = (birthDate: string, year: number): number => {
  const born = Number(birthDate.slice(0, 4));
  return year - born - (birthDate.slice(5) === '01-01' ? 0 : 1);
};

const nameIn = (entries: readonly { code: string; label: Label }[], code: string): Label =>
  entries.find((entry) => entry.code === code)?.label ?? [code, code];

/** Unmet requirements in words. A requirement on missing data counts as unmet. */
export const unmetRequirements = (rule: LeaderRule, file: LeaderFile): readonly Label[] => {
  const lacks: Label[] = [];
  const { leaderRank, leaderDegree, leaderMinAge, leaderMaxAge, leaderSorters, planYear } = rule;
  const level = file.rank?.at(-1);
  if (leaderRank && !(level && level <= leaderRank)) {
    const [zh, en] = nameIn(rankLevel.entries, leaderRank);
    lacks.push([`职称不符合要求：需${zh}及以上`, `rank not eligible: must be ${en} or higher`]);
  }
  const degree = file.degree?.at(0);
  if (leaderDegree && !(degree && degree !== '1' && degree <= leaderDegree)) {
    const [zh, en] = nameIn(degreeLevel.entries, leaderDegree);
    lacks.push([`学位不符合要求：需${zh}及以上`, `degree not eligible: must be ${en} or higher`]);
  }
  const age = file.birthDate && planYear ? ageOnNewYear(file.birthDate, planYear) : null;
  if (leaderMinAge !== null && (age === null || age < leaderMinAge)) {
    lacks.push([
      `年龄不符合要求：需满 ${leaderMinAge} 周岁`,
      `age not eligible: the minimum is ${leaderMinAge}`,
    ]);
  }
  if (leaderMaxAge !== null && (age === null || age > leaderMaxAge)) {
    lacks.push([
      `年龄不符合要求：不超过 ${leaderMaxAge} 周岁`,
      `age not eligible: the maximum is ${leaderMaxAge}`,
    ]);
  }
  const of = leaderSorters ?? [];
  if (of.length > 0 && !(of as readonly string[]).includes(file.sorter ?? '')) {
    const names = of.map((code) => nameIn(personnelCategory.entries, code));
    lacks.push([
      `人员类别不符合要求：需${names.map(([zh]) => zh).join('、')}`,
      `category not eligible: must be ${names.map(([, en]) => en).join(' or ')}`,
    ]);
  }
  return lacks;
};
