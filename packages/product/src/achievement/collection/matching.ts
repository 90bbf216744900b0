import {
  type AuthorMatch,
  type MatchKind,
  matchAuthors,
  type StaffIndex,
  type StaffMember,
} from '../bibliography/staff.ts';
import { hasHan } from '../bibliography/text.ts';
import { authorsOf } from './authors.ts';
import { addressNamesPlace, type PlaceName, placeName } from './place-names.ts';

/** Points from which a person is told that the record may be theirs. */
export const notifyFromPoints = 60;
/** Points from which a record is given to a person without the office, unless a rival is within `rivalWithin`. */
export const autoAssignFromPoints = 90;
/** Rivals for the same place of an author lie further behind than this. */
const rivalWithin = 25;
/** Points from which the office sees a person. */
const showFrom = 40;
const mostShown = 20;
const certain = 100;

/** Points of each piece of evidence. */
const points = {
  /** A Chinese name that one person of the university has, and one that several have. */
  name: 45,
  sharedName: 30,
  pinyin: 40,
  initials: 20,
  /** Fewer where several people are spelled so. */
  sharedSpelling: -10,
  /** The university in the address of that author, and only on the record. */
  institution: 20,
  institutionSomewhere: 10,
  college: 10,
  coauthor: 15,
  coauthors: 25,
  discipline: 5,
  elsewhere: -60,
  period: -30,
  denied: -40,
} as const;

/** Years around their time at the university in which a person may still sign with it. */
const slackYears = 2;

export type MatchReason =
  | 'identity'
  | 'name'
  | 'pinyin'
  | 'initials'
  | 'institution'
  | 'college'
  | 'coauthor'
  | 'discipline'
  | 'elsewhere'
  | 'period'
  | 'denied';

/** Data known of a person beside the spellings of the name. */
export interface ScholarToMatch extends StaffMember {
  /** E-mail addresses, ORCID, ResearcherID: as databases print them. */
  readonly identities: readonly string[];
  /** Names of the person's department and of those above it, without the university. */
  readonly places?: readonly string[];
  /** Years in which they came and left. */
  readonly fromYear?: number | null;
  readonly untilYear?: number | null;
  /** First-level discipline, three digits. */
  readonly discipline?: string | null;
}

/** Fields of a collected record that are compared. */
export interface WorkToMatch {
  readonly authorsText: string | null;
  readonly addresses: string | null;
  readonly reprintAuthor: string | null;
  readonly publishYear?: number | null;
  readonly source?: string | null;
  readonly issn?: string | null;
}

/** A person whom a record may belong to. */
export interface PersonMatch {
  readonly userId: string;
  readonly name: string;
  readonly score: number;
  readonly reasons: readonly MatchReason[];
  /** The place among the authors, from 1; null where only an address led to the person. */
  readonly sort: number | null;
  /** Is the match certain enough to ask the person without a look by the office? */
  readonly isSure: boolean;
}

/** People's work of before, by their ids. */
export interface PastCollaboration {
  /** Ids of colleagues, and names as printed, with whom a person wrote. */
  readonly coauthors: ReadonlyMap<string, ReadonlySet<string>>;
  /** Authors of records of which a person said that they are not theirs. */
  readonly denied: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Everybody of a university, ready to be matched with authors. */
export interface PreparedPeople {
  readonly index: StaffIndex;
  readonly scholars: ReadonlyMap<string, ScholarToMatch>;
  /** Holders of an e-mail address, an ORCID or a ResearcherID, in small letters. */
  readonly identities: ReadonlyMap<string, readonly string[]>;
  readonly university: readonly PlaceName[];
  /** Names of departments as addresses are searched for them, by the names. */
  readonly places: ReadonlyMap<string, PlaceName>;
  /** Disciplines of papers that a journal has printed, by its ISSN and its name in small letters. */
  readonly disciplines: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Prepares people for many records. */
export const preparePeople = (
  index: StaffIndex,
  people: readonly ScholarToMatch[],
  university: readonly string[],
  disciplines: PreparedPeople['disciplines'] = new Map(),
): PreparedPeople => {
  const identities = new Map<string, string[]>();
  for (const { id, identities: own } of people) {
    for (const one of own) {
      const key = one.toLowerCase();
      identities.set(key, [...(identities.get(key) ?? []), id]);
    }
  }
  return {
    index,
    scholars: new Map(people.map((one) => [one.id, one])),
    identities,
    university: university.map(placeName),
    places: new Map(
      [...new Set(people.flatMap(({ places = [] }) => places))].map((name) => [
        name,
        placeName(name),
      ]),
    ),
    disciplines,
  };
};

/** E-mail addresses, ORCIDs and ResearcherIDs in a text, each whole: a part of a longer one identifies nobody. */
const identitiesIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,;，；/<>()[\]"'|]+/)
    .flatMap((piece) => [piece.replace(/[.:]+$/, ''), piece.replace(/^.*?[:：]/, '')])
    .filter(Boolean);

interface Address {
  readonly key: string;
  readonly words: readonly string[];
}

/** Addresses of a record: those of each author, and those that name none. */
interface Addresses {
  readonly byAuthor: ReadonlyMap<string, readonly Address[]>;
  readonly all: readonly Address[];
}

const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** `[Lin, Xiaolan; Wu, Qi] Demo Univ, Dept Phys`, a line for each address. */
const addressesIn = (text: string | null): Addresses => {
  const byAuthor = new Map<string, Address[]>();
  const all: Address[] = [];
  for (const line of (text ?? '').split(/\n|(?=\[)/)) {
    const [, people, place = ''] = /^\s*(?:\[([^\]]*)\])?\s*(.*)$/.exec(line) ?? [];
    if (place.trim() === '') continue;
    const address = placeName(place);
    all.push(address);
    for (const person of people?.split(/[;；]/) ?? []) {
      const key = nameKey(person);
      if (key !== '') byAuthor.set(key, [...(byAuthor.get(key) ?? []), address]);
    }
  }
  return { byAuthor, all };
};

/** ORCIDs that the record prints beside the names of authors. */
const orcidsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/([^;\n/]+)\/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])/gi)].map(
      ([, name = '', orcid = '']) => [nameKey(name), orcid.toLowerCase()],
    ),
  );

