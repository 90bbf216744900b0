import { matchAuthors, type StaffIndex, type StaffMember } from '../bibliography/staff.ts';
import { authorsOf } from './authors.ts';

/** From this many points on a person is told that the record may be theirs. */
export const tellFrom = 60;
/** With fewer points the office does not see a person either. */
const showFrom = 40;
const mostShown = 20;

/** Points of each reason; an address or an ORCID that is met counts as certain. */
const points = { name: 40, institution: 20, coauthor: 15 } as const;
const certain = 100;

export type Reason = 'name' | 'institution' | 'identity' | 'coauthor';

/** Data known of a person beside the spellings of the name. */
export interface Scholar extends StaffMember {
  /** E-mail addresses, ORCID, ResearcherID: as databases print them. */
  readonly identities: readonly string[];
}

/** Fields of a collected record that are compared. */
export interface Work {
  readonly authorsText: string | null;
  readonly addresses: string | null;
  readonly reprintAuthor: string | null;
}

/** A person whom a record may belong to. */
export interface Match {
  readonly userId: string;
  readonly name: string;
  readonly score: number;
  readonly reasons: readonly Reason[];
  /** The place among the authors, from 1; null where only an address led to the person. */
  readonly sort: number | null;
}

/** Letters and digits only, small, so that `Demo Univ.` is part of `Demo University`. */
const key = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('university', 'univ')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Is the identity in the text, and not a part of a longer one? */
const mentions = (text: string, given: string): boolean => {
  const identity = given.toLowerCase();
  for (let at = text.indexOf(identity); at >= 0; at = text.indexOf(identity, at + 1)) {
    const before = text.slice(Math.max(0, at - 1), at);
    const behind = text.slice(at + identity.length, at + identity.length + 2);
    if (!/[\w.@-]/.test(before) && !/^(?:[\w@-]|\.\w)/.test(behind)) return true;
  }
  return false;
};

/** Everybody with the spelling of an author, with the author's place; the surest spelling wins. */
const named = async (
  work: Work,
  staff: StaffIndex,
): Promise<ReadonlyMap<string, { readonly member: StaffMember; readonly sort: number }>> => {
  const found = new Map<string, { member: StaffMember; sort: number }>();
  const matches = await matchAuthors(authorsOf(work), staff);
  matches.forEach(({ member, candidates }, index) => {
    for (const one of [...(member ? [member] : []), ...candidates]) {
      if (!found.has(one.id)) found.set(one.id, { member: one, sort: index + 1 });
    }
  });
  return found;
};

/**
 * People whom a record may belong to, with points and reasons, the likeliest first.
 * @param staff by the spellings of their names
 * @param scholars by their ids
 * @param university names of the institution, in all its spellings
 * @param coauthors of a person in papers before: ids of colleagues, and names as printed
 */
export const matchWork = async (
  work: Work,
  staff: StaffIndex,
  scholars: ReadonlyMap<string, Scholar>,
  university: readonly string[],
  coauthors: (ids: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>,
): Promise<readonly Match[]> => {
  const text = [work.addresses, work.reprintAuthor].join('\n').toLowerCase();
  const place = key(text);
  const ours = university.some((name) => key(name) !== '' && place.includes(key(name)));
  const byName = await named(work, staff);
  const met = new Set(
    [...scholars.values()]
      .filter(({ identities }) => identities.some((one) => mentions(text, one)))
      .map(({ id }) => id),
  );
  const ids = [...new Set([...byName.keys(), ...met])];
  const known = ids.length === 0 ? new Map() : await coauthors([...byName.keys()]);
  const others = new Set([...byName.keys(), ...authorsOf(work).map(({ name }) => name)]);
  const matches = ids.map((userId): Match => {
    const spelled = byName.get(userId);
    const worked = [...(known.get(userId) ?? [])].some((one) => one !== userId && others.has(one));
    const reasons: readonly Reason[] = [
      ...(met.has(userId) ? (['identity'] as const) : []),
      ...(spelled ? (['name'] as const) : []),
      ...(ours ? (['institution'] as const) : []),
      ...(spelled && worked ? (['coauthor'] as const) : []),
    ];
    const sum = reasons.reduce(
      (total, reason) => total + (reason === 'identity' ? certain : points[reason]),
      0,
    );
    return {
      userId,
      name: scholars.get(userId)?.name ?? spelled?.member.name ?? '',
      score: Math.min(sum, certain),
      reasons,
      sort: spelled?.sort ?? null,
    };
  });
  return matches
    .filter(({ score }) => score >= showFrom)
    .sort((one, other) => other.score - one.score || Number(one.userId) - Number(other.userId))
    .slice(0, mostShown);
};
