import { type AuthorMatch, matchAuthors, type StaffIndex } from '../bibliography/staff.ts';

/** Author line with the data that the quality desk reads. */
export interface AuthorText {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  /** Code of `personType`. */
  readonly personType: string;
  readonly userId: string | null;
}

/** Person who may be the author, with points up to 100 and the reasons. */
export interface PersonCandidate {
  readonly userId: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** Author without account who may belong to the university. */
export interface UnlinkedAuthor {
  readonly line: string;
  readonly isOurUnit: boolean;
  readonly guesses: readonly PersonCandidate[];
  readonly score: number;
}

/** Points of R-507, plus the unit in the author's line. */
const points = {
  name: 40,
  pinyin: 30,
  initials: 15,
  unit: 30,
  department: 15,
  coauthor: 15,
} as const;

const maxCandidates = 5;

/** Code of students, who have no account to match. */
const student = '02';

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const isOurs = (unit: string, university: readonly string[]): boolean => {
  const place = letters(unit);
  return university.map(letters).some((name) => name !== '' && place.includes(name));
};

const guessesOf = (
  { by, member, candidates }: AuthorMatch,
  unit: string,
  isOurUnit: boolean,
  coauthors: ReadonlyMap<string, ReadonlySet<string>>,
  present: ReadonlySet<string>,
): readonly PersonCandidate[] =>
  (member ? [member] : candidates)
    .filter(({ id }) => !present.has(id))
    .map(({ id, departmentName }) => {
      const department = departmentName ? letters(departmentName) : '';
      const inDepartment = department !== '' && letters(unit).includes(department);
      const worked = [...(coauthors.get(id) ?? [])].some((one) => one !== id && present.has(one));
      const reasons = [
        ...(by === 'name' ? ['name'] : by ? ['spelling'] : []),
        ...(isOurUnit ? ['unit'] : []),
        ...(inDepartment ? ['department'] : []),
        ...(worked ? ['coauthor'] : []),
      ];
      const sum =
        (by ? points[by] : 0) +
        (isOurUnit ? points.unit : 0) +
        (inDepartment ? points.department : 0) +
        (worked ? points.coauthor : 0);
      return { userId: id, score: Math.min(100, sum), reasons };
    })
    .toSorted((one, other) => other.score - one.score || one.userId.localeCompare(other.userId))
    .slice(0, maxCandidates);

/**
 * Returns authors without account whose unit is the university or whose name matches a staff member, with candidates.
 * People who are already authors of the record are not candidates.
 * @param university names of the university in all spellings
 * @param coauthorsOf reads previous co-authors of people: account ids
 */
export const unlinkedAuthors = async (
  authors: readonly AuthorText[],
  staff: StaffIndex,
  university: readonly string[],
  coauthorsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>,
): Promise<readonly UnlinkedAuthor[]> => {
  const open = authors.filter(
    (line) => !line.userId && line.personType !== student && line.name !== '',
  );
  if (open.length === 0) return [];
  const present = new Set(authors.flatMap(({ userId }) => (userId ? [userId] : [])));
  const matches = await matchAuthors(
    open.map(({ name }) => ({ name })),
    staff,
  );
  const met = open.flatMap((line, place) => {
    const match = matches[place];
    const isOurUnit = isOurs(line.unit, university);
    return match && (isOurUnit || match.by === 'name') ? [{ line, match, isOurUnit }] : [];
  });
  if (met.length === 0) return [];
  const ids = met.flatMap(({ match: { member, candidates } }) =>
    [...(member ? [member] : []), ...candidates].map(({ id }) => id),
  );
  const coauthors = await coauthorsOf([...new Set(ids)]);
  return met.flatMap(({ line, match, isOurUnit }) => {
    const guesses = guessesOf(match, line.unit, isOurUnit, coauthors, present);
    // Namesake at another institution of an author who is already in the record.
    if (guesses.length === 0 && !isOurUnit) return [];
    const score = guesses[0]?.score ?? points.unit;
    return [{ line: line.id, isOurUnit, guesses, score }];
  });
};