const isOrcid = (text: string): boolean => /^\d{4}-\d{4}-\d{4}-\d{3}[\dx]$/i.test(text);

interface Candidate {
  readonly member: StaffMember;
  readonly by: MatchKind;
  readonly sort: number;
  readonly author: string;
  readonly isShared: boolean;
}

/** Everybody with the spelling of an author, with the author's place; the surest spelling of a person counts. */
const named = (matches: readonly AuthorMatch[]): ReadonlyMap<string, Candidate> => {
  const found = new Map<string, Candidate>();
  matches.forEach(({ author, member, candidates, by }, index) => {
    const all = [...(member ? [member] : []), ...candidates];
    for (const one of all) {
      if (!by || found.has(one.id)) continue;
      found.set(one.id, {
        member: one,
        by,
        sort: index + 1,
        author: author.name,
        isShared: all.length > 1,
      });
    }
  });
  return found;
};

type Evidence = readonly (readonly [reason: MatchReason, points: number])[];

const spelling = ({ by, isShared, author }: Candidate): Evidence => {
  if (by === 'name' && hasHan(author)) {
    return [['name', isShared ? points.sharedName : points.name]];
  }
  const reason = by === 'initials' ? 'initials' : 'pinyin';
  return [[reason, points[reason] + (isShared ? points.sharedSpelling : 0)]];
};

/** Evidence of the addresses: those of the author where the record has them. */
const whereabouts = (
  candidate: Candidate,
  scholar: ScholarToMatch | undefined,
  addresses: Addresses,
  { university, places }: PreparedPeople,
): Evidence => {
  const own = addresses.byAuthor.get(nameKey(candidate.author));
  const at = (list: readonly Address[]) => list.filter((one) => addressNamesPlace(one, university));
  if (!own) {
    const some = at(addresses.all);
    return some.length > 0 ? [['institution', points.institutionSomewhere]] : [];
  }
  const ours = at(own);
  if (ours.length === 0) return [['elsewhere', points.elsewhere]];
  const colleges = (scholar?.places ?? []).flatMap((name) => places.get(name) ?? []);
  return [
    ['institution', points.institution],
    ...(ours.some((one) => addressNamesPlace(one, colleges))
      ? [['college', points.college] as const]
      : []),
  ];
};

const history = (
  id: string,
  candidate: Candidate,
  others: readonly string[],
  { coauthors, denied }: PastCollaboration,
): Evidence => {
  const known = coauthors.get(id) ?? new Set();
  const met = others.filter((one) => one !== id && one !== candidate.author && known.has(one));
  const refused = denied.get(id) ?? new Set();
  const isDenied = others.some((one) => one !== candidate.author && refused.has(one));
  return [
    ...(met.length > 0
      ? [['coauthor', met.length > 1 ? points.coauthors : points.coauthor] as const]
      : []),
    ...(isDenied ? [['denied', points.denied] as const] : []),
  ];
};

