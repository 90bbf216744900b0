import { readFileSync } from 'node:fs';

type Pair = readonly [zh: string, en: string];

/** How titles of a college are put together. */
type Style = 'science' | 'humanities' | 'empirical';

interface FieldWords {
  readonly style: Style;
  readonly subjectClass: '01' | '02';
  /** Codes of the dictionary `discipline`. */
  readonly disciplines: readonly string[];
  readonly moeDiscipline: string;
  /** Share of papers in English. */
  readonly english: number;
  /** Combinations of words that make sense together, as indexes into `objects`, `aspects` and `lenses`. */
  readonly themes: readonly {
    readonly objects: readonly number[];
    readonly aspects: readonly number[];
    readonly lenses: readonly number[];
  }[];
  readonly lenses: readonly Pair[];
  readonly objects: readonly Pair[];
  readonly aspects: readonly Pair[];
}

export interface DemoJournal {
  readonly name: string;
  readonly english: string;
  readonly issn: string;
  readonly level: string;
  readonly indexTypes: readonly string[];
  readonly jcrZone: string | null;
  readonly casZone: string | null;
  readonly impactFactor: string | null;
  readonly warning: boolean;
  /** Codes of the colleges that publish there. */
  readonly colleges: readonly string[];
  /** Themes of a college that the journal prints; all of them where it says nothing. */
  readonly suits?: Readonly<Record<string, readonly number[]>>;
}

/** A conference that takes place every year. */
export interface DemoConference {
  readonly name: string;
  readonly place: string;
  /** The year of the first one. */
  readonly since: number;
  /** Codes of the colleges that go there. */
  readonly colleges: readonly string[];
  readonly suits?: Readonly<Record<string, readonly number[]>>;
}

/** Is a name of a journal or a conference in English? */
export const isEnglish = (name: string): boolean => /^[\x20-\x7e]+$/.test(name);

interface Outside {
  readonly institutes: readonly string[];
  readonly overseas: readonly Pair[];
  readonly places: readonly Pair[];
  readonly conferences: readonly DemoConference[];
}

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), 'utf8')) as T;

/** Word tables by college code. */
export const collegeWords = read<Readonly<Record<string, FieldWords>>>('fields');

/** The two disciplines by which people of a college are known; of a unit that is none, those of life sciences. */
export const disciplinesOf = (unit: string): readonly string[] =>
  (collegeWords[unit] ?? collegeWords['350'])?.disciplines.slice(0, 2) ?? [];

export const demoJournals = read<readonly DemoJournal[]>('journals');
export const outsideUnits = read<Outside>('outsiders');

type Pattern = readonly [zh: string, en: string];

const patterns: Readonly<Record<Style, readonly Pattern[]>> = {
  science: [
    ['基于{L}的{O}{A}', '{A} of {O} based on {L}'],
    ['面向{O}{A}的{L}研究', '{L} for {A} of {O}'],
    ['融合{L}的{O}{A}研究', '{A} of {O} with the help of {L}'],
    ['{L}在{O}{A}中的应用', 'Applying {L} to {A} of {O}'],
    ['{O}的{A}：{L}的视角', '{A} of {O} in the light of {L}'],
  ],
  humanities: [
    ['{L}视域下{O}的{A}研究', '{A} in {O}: a study from the perspective of {L}'],
    ['{O}的{A}：基于{L}的考察', '{A} in {O}: an examination through {L}'],
    ['{L}与{O}的{A}', '{L} and {A} in {O}'],
    ['论{O}的{A}——{L}的进路', 'On {A} in {O}: an approach by {L}'],
    ['从{L}看{O}的{A}', '{A} in {O} as seen by {L}'],
  ],
  empirical: [
    ['基于{L}的{O}{A}研究', '{A} of {O}: a study with {L}'],
    ['{O}{A}的实证分析：来自{L}的证据', '{A} of {O}: evidence from {L}'],
    ['{O}的{A}及其优化：{L}的视角', 'Improving {A} of {O}: the view of {L}'],
    ['{O}的{A}再考察：{L}的应用', '{A} of {O} revisited with {L}'],
    ['{L}下{O}的{A}：问题与对策', '{A} of {O} under {L}: problems and remedies'],
  ],
};

/** Words of one title. */
export interface TitleTopic {
  readonly zh: string;
  readonly en: string;
  readonly keywords: readonly Pair[];
  /** The place of its theme among those of the college. */
  readonly theme: number;
}

