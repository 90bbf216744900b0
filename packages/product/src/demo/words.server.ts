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
}

/** A conference that takes place every year. */
export interface DemoConference {
  readonly name: string;
  readonly place: string;
  /** The year of the first one. */
  readonly since: number;
  /** Codes of the colleges that go there. */
  readonly colleges: readonly string[];
}

/** Is a name of a journal or a conference in English? */
export const isEnglish = (name: string): boolean => /^[\x20-\x7e]+$/.test(name);

interface Outside {
  readonly institutes: readonly string[];
  readonly overseas: readonly Pair[];
  readonly places: readonly Pair[];
  readonly conferences: readonly DemoConference[];
  /** Funder, type, kind and level of the projects that support papers. */
  readonly studies: readonly (readonly [string, string, string, string])[];
}

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), 'utf8')) as T;

/** Word tables by college code. */
export const fieldWords = read<Readonly<Record<string, FieldWords>>>('fields');
export const demoJournals = read<readonly DemoJournal[]>('journals');
export const outside = read<Outside>('outsiders');

type Pattern = readonly [zh: string, en: string];

const patterns: Readonly<Record<Style, readonly Pattern[]>> = {
  science: [
    ['基于{L}的{O}{A}', '{A} of {O} based on {L}'],
    ['面向{O}{A}的{L}研究', '{L} for {A} of {O}'],
    ['融合{L}的{O}{A}研究', 'Combining {L} with {A} of {O}'],
  ],
  humanities: [
    ['{L}视域下{O}的{A}研究', '{A} in {O}: a study from the perspective of {L}'],
    ['{O}的{A}:基于{L}的考察', '{A} in {O}: an examination through {L}'],
    ['{L}与{O}的{A}', '{L} and {A} in {O}'],
  ],
  empirical: [
    ['基于{L}的{O}{A}研究', '{A} of {O}: a study with {L}'],
    ['{O}{A}的实证分析:来自{L}的证据', '{A} of {O}: evidence from {L}'],
    ['{O}的{A}及其优化:{L}的视角', 'Improving {A} of {O}: the view of {L}'],
  ],
};

/** Words of one title. */
export interface Topic {
  readonly zh: string;
  readonly en: string;
  readonly keywords: readonly Pair[];
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
 * What tells titles of the same words apart: a place, then a place and a period, then a number as well.
 * @param round 0 for a title that needs nothing of this.
 */
const caseOf = (round: number): Pair => {
  if (round === 0) return ['', ''];
  const { places } = outside;
  const place = at(places, round - 1);
  const used = Math.floor((round - 1) / places.length);
  if (used === 0) return [`——以${place[0]}为例`, `: the case of ${place[1]}`];
  const [first, last] = periodAt(used - 1);
  const part = Math.floor((used - 1) / (lengths * firstYears)) + 1;
  return [
    `——以${place[0]}${first}—${last}年的情况为例${part > 1 ? `(之${part})` : ''}`,
    `: the case of ${place[1]}, ${first}–${last}${part > 1 ? `, part ${part}` : ''}`,
  ];
};

/**
 * The topic with this number of a college; different numbers give different titles. Those beyond the
 * college's own combinations of words name a place, and later a period, so that titles never run out.
 */
export const topicAt = (college: string, number: number): Topic => {
  const words = fieldWords[college];
  if (!words) throw new Error(`no words for college ${college}`);
  const { lenses, objects, aspects, style } = words;
  const shapes = patterns[style];
  // Neighbouring numbers differ in all parts: the counts are walked through like wheels.
  const own = lenses.length * objects.length * aspects.length * shapes.length;
  const round = Math.floor(number / own);
  let rest = ((number % own) * coprime(own)) % own;
  const wheel = <T>(from: readonly T[]): T => {
    const found = at(from, rest);
    rest = Math.floor(rest / from.length);
    return found;
  };
  const object = wheel(objects);
  const aspect = wheel(aspects);
  const lens = wheel(lenses);
  const [zh, en] = wheel(shapes);
  const example = caseOf(round);
  return {
    zh: inserted(zh, { L: lens[0], O: object[0], A: aspect[0] }) + example[0],
    en: sentence(inserted(en, { L: lens[1], O: object[1], A: aspect[1] })) + example[1],
    keywords: [object, aspect, lens, ...(round === 0 ? [] : [at(outside.places, round - 1)])],
  };
};

/** A step through `count` numbers that meets each once: prime, and no divisor of the word counts. */
const coprime = (count: number): number =>
  [389, 397, 401, 409].find((step) => count % step !== 0) ?? 1;
