import type { Label } from '@keyan/kernel/label.ts';
import { type AuthorRow, defaultRates, isOurAuthor, personIdOf } from '../common/authors.ts';
import { authorsOf } from './authors.ts';
import type { ClaimRow } from './claim.ts';
import type { ThesisRow } from './thesis.ts';

/** Fields of a claim that say who the authors are. */
export type ClaimedAuthors = Pick<
  ClaimRow,
  'claimUserId' | 'authorSort' | 'authorType' | 'schoolSign' | 'otherAuthors'
>;

type Printed = Pick<ThesisRow, 'authorsText' | 'addresses' | 'reprintAuthor'>;

/** An author of ours as a claim names one. */
interface Named {
  readonly sort: number;
  readonly personType: AuthorRow['personType'];
  readonly userId: string | null;
  readonly personnelId: string | null;
  readonly name: string | null;
  readonly authorType: AuthorRow['authorType'];
}

/** The claimant, then the other authors of ours, each with the place. */
const namedIn = ({
  claimUserId,
  authorSort,
  authorType,
  otherAuthors,
}: ClaimedAuthors): Named[] => [
  {
    sort: authorSort ?? 1,
    personType: '01',
    userId: claimUserId,
    personnelId: null,
    name: null,
    authorType,
  },
  ...(otherAuthors ?? []).map(
    ({ sort, personType, userId, personnelId, name, authorType: role }) => ({
      sort: sort ?? 0,
      personType,
      userId: isOurAuthor(personType) ? userId : null,
      personnelId: isOurAuthor(personType) && userId === null ? personnelId : null,
      name,
      authorType: role,
    }),
  ),
];

/** `[Lin, Xiaolan; Wu, Qi] Demo Univ`: the address of each name, as databases print them. */
const addressesBy = (addresses: string | null): ReadonlyMap<string, string> =>
  new Map(
    (addresses ?? '').split('\n').flatMap((line) => {
      const [, names = '', place = ''] = /^\[([^\]]*)\]\s*(.+)$/.exec(line.trim()) ?? [];
      return names.split(';').map((name) => [name.trim(), place] as const);
    }),
  );

/** The form wants a unit of everybody. */
const unknownUnit: Label = ['未注明', 'Not stated'];

const lettersOf = (text: string, most: number): string => [...text].slice(0, most).join('');

/** The role by the place and the mark of correspondence, where nobody says otherwise. */
const printedRole = (index: number, corresponding: boolean): AuthorRow['authorType'] => {
  if (index === 0) return corresponding ? '03' : '01';
  return corresponding ? '02' : '06';
};

type Line = Omit<AuthorRow, 'jobNum' | 'confirmStatus'>;

const blank = {
  isFirstUnit: null,
  creditRoles: null,
  sex: null,
  ranks: null,
  tlDegree: null,
} as const;

/**
 * The authors of a paper that is made of a collected record: as printed, and those of ours where the claim
 * says who they are. Shares follow the usual table.
 */
export const authorsOfNewPaper = (printed: Printed, claimed: ClaimedAuthors): readonly Line[] => {
  const ours = new Map(namedIn(claimed).map((one) => [one.sort, one]));
  const authors = authorsOf(printed);
  const places = addressesBy(printed.addresses);
  const reprint = printed.reprintAuthor ?? '';
  const count = Math.max(authors.length, ...ours.keys());
  const rates = defaultRates(count);
  return Array.from({ length: count }, (_, index): Line => {
    const own = ours.get(index + 1);
    const name = authors[index]?.name ?? '';
    const place = places.get(name)?.split(',', 1)[0];
    const line = { ...blank, sort: index + 1, contributionRate: rates[index] ?? '0.00' };
    if (own) {
      // An author who is chosen brings name and department from the account or the personnel file.
      return {
        ...line,
        personType: own.personType,
        userId: own.userId,
        personnelId: own.personnelId,
        name: lettersOf(own.name || name || `${index + 1}`, 50),
        unit: personIdOf(own) ? null : lettersOf(place || unknownUnit[0], 100),
        authorType: own.authorType,
      };
    }
    return {
      ...line,
      personType: '03',
      userId: null,
      personnelId: null,
      name: lettersOf(name || `${index + 1}`, 50),
      unit: lettersOf(place || unknownUnit[0], 100),
      authorType: printedRole(index, name !== '' && reprint.includes(name)),
    };
  });
};

/** Lines with one of them changed. */
const changed = <L extends AuthorRow>(
  lines: readonly L[],
  index: number,
  change: Partial<AuthorRow>,
): readonly L[] => lines.map((line, at) => (at === index ? { ...line, ...change } : line));

/**
 * The authors of a registration that stands, with those whom the claim names: who is there already has
 * confirmed; a place that nobody of ours has becomes the claimant's. Places and shares stay.
 * @param ruled the office decided for the claimant, also against somebody else at the place
 */
export const mergedAuthorsOf = <L extends AuthorRow>(
  lines: readonly L[],
  claimed: ClaimedAuthors,
  ruled: boolean,
): readonly L[] =>
  namedIn(claimed).reduce<readonly L[]>((all, named, nth) => {
    const { sort, personType, userId, personnelId, authorType } = named;
    const person = personIdOf(named);
    if (person === null) return all;
    const isClaimant = nth === 0;
    const there = all.findIndex((line) => personIdOf(line) === person);
    if (there >= 0) return isClaimant ? changed(all, there, { confirmStatus: '1' }) : all;
    const at = all.findIndex((line) => line.sort === sort);
    const held = all[at] ? personIdOf(all[at]) : null;
    if (at < 0 || (held !== null && !(ruled && isClaimant))) return all;
    return changed(all, at, {
      personType,
      userId,
      personnelId,
      // Both are the account's; whose place it was has their own.
      ...(held === null ? {} : { unit: null, sex: null, ranks: null, tlDegree: null }),
      authorType: authorType ?? all[at]?.authorType ?? null,
      confirmStatus: isClaimant ? '1' : userId === null ? null : '0',
    });
  }, lines);
