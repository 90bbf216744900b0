import { defaultRates } from '../achievement/common/authors.ts';
import { abstractOf, reviewOf } from './abstracts.server.ts';
import {
  accessionOf,
  citationsByNow,
  conferenceOf,
  daysLater,
  doiOf,
  journalPlacement,
  placeInProceedings,
  venueOf,
} from './appearance.server.ts';
import { grantOf, letterOf, type Programme, programmeFor } from './money/grants.server.ts';
import { type DemoPerson, englishName, nameDrawer } from './people.server.ts';
import { type Chance, chanceOf } from './random.server.ts';
import { colleges } from './university.server.ts';
import { collegeWords, type DemoJournal, outsideUnits, topicAt } from './words.server.ts';

/** Final state of a paper. */
export type PaperEnd =
  | 'draft'
  | 'atSecretary'
  | 'atOffice'
  | 'approved'
  | 'approvedAfterReturn'
  | 'returnedBySecretary'
  | 'returnedByOffice'
  | 'refused'
  | 'recalled'
  | 'void';

/** Number of papers by final state, 200 in total: every status and every step. */
export const paperEndCounts: Readonly<Record<PaperEnd, number>> = {
  draft: 18,
  atSecretary: 22,
  atOffice: 26,
  approved: 82,
  approvedAfterReturn: 16,
  returnedBySecretary: 9,
  returnedByOffice: 8,
  refused: 8,
  recalled: 7,
  void: 4,
};

/** Author line; people of the university by account name, until ids exist. */
export interface DemoAuthor {
  readonly account: string | null;
  readonly personType: '01' | '02' | '03' | '05';
  readonly name: string;
  readonly unit: string;
  readonly authorType: '01' | '02' | '03' | '04' | '05' | '06';
  readonly isFirstUnit: '0' | '1';
  readonly contributionRate: string;
  readonly creditRoles: readonly string[];
}

export interface DemoPaper {
  readonly fate: PaperEnd;
  /** Account that registers the paper. */
  readonly writer: string;
  /** Code of the department. */
  readonly unit: string;
  readonly journal: DemoJournal | null;
  readonly authors: readonly DemoAuthor[];
  /** Form fields without ids. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Numbers of supporting projects, with titles from `demoProjects`. */
  readonly project: string | null;
  /** Age of the entry in days. */
  readonly daysAgo: number;
}

export interface DemoProject {
  readonly number: string;
  readonly name: string;
  readonly kind: string;
  readonly level: string;
  /** Funding programme; null for a contract. */
  readonly programme: Programme | null;
  /** Account. */
  readonly leader: string;
  readonly unit: string;
  /** Yuan, as decimal text. */
  readonly funds: string;
  readonly startDate: string;
  readonly endDate: string;
}

const day = 86_400_000;
const dateAt = (now: Date, daysAgo: number): string =>
  new Date(now.getTime() - daysAgo * day + 8 * 3_600_000).toISOString().slice(0, 10);

/** Returns the time at which the office enters a project: the morning of its first day. */
export const projectBegin = (startDate: string): Date => new Date(`${startDate}T09:30:00+08:00`);

const teachersOf = (people: readonly DemoPerson[], unit: string): readonly DemoPerson[] =>
  people.filter((person) => person.unit === unit && person.roles.includes('teacher'));

/** Returns up to three projects for each college, led by its teachers. */
export const demoProjects = (people: readonly DemoPerson[], now: Date): readonly DemoProject[] =>
  colleges.flatMap((college, place) =>
    teachersOf(people, college.code)
      .slice(0, 3)
      .map((leader, index) => {
        const programme = programmeFor('cited', college.code, place + index);
        const { years, ...of } = programme;
        const sorted = { kind: of.kind, level: of.level, programme };
        // Two-year projects are in their second year.
        const start = now.getUTCFullYear() - (years > 2 ? 2 - (index % 2) : 1);
        return {
          number: `${letterOf[of.kind]}${start}${college.code}${String(index + 1).padStart(4, '0')}`,
          name: topicAt(college.code, 60 + index * 5).zh,
          ...sorted,
          leader: leader.account,
          unit: college.code,
          funds: grantOf(programme, place + index),
          startDate: `${start}-01-01`,
          endDate: `${start + years - 1}-12-31`,
        };
      }),
  );

const creditRoles = ['01', '03', '05', '06', '11', '13', '14'] as const;

interface Draft {
  readonly account: string | null;
  readonly personType: DemoAuthor['personType'];
  readonly name: string;
  readonly unit: string;
}

