import { type MemberRow, membersUnderLeader } from '../common/parts.ts';

/** Codes of the dictionary `changeType` whose values this system writes. */
export const changeTypeCodes = {
  leader: '01',
  members: '02',
  name: '03',
  content: '04',
  department: '05',
  results: '06',
  budget: '07',
  dates: '08',
  units: '09',
  contract: '10',
} as const;

/** Is one of these among what is changed? */
export const changesOneOf =
  (...codes: readonly string[]) =>
  ({ changeTypes }: { readonly changeTypes?: unknown }): boolean =>
    Array.isArray(changeTypes) && codes.some((code) => changeTypes.includes(code));

/** True if this kind of project allows the change: only contracts have an amount of their own. */
export const isChangeAllowed = (code: string, kind: string | null): boolean =>
  code !== changeTypeCodes.contract || kind === null || kind === 'horizontal';

interface People {
  readonly programLeader: string | null;
  readonly newLeader: string | null;
  readonly oldLeaderStays: string | null;
  readonly oldMembers: readonly MemberRow[] | null;
  readonly newMembers: readonly MemberRow[] | null;
}

/**
 * The members once the change is approved: those that were entered, else those of before under their new
 * leader; null where they stay as they are.
 */
export const membersAfterChange = (row: People): readonly Partial<MemberRow>[] | null => {
  if (row.newMembers?.length) return row.newMembers;
  if (row.newLeader === null || !row.oldMembers?.length) return null;
  const before = { leader: row.programLeader, stays: row.oldLeaderStays === '1' };
  return membersUnderLeader(row.oldMembers, row.newLeader, before);
};

/** The values that are not empty; a sub-table without lines is empty. */
export const filledValues = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<Values>;
