import type { Decoder } from '@keyan/kernel/values/encoding.ts';
import { isHanSurname } from './name.ts';
import type { NameSpellings } from './pinyin.ts';
import type { Author } from './reference.ts';
import { hasHan } from './text.ts';

/** Person of the university who may be an author. */
export interface StaffMember {
  /** Id of the user account, or of the personnel file if there is no account. */
  readonly id: string;
  /** False for a person with a personnel file but without an account. */
  readonly hasAccount?: boolean;
  readonly name: string;
  /** Other names of the person: variants, English name, former name. */
  readonly aliases?: readonly string[];
  readonly jobNum?: string;
  readonly departmentName?: string;
  /** Code of `personType`; faculty (`01`) if absent. */
  readonly personType?: string;
}

/** Kind of match, from certain to likely. */
export type MatchKind = 'name' | 'pinyin' | 'initials';

/** Author, and the staff members who match. */
export interface AuthorMatch {
  readonly author: Author;
  /** The only matching person; absent if none or several match, or the affiliation is another university. */
  readonly member?: StaffMember;
  readonly by?: MatchKind;
  /** True if the author's affiliation is this university; absent if the source gives no affiliation. */
  readonly ours?: boolean;
  /** Candidates for the user's choice, if several people match or the affiliation is another university. */
  readonly candidates: readonly StaffMember[];
}

/** Index from spellings to people for each kind of match. Build once per staff list. */
export interface StaffIndex {
  readonly byName: ReadonlyMap<string, readonly StaffMember[]>;
  readonly byPinyin: ReadonlyMap<string, readonly StaffMember[]>;
  readonly byInitials: ReadonlyMap<string, readonly StaffMember[]>;
}

/** Key for comparing Chinese names: without blanks, middle dots unified. */
const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\s\u3000]/g, '')
    .replace(/[•‧・．˙]/g, '·')
    .toLowerCase();

const letters = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

