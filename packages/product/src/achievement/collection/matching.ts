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

/** Minimum points for asking a person whether the record is theirs. */
export const notifyFromPoints = 60;
/** Minimum points for a certain match, unless a rival is within `rivalWithin` points. */
export const autoAssignFromPoints = 90;
/** Maximum distance in points at which another person at the position counts as a rival. */
const rivalWithin = 25;
/** Minimum points for showing a person to the office. */
const showFrom = 40;
const maxShownPeople = 20;
const certain = 100;

/** Points by evidence. */
const points = {
  /** Points of a Chinese name that one person of the university has, and of a shared name. */
  name: 45,
  sharedName: 30,
  pinyin: 40,
  initials: 20,
  /** Deduction if several people share the spelling. */
  sharedSpelling: -10,
  /** Points if the university is in the author's address, or only in the record. */
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

/** Years before and after employment in which a person may still sign with the university. */
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

/** Data of a person, in addition to the spellings of the name. */
export interface ScholarToMatch extends StaffMember {
  /** E-mail addresses, ORCID and ResearcherID, as databases print them. */
  readonly identities: readonly string[];
  /** Names of the person's department and its ancestors, without the university. */
  readonly places?: readonly string[];
  /** Years in which the person came and left. */
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

/** Person to whom a record may belong. */
export interface PersonMatch {
  readonly userId: string;
  readonly name: string;
  readonly score: number;
  readonly reasons: readonly MatchReason[];
  /** Position among the authors, from 1; null if only an address matched. */
  readonly sort: number | null;
  /** True if the match is certain enough to ask the person without the office. */
  readonly isSure: boolean;
}

/** Previous works of people, by person id. */
export interface PastCollaboration {
  /** Co-authors of a person: account ids, and names as printed. */
  readonly coauthors: ReadonlyMap<string, ReadonlySet<string>>;
  /** Authors of records that a person declined. */
  readonly denied: ReadonlyMap<string, ReadonlySet<string>>;
}

/** People of a university, prepared for matching. */
export interface PreparedPeople {
  readonly index: StaffIndex;
  readonly scholars: ReadonlyMap<string, ScholarToMatch>;
  /** Ids of people by e-mail address, ORCID or ResearcherID in lower case. */
  readonly identities: ReadonlyMap<string, readonly string[]>;
  readonly university: readonly PlaceName[];
  /** Search keys of department names, by name. */
  readonly places: ReadonlyMap<string, PlaceName>;
  /** Disciplines of papers in a journal, by ISSN and by name in lower case. */
  readonly disciplines: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Prepares people for matching with many records. */
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

/** Returns the complete e-mail addresses, ORCIDs and ResearcherIDs of a text; parts of longer ones do not count. */
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

/** Addresses of a record: those assigned to an author, and those without author. */
interface Addresses {
  readonly byAuthor: ReadonlyMap<string, readonly Address[]>;
  readonly all: readonly Address[];
}

const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** Reads addresses, one per line: `[Lin, Xiaolan; Wu, Qi] Demo Univ, Dept Phys`. */
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

/** Reads the ORCIDs printed beside author names. */
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

/** Returns everybody with the spelling of an author, each person at the first author that matches. */
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

/** Returns the evidence of the addresses; the author's address is preferred to those of the record. */
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

/** Returns whether the record prints an ORCID beside the author that differs from the person's. */
const isSomebodyElse = (
  scholar: ScholarToMatch | undefined,
  candidate: Candidate,
  orcids: ReadonlyMap<string, string>,
): boolean => {
  const printed = orcids.get(nameKey(candidate.author));
  const own = scholar?.identities.find(isOrcid)?.toLowerCase();
  return printed !== undefined && own !== undefined && printed !== own;
};

/** Marks certain matches: enough points, and no rival for the position. */
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

/** Returns the account ids of matched colleagues, and the names of the authors. */
const companyOf = (
  candidates: ReadonlyMap<string, Candidate>,
  authors: readonly { readonly name: string }[],
): readonly string[] => {
  const places = new Map<number, string[]>();
  for (const [id, { sort }] of candidates) places.set(sort, [...(places.get(sort) ?? []), id]);
  // A position with several candidates counts by name only, not by their ids.
  const alone = [...places.values()].flatMap((ids) => (ids.length === 1 ? ids : []));
  return [...alone, ...authors.map(({ name }) => name)];
};

/** Returns each co-author once, by id if known, otherwise by name. */
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
 * Returns the people to whom a record may belong, with points and reasons, the likeliest first.
 * @param past previous works of the people
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
    .slice(0, maxShownPeople);
};
