import type { Label } from '@keyan/kernel/label.ts';
import { plus } from '@keyan/kernel/values/amounts.ts';
import type { ResultValues, ScoredPerson } from './compute.ts';

// Compares a what-if computation with current scores. Pure functions.

/** Current score. */
export interface CurrentScore {
  readonly userId: string | null;
  readonly fkDeptId: string | null;
  readonly bizId: string | null;
  readonly scoreObject: string | null;
  readonly title: string | null;
  readonly itemName: string | null;
  readonly finalScore: string | null;
}

/** Personnel data by which groups are compared. */
export interface ComparedFile {
  readonly userId: string | null;
  readonly ranks: string | null;
  readonly birthDate: string | null;
  readonly subjectTitle: string | null;
}

const keyOf = (bizId: unknown, userId: unknown): string => `${bizId}/${userId}`;

/** Explanation of an output without a score under the trial norm. */
const notScoredText: Label = [
  '按试算标准不计分：没有符合的规则，或不在所计的代表作之列',
  'Not scored by this norm: no rule matches, or it is not among the representative works that count',
];

/** Current and trial score of each person and output, with both rules. */
export const outputsCompared = (
  before: readonly CurrentScore[],
  after: readonly ResultValues[],
): readonly ResultValues[] => {
  const then = new Map(before.map((one) => [keyOf(one.bizId, one.userId), one]));
  const now = new Map(after.map((one) => [keyOf(one.bizId, one.userId), one]));
  return [...new Set([...then.keys(), ...now.keys()])].map((key) => {
    const [old, next] = [then.get(key), now.get(key)];
    const pick = (name: 'userId' | 'fkDeptId' | 'bizId' | 'scoreObject' | 'title') =>
      next?.[name] ?? old?.[name] ?? null;
    return {
      userId: pick('userId'),
      fkDeptId: pick('fkDeptId'),
      bizId: pick('bizId'),
      scoreObject: pick('scoreObject'),
      title: pick('title'),
      beforeRule: old?.itemName ?? '—',
      afterRule: next?.itemName ?? '—',
      beforeScore: old?.finalScore ?? '0.00',
      afterScore: next?.score ?? '0.00',
      working: next?.working ?? notScoredText[0],
      workingEn: next?.workingEn ?? notScoredText[1],
    };
  });
};

const sums = <T extends { readonly userId?: unknown }>(
  rows: readonly T[],
  field: keyof T & string,
): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const row of rows) {
    const person = String(row.userId);
    found.set(person, plus('0.00', found.get(person), String(row[field] ?? '0')));
  }
  return found;
};

/** Age in years at the end of a year; null without a birth date. */
const ageOf = (birthDate: string | null, year: number): number | null =>
  birthDate === null ? null : year - Number(birthDate.slice(0, 4));

/** First-level discipline of a code (GB/T 13745). */
const disciplineOf = (code: string | null): string | null => code?.slice(0, 3) || null;

/** People with a current or trial score, with rank and age. */
export const peopleCompared = (
  before: readonly CurrentScore[],
  after: readonly ResultValues[],
  people: readonly ScoredPerson[],
  files: readonly ComparedFile[],
  year: number,
): readonly ResultValues[] => {
  const then = sums(before, 'finalScore');
  const now = sums(after, 'score');
  const fileOf = new Map(files.map((one) => [one.userId, one]));
  return people
    .filter(({ id }) => then.has(id) || now.has(id))
    .map((one) => {
      const file = fileOf.get(one.id);
      return {
        userId: one.id,
        personName: one.name,
        jobNum: one.jobNum,
        fkDeptId: one.department,
        ranks: file?.ranks ?? null,
        age: ageOf(file?.birthDate ?? null, year),
        subject: disciplineOf(file?.subjectTitle ?? null),
        beforeScore: then.get(one.id) ?? '0.00',
        afterScore: now.get(one.id) ?? '0.00',
      };
    });
};
