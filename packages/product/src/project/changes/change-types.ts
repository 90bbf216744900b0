import { type MemberRow, membersUnderLeader } from '../common/parts.ts';

/** Codes of `changeType` that the program evaluates. */
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

/** Condition that a change includes one of the given types. */
export const changesOneOf =
  (...codes: readonly string[]) =>
  ({ changeTypes }: { readonly changeTypes?: unknown }): boolean =>
    Array.isArray(changeTypes) && codes.some((code) => changeTypes.includes(code));

/** True if the change is possible for the kind of project: only contracts have an amount. */
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
 * Members after approval of a change: the entered ones, otherwise the previous ones under the new
 * leader; null if unchanged.
 */
export const membersAfterChange = (row: People): readonly Partial<MemberRow>[] | null => {
  if (row.newMembers?.length) return row.newMembers;
  if (row.newLeader === null || !row.oldMembers?.length) return null;
  const before = { leader: row.programLeader, stays: row.oldLeaderStays === '1' };
  return membersUnderLeader(row.oldMembers, row.newLeader, before);
};

/** Non-empty values; a sub-table without lines counts as empty. */
export const filledValues = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<Values>;
