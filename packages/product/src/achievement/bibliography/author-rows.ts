import { fill, type Label } from '@keyan/kernel/label.ts';
import { defaultRates, isOurAuthor, personIdOf, personReferenceOf } from '../common/authors.ts';
import type { Author } from './reference.ts';
import type { AuthorMatch } from './staff.ts';
import { hasHan } from './text.ts';

/** Conversion of matched authors to the rows of a form. */

/** A row of the sub-table `authors`. */
export interface AuthorRow {
  readonly sort: number;
  /** Code of `personType`: the staff member's, or 校外人员 (`03`) for everybody else. */
  readonly personType: string;
  readonly userId?: string | null;
  /** Personnel file of an author without an account. */
  readonly personnelId?: string | null;
  readonly jobNum?: string;
  readonly name: string;
  readonly unit?: string;
  /** Code of `authorType`. */
  readonly authorType: string;
  /** Percent with two decimals; the rows sum to exactly 100.00. */
  readonly contributionRate: string;
}

/** Function from an author and its position to the role, a code of the kind's dictionary. */
export type AuthorRoleOf = (author: Author, index: number, count: number) => string;

/** Returns the code of `authorType` from the position and the mark of a corresponding author. */
export function authorRoleCodeOf(author: Author, index: number): string {
  if (index === 0) return author.corresponding ? '03' : '01';
  return author.corresponding ? '02' : '06';
}

/** Returns the institution, the first part of a Web of Science address. */
const unitOf = (affiliation = ''): string | undefined =>
  (hasHan(affiliation) ? affiliation : affiliation.split(',', 1)[0])?.slice(0, 100) || undefined;

/**
 * Returns the row of an author: the only matching member; a university author without a choice if several match or the
 * affiliation is this university; otherwise an external author.
 */
function rowOf(
  match: AuthorMatch,
  index: number,
  contributionRate: string,
  authorType: string,
): AuthorRow {
  const { author, member, candidates, ours } = match;
  const inside = member !== undefined || ours === true || (candidates.length > 0 && ours !== false);
  const personType = member?.personType ?? (inside ? '01' : '03');
  return {
    sort: index + 1,
    personType,
    ...(member && isOurAuthor(personType) ? personReferenceOf(member) : {}),
    jobNum: member?.jobNum,
    name: member?.name ?? author.name.slice(0, 50),
    unit: member?.departmentName ?? unitOf(author.affiliation),
    authorType,
    contributionRate,
  };
}

/** Returns the rows of all authors in order, with default contributions. */
export function authorRows(
  matches: readonly AuthorMatch[],
  role: AuthorRoleOf = authorRoleCodeOf,
): AuthorRow[] {
  const rates = defaultRates(matches.length);
  return matches.map((match, index) =>
    rowOf(match, index, rates[index] ?? '0.00', role(match.author, index, matches.length)),
  );
}

const names = (matches: readonly AuthorMatch[], language: 0 | 1): string =>
  matches.map(({ author }) => author.name).join(language === 0 ? '、' : '; ');

const aboutNames = (template: Label, matches: readonly AuthorMatch[]): readonly Label[] =>
  matches.length === 0 ? [] : [fill(template, { names: [names(matches, 0), names(matches, 1)] })];

/** Returns the authors that repeat an earlier author's person or name. */
const repeatedIn = (matches: readonly AuthorMatch[]): readonly AuthorMatch[] => {
  const keysOf = ({ author, member }: AuthorMatch): readonly string[] => [
    author.name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim(),
    ...(member ? [`#${personIdOf(personReferenceOf(member))}`] : []),
  ];
  const seen = new Set<string>();
  return matches.filter((match) => {
    const keys = keysOf(match);
    const isRepeated = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isRepeated;
  });
};

/** Returns hints about authors that the user should check. */
export function authorNotes(matches: readonly AuthorMatch[]): readonly Label[] {
  const chosen = matches.filter(({ member }) => member);
  const sameName = matches.filter(
    ({ candidates, ours }) => candidates.length > 0 && ours === false,
  );
  const open = matches.filter((match) => match.candidates.length > 0 && !sameName.includes(match));
  const missing = matches.filter(
    ({ member, candidates, ours }) => ours === true && !member && candidates.length === 0,
  );
  const none: Label = [
    '没有找到本校作者，请至少选择一名本校作者。',
    'No author of this university was found: choose at least one.',
  ];
  return [
    ...aboutNames(
      [
        '以下作者在题录中重复出现，请核对：{names}。',
        'Named more than once in the record, please check: {names}.',
      ],
      repeatedIn(matches),
    ),
    ...aboutNames(
      [
        '以下作者对应多名本校人员，请选择：{names}。',
        'Several people of the university match, please choose: {names}.',
      ],
      open,
    ),
    ...aboutNames(
      [
        '以下作者按姓名缩写匹配，请核对：{names}。',
        'Matched by initials only, please check: {names}.',
      ],
      chosen.filter(({ by }) => by === 'initials'),
    ),
    ...aboutNames(
      ['以下作者仅按姓名匹配，请核对：{names}。', 'Matched by name alone, please check: {names}.'],
      chosen.filter(({ by, ours }) => by !== 'initials' && ours === undefined),
    ),
    ...aboutNames(
      [
        '以下作者与本校人员同名，但题录中的单位不是本校，已按校外人员带入，请核对：{names}。',
        'Of the same name as staff, but with another institution, and filled in as external; please check: {names}.',
      ],
      sameName,
    ),
    ...aboutNames(
      [
        '以下作者没有账号，已按人员档案带入，开通账号后自动计入本人：{names}。',
        'No account yet, filled in from the personnel files; the output will count for them once they have one: {names}.',
      ],
      chosen.filter(({ member }) => member?.hasAccount === false),
    ),
    ...aboutNames(
      [
        '以下作者的单位是本校，但没有找到对应人员，请选择：{names}。',
        'Of this university by their institution, but not found among the staff, please choose: {names}.',
      ],
      missing,
    ),
    ...(matches.length > 0 && chosen.length + open.length + missing.length === 0 ? [none] : []),
  ];
}