/** Returns the authors of a paper: the writer, colleagues, sometimes a student, an external author. */
const team = (
  random: Chance,
  writer: DemoPerson,
  people: readonly DemoPerson[],
  college: string,
  style: string,
  { english, year }: { readonly english: boolean; readonly year: number },
  student: () => string,
): readonly Draft[] => {
  const printed = (name: string): string => (english ? englishName(name) : name);
  const size = style === 'science' ? random.int(2, 6) : random.int(1, 3);
  const self: Draft = {
    account: writer.account,
    personType: '01',
    name: writer.name,
    unit: college,
  };
  const colleagues = random
    .some(
      teachersOf(people, writer.unit).filter((person) => person !== writer && person.since < year),
      Math.max(0, size - 2),
    )
    .map(
      (person): Draft => ({
        account: person.account,
        personType: '01',
        name: person.name,
        unit: college,
      }),
    );
  const guests: Draft[] = [];
  if (size > 1 && random.maybe(0.45)) {
    guests.push({ account: null, personType: '02', name: printed(student()), unit: college });
  }
  if (size > 2 && random.maybe(0.4)) {
    const overseas = english && random.maybe(0.4);
    const [name, unit] = overseas
      ? random.pick(outsideUnits.overseas)
      : [printed(student()), random.pick(outsideUnits.institutes)];
    guests.push({ account: null, personType: overseas ? '05' : '03', name, unit });
  }
  // A student who did the work is listed before the supervising teacher.
  const first = guests.find((guest) => guest.personType === '02');
  return first && random.maybe(0.4)
    ? [first, self, ...colleagues, ...guests.filter((guest) => guest !== first)]
    : [self, ...colleagues, ...guests];
};

const roleAt = (index: number, corresponding: number): DemoAuthor['authorType'] => {
  if (index === 0) return corresponding === 0 ? '03' : '01';
  return index === corresponding ? '02' : '06';
};

/** Returns the fields of a paper; `serial` makes its DOI unique. */
const fieldsOf = (
  random: Chance,
  college: string,
  number: number,
  english: boolean,
  { published, entered, now }: Readonly<Record<'published' | 'entered', string>> & { now: Date },
  serial: number,
) => {
  const words = collegeWords[college];
  if (!words) throw new Error(`no words for college ${college}`);
  const topic = topicAt(college, number);
  const { journal, conference } = venueOf(random, college, topic.theme, english);
  const place = journal
    ? journalPlacement(journal, published, random)
    : placeInProceedings(published, random);
  const { publishDate } = place;
  const year = Number(publishDate.slice(0, 4));
  const meeting = conference && conferenceOf(conference, year);
  const proceedings = english ? `Proceedings of the ${meeting}` : `${meeting}论文集`;
  const hasNumber = journal !== null && english && random.maybe(0.3);
  const indexed = journal?.indexTypes ?? (english ? ['06'] : ['99']);
  const withDoi = indexed.some((code) => Number(code) <= 5) || random.maybe(0.35);
  const isReview = !conference && words.style === 'science' && random.maybe(0.06);
  const title = isReview ? reviewOf(topic) : topic;
  const [first = 1, last = 1] = place.pages.split('-').map(Number);
  // Dates after the entry are not known to its writer.
  const indexedOn = daysLater(publishDate, random.int(20, 75), new Date(entered));
  const accession = indexed.find((code) => ['01', '02', '05'].includes(code));
  return {
    topic,
    journal,
    fields: {
      artName: english ? title.en : title.zh,
      artNameEn: english ? null : title.en,
      paperType: conference ? '02' : isReview ? '05' : '01',
      publishLanguage: english ? '02' : '01',
      journalName: journal?.name ?? proceedings,
      issn: journal?.issn ?? null,
      onlineDate: english && random.maybe(0.5) ? publishDate : null,
      ...place,
      // Journals with article numbers have no pages.
      ...(hasNumber ? { pages: null } : {}),
      articleNo: hasNumber ? String(random.int(100_000, 199_999)) : null,
      doi: withDoi ? doiOf(journal, year, place.issue, serial) : null,
      wordCount: `${Math.round((last - first + 1) * (english ? 0.7 : 1.4))}.00`,
      publishScope: english ? '1' : random.maybe(0.85) ? '2' : '3',
      journalLevel: journal?.level ?? 'C',
      indexTypes: indexed,
      jcrZone: journal?.jcrZone ?? null,
      casZone: journal?.casZone ?? null,
      isTop: journal?.casZone === '1' ? '1' : '0',
      impactFactor: journal?.impactFactor ?? null,
      citedNum: citationsByNow(journal, publishDate, now, random),
      isEsi: '0',
      isOA: random.maybe(0.3) ? '1' : '0',
      confName: meeting,
      confDate: conference ? daysLater(publishDate, -random.int(40, 120), now) : null,
      confPlace: conference?.place ?? null,
      confLevel: conference ? (english ? '01' : '02') : null,
      keywords: topic.keywords.map((pair) => pair[english ? 1 : 0]).join(english ? '; ' : ';'),
      abstractText: abstractOf(college, topic, { english, number, year }),
      indexRecords:
        accession && indexedOn > publishDate
          ? [
              {
                indexType: accession,
                indexNum: accessionOf(accession, indexedOn, random),
                indexDate: indexedOn,
              },
            ]
          : [],
      subjectClass: words.subjectClass,
      discipline: random.pick(words.disciplines),
      moeDiscipline: words.moeDiscipline,
      schoolSign: random.weighted({ '1': 86, '2': 11, '3': 3 }),
      isStatistics: '1',
      secretLevel: '0',
    },
  };
};