const fitness = (
  scholar: ScholarToMatch | undefined,
  work: WorkToMatch,
  { disciplines }: PreparedPeople,
): Evidence => {
  const year = work.publishYear ?? null;
  const { fromYear = null, untilYear = null, discipline = null } = scholar ?? {};
  const printed =
    disciplines.get(work.issn ?? '') ?? disciplines.get((work.source ?? '').toLowerCase());
  const isOut =
    year !== null &&
    ((fromYear !== null && year < fromYear - slackYears) ||
      (untilYear !== null && year > untilYear + slackYears));
  return [
    ...(discipline !== null && printed?.has(discipline)
      ? [['discipline', points.discipline] as const]
      : []),
    ...(isOut ? [['period', points.period] as const] : []),
  ];
};

/** Does the record print another ORCID beside the author than the person has? */
const isSomebodyElse = (
  scholar: ScholarToMatch | undefined,
  candidate: Candidate,
  orcids: ReadonlyMap<string, string>,
): boolean => {
  const printed = orcids.get(nameKey(candidate.author));
  const own = scholar?.identities.find(isOrcid)?.toLowerCase();
  return printed !== undefined && own !== undefined && printed !== own;
};

/** Marks those who are sure: enough points, and no rival for their place near them. */
const judged = (matches: readonly Omit<PersonMatch, 'isSure'>[]): readonly PersonMatch[] =>
  matches.map((match) => {
    const { score, sort, reasons } = match;
    const isIdentified = reasons.includes('identity');
    const hasRival = matches.some(
      (other) =>
        other !== match &&
        sort !== null &&
        other.sort === sort &&
        (isIdentified ? other.reasons.includes('identity') : other.score >= score - rivalWithin),
    );
    return {
      ...match,
      isSure: score >= autoAssignFromPoints && !hasRival && !reasons.includes('elsewhere'),
    };
  });

/** Ids of colleagues who stand on the record as well, and the names of its authors. */
const companyOf = (
  candidates: ReadonlyMap<string, Candidate>,
  authors: readonly { readonly name: string }[],
): readonly string[] => {
  const places = new Map<number, string[]>();
  for (const [id, { sort }] of candidates) places.set(sort, [...(places.get(sort) ?? []), id]);
  // An author place with several candidates counts by its name only, not by their ids.
  const alone = [...places.values()].flatMap((ids) => (ids.length === 1 ? ids : []));
  return [...alone, ...authors.map(({ name }) => name)];
};

/** The colleagues with each author once, by id where there is one, else by name. */
const onePerAuthor = (
  candidates: ReadonlyMap<string, Candidate>,
  company: readonly string[],
): readonly string[] => {
  const spelled = new Set(
    company.flatMap((one) => (candidates.has(one) ? [candidates.get(one)?.author ?? ''] : [])),
  );
  return company.filter((one) => !spelled.has(one));
};

/**
 * People whom a record may belong to, with points and reasons, the likeliest first.
 * @param past the work of these people before
 */
export const matchWork = async (
  work: WorkToMatch,
  people: PreparedPeople,
  past: (ids: readonly string[]) => Promise<PastCollaboration>,
): Promise<readonly PersonMatch[]> => {
  const authors = authorsOf(work);
  const candidates = named(await matchAuthors(authors, people.index));
  const contacts = [work.addresses, work.reprintAuthor].join('\n');
  const met = new Set(identitiesIn(contacts).flatMap((one) => people.identities.get(one) ?? []));
  const ids = [...new Set([...candidates.keys(), ...met])];
  if (ids.length === 0) return [];
  const before = await past([...candidates.keys()]);
  const addresses = addressesIn(work.addresses);
  const orcids = orcidsIn(contacts);
  const company = companyOf(candidates, authors);
  const others = onePerAuthor(candidates, company);
  const matches = ids.map((userId): Omit<PersonMatch, 'isSure'> => {
    const candidate = candidates.get(userId);
    const scholar = people.scholars.get(userId);
    const evidence: Evidence = [
      ...(met.has(userId) ? [['identity', certain] as const] : []),
      ...(candidate
        ? [
            ...spelling(candidate),
            ...(met.has(userId) ? [] : whereabouts(candidate, scholar, addresses, people)),
            ...history(userId, candidate, others, before),
            ...(!met.has(userId) && isSomebodyElse(scholar, candidate, orcids)
              ? [['elsewhere', points.elsewhere] as const]
              : []),
          ]
        : []),
      ...fitness(scholar, work, people),
    ];
    const sum = evidence.reduce((total, [, one]) => total + one, 0);
    return {
      userId,
      name: scholar?.name ?? candidate?.member.name ?? '',
      score: Math.max(0, Math.min(sum, certain)),
      reasons: [...new Set(evidence.map(([reason]) => reason))],
      sort: candidate?.sort ?? null,
    };
  });
  return judged(matches)
    .filter(({ score }) => score >= showFrom)
    .sort((one, other) => other.score - one.score || Number(one.userId) - Number(other.userId))
    .slice(0, mostShown);
};