const inserted = (template: string, words: Readonly<Record<'L' | 'O' | 'A', string>>): string =>
  template.replace(/\{([LOA])\}/g, (_, name: 'L' | 'O' | 'A') => words[name]);

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const at = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;

/** The first and the last year of a study: lengths of 3 to 12 years, from 1980 to 2023. */
const lengths = 10;
const firstYears = 32;
const periodAt = (index: number): readonly [first: number, last: number] => {
  const first = 1980 + (Math.floor(index / lengths) % firstYears);
  return [first, first + 3 + (index % lengths)];
};

/**
 * Suffix that distinguishes titles of the same words: a place, then a place and a period, then a number as well.
 * @param round 0 for a title that needs no suffix.
 */
const caseOf = (round: number): Pair => {
  if (round === 0) return ['', ''];
  const { places } = outsideUnits;
  const place = at(places, round - 1);
  const used = Math.floor((round - 1) / places.length);
  if (used === 0) return [`——以${place[0]}为例`, `: the case of ${place[1]}`];
  const [first, last] = periodAt(used - 1);
  const part = Math.floor((used - 1) / (lengths * firstYears)) + 1;
  return [
    `——以${place[0]}${first}—${last}年的情况为例${part > 1 ? `（之${part}）` : ''}`,
    `: the case of ${place[1]}, ${first}–${last}${part > 1 ? `, part ${part}` : ''}`,
  ];
};

/** The titles that a theme gives without a place: its words, counted like wheels. */
const countOf = (
  { objects, aspects, lenses }: FieldWords['themes'][number],
  shapes: number,
): number => objects.length * aspects.length * lenses.length * shapes;

const divisor = (one: number, other: number): number =>
  other === 0 ? one : divisor(other, one % other);

/** A step through `count` numbers that meets each once and never goes to a neighbour: near the golden section. */
const coprime = (count: number): number => {
  let step = Math.max(1, Math.floor(count * 0.618));
  while (divisor(count, step) !== 1) step += 1;
  return step;
};

/** The titles that the words of a college give without a place. */
interface Titles {
  readonly words: FieldWords;
  readonly shapes: readonly Pair[];
  /** Number of titles of each theme. */
  readonly counts: readonly number[];
  readonly own: number;
  readonly step: number;
}
const known = new Map<string, Titles>();

const titlesOf = (college: string): Titles => {
  const found = known.get(college);
  if (found) return found;
  const words = collegeWords[college];
  if (!words) throw new Error(`no words for college ${college}`);
  const shapes = patterns[words.style];
  const counts = words.themes.map((theme) => countOf(theme, shapes.length));
  const own = counts.reduce((sum, count) => sum + count, 0);
  const made = { words, shapes, counts, own, step: coprime(own) };
  known.set(college, made);
  return made;
};

/** Numbers of a college up to which the story has papers and projects. */
const storyTopics = 165;

/** A topic that names no place and that the story has not: after some hundred they come back. */
export const commonTopicAt = (college: string, number: number): TitleTopic =>
  topicAt(college, storyTopics + (number % (titlesOf(college).own - storyTopics)));

/**
 * The topic with this number of a college; different numbers give different titles. Words come from one
 * theme, so that they belong together. Those beyond the college's own combinations name a place, and later
 * a period, so that titles never run out.
 */
export const topicAt = (college: string, number: number): TitleTopic => {
  const { words, shapes, counts, own, step } = titlesOf(college);
  const { lenses, objects, aspects, themes } = words;
  const round = Math.floor(number / own);
  let rest = ((number % own) * step) % own;
  let place = 0;
  for (; rest >= (counts[place] ?? 0); place += 1) rest -= counts[place] ?? 0;
  const theme = themes[place] as FieldWords['themes'][number];
  const wheel = <T>(from: readonly T[]): T => {
    const found = at(from, rest);
    rest = Math.floor(rest / from.length);
    return found;
  };
  const object = at(objects, wheel(theme.objects));
  const aspect = at(aspects, wheel(theme.aspects));
  const lens = at(lenses, wheel(theme.lenses));
  const [zh, en] = wheel(shapes);
  const example = caseOf(round);
  return {
    theme: place,
    zh: inserted(zh, { L: lens[0], O: object[0], A: aspect[0] }) + example[0],
    en: sentence(inserted(en, { L: lens[1], O: object[1], A: aspect[1] })) + example[1],
    keywords: [object, aspect, lens, ...(round === 0 ? [] : [at(outsideUnits.places, round - 1)])],
  };
};
