import type { Label } from '@keyan/kernel/label.ts';
import { type AuthorRow, defaultRates, isOurAuthor, personIdOf } from '../common/authors.ts';
import { authorsOf } from './authors.ts';
import type { ClaimRow } from './claim.ts';
import type { ThesisRow } from './thesis.ts';

/** Fields of a claim about its authors. */
export type ClaimedAuthors = Pick<
  ClaimRow,
  'claimUserId' | 'authorSort' | 'authorType' | 'schoolSign' | 'otherAuthors'
>;

type Printed = Pick<ThesisRow, 'authorsText' | 'addresses' | 'reprintAuthor'>;

/** Author of the university as named in a claim. */
interface Named {
  readonly sort: number;
  readonly personType: AuthorRow['personType'];
  readonly userId: string | null;
  readonly personnelId: string | null;
  readonly name: string | null;
  readonly authorType: AuthorRow['authorType'];
}

/** Returns the claimant, then the other authors of the university, each with the position. */
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

/** Reads addresses by author, as databases print them: `[Lin, Xiaolan; Wu, Q] Demo Univ`. */
const addressesBy = (addresses: string | null): ReadonlyMap<string, string> =>
  new Map(
    (addresses ?? '').split('\n').flatMap((line) => {
      const [, names = '', place = ''] = /^\[([^\]]*)\]\s*(.+)$/.exec(line.trim()) ?? [];
      return names.split(';').map((name) => [name.trim(), place] as const);
    }),
  );

/** Unit of authors without affiliation, since the form requires one. */
const unknownUnit: Label = ['未注明', 'Not stated'];

const lettersOf = (text: string, most: number): string => [...text].slice(0, most).join('');

/** Returns the role from the position and the mark of a corresponding author. */
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
 * Returns the author lines of a new paper: as printed in the record, with the university's authors from the claim.
 * Contributions are the defaults.
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
      // A chosen author gets name and department from the account or the personnel file.
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

/** Returns the lines with one of them changed. */
const changed = <L extends AuthorRow>(
  lines: readonly L[],
  index: number,
  change: Partial<AuthorRow>,
): readonly L[] => lines.map((line, at) => (at === index ? { ...line, ...change } : line));

/**
 * Merges the authors of a claim into an existing registration: a listed claimant becomes confirmed, other listed people
 * remain unchanged; a position without a university author becomes that of the claimant, or of another named person,
 * who still has to confirm. Positions and contributions remain.
 * @param ruled true if the office decided for the claimant; then the claimant also replaces another person at the
 * position
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
      // Unit and sex come from the account, so those of the replaced person are cleared.
      ...(held === null ? {} : { unit: null, sex: null, ranks: null, tlDegree: null }),
      authorType: authorType ?? all[at]?.authorType ?? null,
      confirmStatus: isClaimant ? '1' : userId === null ? null : '0',
    });
  }, lines);
