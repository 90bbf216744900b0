import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { sponsorLimit } from './limit-fields.ts';

/** Stored rule of a sponsor. */
export type LimitRule = Omit<RowOf<typeof sponsorLimit.fields>, 'status'>;

/** Role of a person in a project: leader or member (codes of `limitRole`). */
export type ProjectPart = '1' | '2';

/** Counted work: a pending declaration, or a project of the ledger. */
export interface CountedWork {
  readonly id: string;
  readonly name: string;
  /** Name in messages: the number, otherwise the title. */
  readonly number: string;
  readonly resource: string | null;
  readonly type: string | null;
  readonly part: ProjectPart;
  /** Year of the call or of the approval. */
  readonly year: number | null;
  readonly endDate: string | null;
}

/** Works of one person that sponsors count. */
export interface Works {
  readonly applying: readonly CountedWork[];
  readonly holding: readonly CountedWork[];
  /** Projects that the person ever took part in. */
  readonly held: readonly CountedWork[];
}

/** Role that a person wants in a project. */
export interface RequestedPart {
  readonly part: ProjectPart;
  readonly resource: string | null;
  /** Project type; null while none is chosen. */
  readonly type: string | null;
  readonly year: number;
  readonly isSenior: boolean;
}

/** Finding about a person by a sponsor’s rule. */
export interface LimitFinding {
  readonly level: 'error' | 'warn';
  /** Text with the placeholder `{name}` of the person. */
  readonly message: Label;
  /** First day on which the finding no longer applies; null if no day removes it. */
  readonly until: string | null;
  /** Condition that removes the finding, if not a date. */
  readonly free: Label | null;
}

const includes = (codes: readonly string[] | null, code: string | null): boolean =>
  code !== null && (codes ?? []).includes(code);

const within = (codes: readonly string[] | null, code: string | null): boolean =>
  (codes ?? []).length === 0 || includes(codes, code);

/** True if a tree code equals another or is its descendant. */
const isBelow = (code: string | null, above: string | null): boolean =>
  code !== null && above !== null && code.startsWith(above);

/** True if a rule applies to the role; rules for certain types do not while no type is chosen. */
const appliesTo = (rule: LimitRule, wanted: RequestedPart): boolean =>
  isBelow(wanted.resource, rule.resource) &&
  (rule.planYear === null || rule.planYear === wanted.year) &&
  within(rule.types, wanted.type) &&
  includes(rule.parts, wanted.part) &&
  (rule.sameType !== '1' || wanted.type !== null) &&
  (rule.ranks === '0' || (rule.ranks === '1') === wanted.isSenior);

/** Function that tells whether a rule counts a work for the wanted role. */
const counts =
  (rule: LimitRule, wanted: RequestedPart) =>
  (work: CountedWork): boolean =>
    isBelow(work.resource, rule.resource) &&
    within(rule.countedTypes, work.type) &&
    (rule.sameType !== '1' || work.type === wanted.type);

const isFreeBy = (rule: LimitRule, { endDate }: CountedWork, year: number): boolean =>
  rule.endsFree === '1' && endDate !== null && Number(endDate.slice(0, 4)) <= year;

/** Day from which a running project no longer counts. */
const freeFrom = (rule: LimitRule, { endDate }: CountedWork): string | null =>
  rule.endsFree === '1' && endDate !== null ? `${endDate.slice(0, 4)}-01-01` : null;

const listed = (works: readonly CountedWork[]): string =>
  works.map(({ number }) => number).join('、');

/** Finding of one rule; null if it is satisfied. */
const findingOf = (rule: LimitRule, wanted: RequestedPart, works: Works): LimitFinding | null => {
  const counted = counts(rule, wanted);
  const applying = works.applying.filter(
    (work) => work.year === wanted.year && includes(rule.applying, work.part) && counted(work),
  );
  const holding = works.holding.filter(
    (work) =>
      includes(rule.holding, work.part) &&
      counted(work) &&
      !isFreeBy(rule, work, wanted.year) &&
      !(work.part === '2' && rule.joinedSince !== null && (work.year ?? 0) < rule.joinedSince),
  );
  const lastYear = wanted.year - 1;
  const held = works.held.filter(
    (work) =>
      includes(rule.held, work.part) &&
      counted(work) &&
      (rule.heldWindow !== '1' || work.year === lastYear),
  );
  const found = [
    ...applying,
    ...holding,
    ...held.filter(({ id }) => !holding.some((one) => one.id === id)),
  ];
  const most = rule.most ?? 0;
  const excess = found.length + (rule.itself === '1' ? 1 : 0) - most;
  if (excess <= 0) return null;
  const ends = holding.map((work) => freeFrom(rule, work)).sort();
  const isOnlyHeld = holding.length === found.length;
  const last =
    rule.heldWindow === '1' && held.length === found.length ? `${wanted.year + 1}-01-01` : null;
  return {
    level: rule.level === '2' ? 'warn' : 'error',
    message: fill(
      [
        '【{name}】{rule}已达 {count} 项（{works}），限 {most} 项',
        '{name}: {rule}: {count} so far ({works}), limit {most}',
      ],
      {
        name: '{name}',
        rule: rule.limitName ?? '',
        count: found.length,
        works: listed(found),
        most,
      },
    ),
    until: last ?? (isOnlyHeld && ends.length >= excess ? (ends[excess - 1] ?? null) : null),
    free:
      applying.length >= excess
        ? fill(['申报【{works}】未获资助后', 'once {works} was not funded'], {
            works: listed(applying),
          })
        : null,
  };
};

/** Findings of all sponsor rules about a wanted role. */
export const limitFindings = (
  rules: readonly LimitRule[],
  wanted: RequestedPart,
  works: Works,
): readonly LimitFinding[] =>
  rules
    .filter((rule) => appliesTo(rule, wanted))
    .flatMap((rule) => findingOf(rule, wanted, works) ?? []);