/** Splits a Latin name at blanks, dots and hyphens. */
const words = (text: string): string[] => text.split(/[\s.\-‐‑–'’]+/).filter(Boolean);

const surnameLength = (name: string): number => {
  const head = [...name].slice(0, 2).join('');
  return head.length > 1 && [...name].length > 2 && isHanSurname(head) ? 2 : 1;
};

interface NameOrder {
  readonly family: string;
  readonly given: string;
}

/** Returns family and given name as stated; both orders if the source does not say. */
function orders(author: Author): NameOrder[] {
  const { family, given } = author;
  // Both orders even if stated, since journals print Chinese names either way.
  if (family && given)
    return [
      { family, given },
      { family: given, given: family },
    ];
  const parts = author.name.split(/\s+/).filter(Boolean);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length < 2) return [];
  return [
    { family: last, given: parts.slice(0, -1).join(' ') },
    { family: first, given: parts.slice(1).join(' ') },
  ];
}

/** Returns the initials if the given name consists only of initials: `X. L.`, `X.-L.`, `XL`, `X`. */
function initialsOf(given: string): string | undefined {
  const parts = words(given);
  const single = parts.length > 0 && parts.every((part) => letters(part).length === 1);
  const block = parts.length === 1 && /^[A-Z]{1,3}$/.test(parts[0] ?? '');
  return single || block ? letters(given) : undefined;
}

/** Key of all letters of a name, for long names without a Han family name. */
const wholeKey = (text: string): string => `~${text}`;

const fullKeys = (author: Author): string[] =>
  orders(author).flatMap(({ family, given }) => [
    `${letters(family)} ${letters(given)}`,
    wholeKey(letters(family) + letters(given)),
  ]);

const initialKeys = (author: Author): string[] =>
  orders(author).flatMap(({ family, given }) => {
    const initials = initialsOf(given);
    return initials ? [`${letters(family)} ${initials}`] : [];
  });

/** Returns the spellings of a Latin name. */
function latinSpellings(name: string): NameSpellings {
  const found = orders({ name });
  return {
    full: found.map(({ family, given }) => `${letters(family)} ${letters(given)}`),
    initials: found.flatMap(({ family, given }) => {
      const initials = words(given)
        .map((word) => letters(word)[0] ?? '')
        .join('');
      return [`${letters(family)} ${initials}`, `${letters(family)} ${initials[0] ?? ''}`];
    }),
  };
}

/** Minimum number of characters of a Chinese name that is treated as a long name. */
const longName = 4;

/**
 * Returns spellings of long names: of minorities, with and without the middle dot (`阿卜杜拉·买买提` as `Maimaiti, Abudula`),
 * and of four or more characters.
 */
function longSpellings(
  name: string,
  spell: (text: string, family: number) => NameSpellings,
): NameSpellings {
  const sounds = (text: string): string[] => [
    ...new Set(
      [...text].length === 1
        ? spell(`${text}一`, 1).full.map((one) => one.split(' ')[0] ?? '')
        : spell(text, 1).full.map((one) => one.replace(' ', '')),
    ),
  ];
  const plain = name.replaceAll('·', '');
  const whole = [...plain].length >= longName ? sounds(plain).map(wholeKey) : [];
  const [first = '', second = '', ...more] = name.split('·');
  if (second === '' || more.length > 0) return { full: whole, initials: [] };
  const pairs = sounds(first).flatMap((one) =>
    sounds(second).map((other) => [one, other] as const),
  );
  return {
    full: [...whole, ...pairs.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`])],
    initials: pairs.flatMap(([one, other]) => [`${one} ${other[0]}`, `${other} ${one[0]}`]),
  };
}

/** Person without former names, and all names for matching. */
interface Signed {
  readonly shown: StaffMember;
  readonly names: readonly string[];
}

const signed = ({ aliases = [], ...shown }: StaffMember): Signed => ({
  shown,
  names: [shown.name, ...aliases],
});

function add(index: Map<string, StaffMember[]>, key: string, member: StaffMember): void {
  const found = index.get(key);
  if (!found) index.set(key, [member]);
  else if (!found.includes(member)) found.push(member);
}

/** Builds the index of a staff list (about 250 ms for 5,000 people). Loads the pinyin dictionary. */
export async function indexStaff(staff: readonly StaffMember[]): Promise<StaffIndex> {
  const { pinyinSpellings } = await import('./pinyin.ts');
  const byPinyin = new Map<string, StaffMember[]>();
  const byInitials = new Map<string, StaffMember[]>();
  const people = staff.map(signed);
  for (const { shown, names } of people) {
    for (const printed of names) {
      const name = nameKey(printed);
      const spelled = hasHan(name)
        ? pinyinSpellings(name, surnameLength(name))
        : latinSpellings(printed);
      const long = hasHan(name) ? longSpellings(name, pinyinSpellings) : { full: [], initials: [] };
      for (const key of [...spelled.full, ...long.full]) add(byPinyin, key, shown);
      for (const key of [...spelled.initials, ...long.initials]) add(byInitials, key, shown);
    }
  }
  return { byName: indexNames(people), byPinyin, byInitials };
}

function indexNames(people: readonly Signed[]): Map<string, StaffMember[]> {
  const byName = new Map<string, StaffMember[]>();
  for (const { shown, names } of people) {
    for (const printed of names) {
      add(byName, nameKey(printed), shown);
      // Names are printed with and without the middle dot.
      if (nameKey(printed).includes('·')) add(byName, nameKey(printed).replaceAll('·', ''), shown);
    }
  }
  return byName;
}

const none: ReadonlyMap<string, readonly StaffMember[]> = new Map();

/** Returns the distinct people with any of the keys. */
const people = (
  index: ReadonlyMap<string, readonly StaffMember[]>,
  keys: readonly string[],
): StaffMember[] => [...new Set(keys.flatMap((key) => index.get(key) ?? []))];

/** Globals of browser and Node that the TypeScript library for neither declares. */
const platform = globalThis as unknown as { readonly TextDecoder: Decoder };

/** Simplified characters: those of GB 2312, taken from the platform's decoder. */
const simplified: ReadonlySet<string> = new Set(
  new platform.TextDecoder('gbk').decode(
    Uint8Array.from({ length: 72 * 94 * 2 }, (_, at) => {
      const place = at >> 1;
      return at % 2 === 0 ? 0xb0 + Math.floor(place / 94) : 0xa1 + (place % 94);
    }),
  ),
);

const isSimplified = (character: string): boolean => simplified.has(character);

/** Returns whether a Chinese name contains characters outside simplified Chinese, such as `林曉嵐`. */
const isTraditional = (name: string): boolean =>
  hasHan(name) && [...nameKey(name)].some((character) => !isSimplified(character));

/**
 * Returns whether two names with the same pinyin agree in all characters common to traditional and simplified Chinese.
 */
const isOtherWriting = (printed: string, name: string): boolean => {
  const [one, other] = [[...nameKey(printed)], [...nameKey(name)]];
  return (
    one.length === other.length &&
    one.every((character, at) => !isSimplified(character) || character === other[at])
  );
};

/** Returns the pinyin spellings of names in traditional characters. */
const pinyinOf = async (
  authors: readonly Author[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (authors.length === 0) return new Map();
  const { pinyinSpellings } = await import('./pinyin.ts');
  return new Map(
    authors.map(({ name }) => [
      name,
      pinyinSpellings(nameKey(name), surnameLength(nameKey(name))).full,
    ]),
  );
};

const institutionKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('university', 'univ')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns whether an affiliation is this university, by its name or by the department of a matching person. */
function isOurs(
  affiliation: string,
  university: readonly string[],
  found: readonly StaffMember[],
): boolean {
  const key = institutionKey(affiliation);
  return [...university, ...found.map(({ departmentName = '' }) => departmentName)]
    .map(institutionKey)
    .some((name) => name !== '' && key.includes(name));
}

/**
 * Matches one author: the most certain kind with any result decides. If the affiliation is another university, nobody
 * is chosen, and people with the name become candidates.
 */
function matchOne(
  author: Author,
  index: StaffIndex,
  university: readonly string[],
  spelled: readonly string[],
): AuthorMatch {
  const ways: readonly (readonly [by: MatchKind, found: StaffMember[]])[] = [
    ['name', people(index.byName, [nameKey(author.name)])],
    ['pinyin', people(index.byPinyin, fullKeys(author))],
    [
      'pinyin',
      people(index.byPinyin, spelled).filter(({ name }) => isOtherWriting(author.name, name)),
    ],
    ['initials', people(index.byInitials, initialKeys(author))],
  ];
  const [by, found] = ways.find(([, members]) => members.length > 0) ?? [undefined, []];
  const { affiliation } = author;
  const stated =
    affiliation === undefined || university.length === 0
      ? {}
      : { ours: isOurs(affiliation, university, found) };
  const [member] = found;
  return found.length === 1 && stated.ours !== false
    ? { author, ...stated, member, by, candidates: [] }
    : { author, ...stated, by, candidates: found };
}

const certainty: Readonly<Record<MatchKind, number>> = { name: 3, pinyin: 2, initials: 1 };

/** Resolves people who match several authors: the most certain match wins; equally certain ones become candidates. */
function withoutRivals(matches: readonly AuthorMatch[]): AuthorMatch[] {
  /** Kinds of the matches for each person, the most certain first. */
  const claims = new Map<StaffMember, MatchKind[]>();
  for (const { member, by } of matches) {
    if (member && by)
      claims.set(member, [...(claims.get(member) ?? []), by].sort(bySureness).slice(0, 2));
  }
  return matches.map((match) => {
    const { member, ...rest } = match;
    const { by } = rest;
    if (!member || !by) return match;
    const [surest, next] = claims.get(member) ?? [];
    const stands = by === surest && by !== next;
    return stands ? match : { ...rest, candidates: [member] };
  });
}

const bySureness = (one: MatchKind, other: MatchKind): number => certainty[other] - certainty[one];

/**
 * Matches authors to staff: by exact Chinese name, by full pinyin in either order with every reading (`Lin Xiaolan`,
 * `LIN, Xiao-Lan`), or by initials (`Lin XL`, `X. Lin`). A single match is chosen; several become candidates. Loads the
 * pinyin dictionary only for names in Latin letters or traditional characters.
 * @param staff people to search, or their index from {@link indexStaff}
 * @param university names of the university; if omitted, affiliations are not compared
 */
export async function matchAuthors(
  authors: readonly Author[],
  staff: readonly StaffMember[] | StaffIndex,
  university: readonly string[] = [],
): Promise<AuthorMatch[]> {
  const index = 'byName' in staff ? staff : await indexFor(authors, staff);
  const spelled = await pinyinOf(authors.filter(({ name }) => isTraditional(name)));
  return withoutRivals(
    authors.map((author) => matchOne(author, index, university, spelled.get(author.name) ?? [])),
  );
}

async function indexFor(
  authors: readonly Author[],
  staff: readonly StaffMember[],
): Promise<StaffIndex> {
  const needsPinyin = ({ name }: Author): boolean => !hasHan(name) || isTraditional(name);
  if (authors.some(needsPinyin)) return indexStaff(staff);
  return { byName: indexNames(staff.map(signed)), byPinyin: none, byInitials: none };
}