/** Returns the final states in their frequency, the first ones for the account `teacher`. */
const fateList = (random: Chance): readonly PaperEnd[] => {
  const own: readonly PaperEnd[] = [
    'draft',
    'draft',
    'atSecretary',
    'atSecretary',
    'atOffice',
    'atOffice',
    'approved',
    'approved',
    'approved',
    'approved',
    'approved',
    'approved',
    'approvedAfterReturn',
    'approvedAfterReturn',
    'returnedBySecretary',
    'returnedByOffice',
    'refused',
    'recalled',
    'void',
  ];
  const left = new Map(Object.entries(paperEndCounts) as [PaperEnd, number][]);
  for (const fate of own) left.set(fate, (left.get(fate) ?? 0) - 1);
  const rest = [...left].flatMap(([fate, count]) => Array<PaperEnd>(Math.max(0, count)).fill(fate));
  return [...own, ...random.some(rest, rest.length)];
};

/**
 * Range of ages in days by final state: waiting papers are recent, decided ones old enough for decisions on a working
 * day.
 */
const ages: Readonly<Record<PaperEnd, readonly [number, number]>> = {
  draft: [1, 40],
  atSecretary: [1, 9],
  atOffice: [8, 18],
  approved: [25, 420],
  approvedAfterReturn: [30, 400],
  returnedBySecretary: [8, 30],
  returnedByOffice: [12, 40],
  refused: [30, 300],
  recalled: [3, 120],
  void: [90, 420],
};

/** Final states of which some papers are older, back to 2019, if their writers were employed then. */
const older: ReadonlySet<PaperEnd> = new Set(['approved', 'approvedAfterReturn']);
const oldest = 2600;
/** Returns the age of an older paper; every other one is from the last three years. */
const nearer = (daysAgo: number, least: number): number =>
  daysAgo % 2 === 0 ? daysAgo : least + Math.round((daysAgo - least) * 0.3);

const ageOf = (random: Chance, fate: PaperEnd, writer: DemoPerson, now: Date): number => {
  const [least, most] = ages[fate];
  const recent = random.int(least, most);
  if (!older.has(fate) || !random.maybe(0.45)) return recent;
  const here = (now.getTime() - Date.UTC(writer.since + 1, 0, 1)) / day;
  return here > most ? nearer(random.int(most, Math.min(oldest, Math.floor(here))), most) : recent;
};

const ownShare = 19;

/** Returns two hundred papers of every status and step, dated back from `now`; the same on every machine. */
export const demoPapers = (people: readonly DemoPerson[], now: Date): readonly DemoPaper[] => {
  const random = chanceOf(20_260_901);
  const nextName = nameDrawer(
    chanceOf(77),
    people.map((person) => person.name),
  );
  const student = (): string => nextName(random.maybe(0.5) ? '1' : '2');
  const projects = demoProjects(people, now);
  const main = people.find((person) => person.account === 'teacher');
  const fateOf = fateList(random);
  const used = new Map<string, number>();
  return fateOf
    .map((fate, index): DemoPaper => {
      const college = index < ownShare || random.maybe(0.12) ? '310' : random.pick(colleges).code;
      const writer = index < ownShare && main ? main : random.pick(teachersOf(people, college));
      const number = used.get(college) ?? 0;
      used.set(college, number + 1);
      const words = collegeWords[college];
      const english = random.maybe(words?.english ?? 0);
      const daysAgo = ageOf(random, fate, writer, now);
      const published = dateAt(now, daysAgo + random.int(3, 160));
      const entered = dateAt(now, daysAgo);
      const made = fieldsOf(
        random,
        college,
        number,
        english,
        { published, entered, now },
        index + 1,
      );
      const unit = colleges.find((one) => one.code === college)?.name[0] ?? '';
      const year = Number(published.slice(0, 4));
      const print = { english, year };
      const drafts = team(random, writer, people, unit, words?.style ?? '', print, student);
      const corresponding =
        drafts.length === 1
          ? 0
          : Math.max(
              0,
              drafts.findIndex((line, place) => line.account !== null && place > 0),
            );
      const rates = defaultRates(drafts.length);
      const supporting = projects.filter(
        (one) => one.unit === college && one.startDate <= made.fields.publishDate,
      );
      return {
        fate,
        writer: writer.account,
        unit: college,
        journal: made.journal,
        authors: drafts.map((line, place) => ({
          ...line,
          authorType: roleAt(place, corresponding),
          isFirstUnit: line.personType === '03' || line.personType === '05' ? '0' : '1',
          contributionRate: rates[place] ?? '0.00',
          creditRoles: place === 0 ? ['01', '13'] : random.some(creditRoles, 2),
        })),
        fields: {
          ...made.fields,
          isInterCoop: drafts.some((line) => line.personType === '05') ? '1' : '0',
        },
        project:
          supporting.length > 0 && random.maybe(0.55) ? random.pick(supporting).number : null,
        daysAgo,
      };
    })
    .sort((a, b) => b.daysAgo - a.daysAgo);
};
