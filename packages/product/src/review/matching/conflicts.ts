import { hashText } from '../../shared/formats/hash.ts';
import { type FlowNetwork, flowNetwork } from './flow.ts';
import { type Discipline, fitPointsOf, maxFitPoints } from './points.ts';

/** Expert with the data that determines conflicts of interest. */
export interface JudgingExpert extends Discipline {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** Employer, from the expert list. */
  readonly unit: string;
  /** College of the account; null if unknown. */
  readonly college: string | null;
}

/** Person without an account, with employer. */
export interface PartyFromOutside {
  readonly name: string;
  readonly unit: string;
}

/** Person whom an applicant asks to exclude: by account, or by name and employer. */
export interface AvoidedPerson extends PartyFromOutside {
  readonly userId: string | null;
  readonly reason: string;
}

/** Evidence of a conflict by account of the expert. */
export type ConflictEvidence = ReadonlyMap<string, string>;

/** Record to be judged, with the parties that it names. */
export interface RecordToJudge extends Discipline {
  readonly id: string;
  /** Accounts of the writer and of the people concerned. */
  readonly people: readonly string[];
  readonly outsiders: readonly PartyFromOutside[];
  readonly college: string | null;
  /** Experts who worked with the parties within five years. */
  readonly collaborators: ConflictEvidence;
  /** Experts who are teachers or students of the parties. */
  readonly teaching: ConflictEvidence;
  /** Experts who are relatives of the parties. */
  readonly kin: ConflictEvidence;
  readonly avoided: readonly AvoidedPerson[];
}

/** Conflict of interest: code of `conflictType`, with evidence if any. */
export interface ExpertConflict {
  readonly code: '1' | '2' | '3' | '4' | '5' | '6' | '7';
  readonly why: string;
}

/** Codes of conflicts that the office cannot override: the party and relatives. */
export const unforceableConflicts: readonly string[] = ['6', '7'];

const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');

const same = (one: string, other: string): boolean =>
  plain(one) !== '' && plain(one) === plain(other);

const isSame = (judge: JudgingExpert, { name, unit }: PartyFromOutside): boolean =>
  same(name, judge.name) && same(unit, judge.unit);

/**
 * Conflict of an expert with a record; null if none. Excluded are parties and their
 * relatives, members of the same department, collaborators of the last five years, teachers and
 * students, and people whom an applicant asked to exclude.
 */
export const conflictOf = (
  judge: JudgingExpert,
  candidate: RecordToJudge,
): ExpertConflict | null => {
  const { people, outsiders, college, collaborators, teaching, kin, avoided } = candidate;
  if (people.includes(judge.userId) || outsiders.some((one) => isSame(judge, one))) {
    return { code: '7', why: '' };
  }
  const relative = kin.get(judge.userId);
  if (relative !== undefined) return { code: '6', why: relative };
  if (college !== null && judge.college === college) return { code: '1', why: '' };
  if (outsiders.some(({ unit }) => same(unit, judge.unit))) return { code: '2', why: judge.unit };
  const together = collaborators.get(judge.userId);
  if (together !== undefined) return { code: '3', why: together };
  const taught = teaching.get(judge.userId);
  if (taught !== undefined) return { code: '4', why: taught };
  const wish = avoided.find((one) => one.userId === judge.userId || isSame(judge, one));
  return wish ? { code: '5', why: wish.reason } : null;
};

/** Assigned expert and record. */
export interface AssignedPair {
  readonly item: string;
  readonly expert: string;
  readonly points: number;
}

/** Assignment of experts to records, with records that lack experts. */
export interface Assignment {
  readonly pairs: readonly AssignedPair[];
  readonly short: readonly { readonly item: string; readonly lacking: number }[];
}

/** Record for which experts are wanted. */
export interface SoughtRecord extends RecordToJudge {
  /** Number of further experts wanted. */
  readonly wanted: number;
  /** Experts who already judge the record. */
  readonly judging: readonly string[];
  /** Experts who declined or were removed, and are not asked again. */
  readonly declined: readonly string[];
}

export interface AssignmentInput {
  readonly items: readonly SoughtRecord[];
  readonly panel: readonly JudgingExpert[];
  /** Maximum number of records per expert; null if unlimited. */
  readonly mostPerExpert: number | null;
  /** Number of records that each expert already has. */
  readonly load: ReadonlyMap<string, number>;
  /** Seed that decides between equally suitable experts. */
  readonly seed: string;
}

/** Pseudo-random number 0…9 from a text, such as the seed. */
const chanceOf = (text: string): number => hashText(text) % 10;

/**
 * Cost of a second expert from one college, and cost of an expert without matching subject
 * (`noMatch`).
 */
const sameCollege = 60;
const noMatch = 100;

/**
 * Additional cost of each further record outside an expert’s subjects, to distribute these evenly.
 */
const perStrange = 30;

/** Cost per additional task of an expert, for an even load. */
const perTask = 2;

/**
 * Number of capacity steps with rising cost for records outside an expert’s subjects; further ones
 * cost as the last.
 */
const strangeSteps = 20;

interface Places {
  readonly asked: AssignmentInput;
  readonly net: FlowNetwork;
  /** Network edge of each permitted pair; its flow tells whether the pair is assigned. */
  readonly pairs: (AssignedPair & { readonly edge: number })[];
}

const isFree = (judge: JudgingExpert, item: SoughtRecord): boolean =>
  !item.judging.includes(judge.id) &&
  !item.declined.includes(judge.id) &&
  conflictOf(judge, item) === null;

/**
 * Adds the edges from a record to its colleges and their experts.
 * @returns index of the next free node
 */
const placeItem = (places: Places, item: SoughtRecord, at: number, first: number): number => {
  const { asked, net, pairs } = places;
  const { panel, seed } = asked;
  net.edge(0, at, Math.max(0, item.wanted), 0);
  let node = first;
  const free = panel
    .entries()
    .filter(([, judge]) => isFree(judge, item))
    .toArray();
  const judging = panel.filter(({ id }) => item.judging.includes(id)).map(({ college }) => college);
  const experts = 2 + asked.items.length;
  for (const [college, judges] of Map.groupBy(free, ([, judge]) => judge.college)) {
    const isNew = college === null || !judging.includes(college);
    if (isNew) net.edge(at, node, college === null ? judges.length : 1, 0);
    if (college !== null) net.edge(at, node, judges.length, sameCollege);
    for (const [place, judge] of judges) {
      const points = fitPointsOf(judge, item);
      const isStrange = points <= 0;
      const cost =
        10 * (maxFitPoints - points) +
        (isStrange ? noMatch : 0) +
        chanceOf(`${seed} ${item.id} ${judge.id}`);
      const edge = net.edge(node, experts + place + (isStrange ? panel.length : 0), 1, cost);
      pairs.push({ item: item.id, expert: judge.id, points, edge });
    }
    node += 1;
  }
  return node;
};

/** Adds the edges from an expert to the sink, and from records outside the expert’s subjects. */
const placeJudge = ({ asked, net }: Places, id: string, at: number, end: number): void => {
  const { items, panel, mostPerExpert, load } = asked;
  const has = load.get(id) ?? 0;
  const most = Math.min(mostPerExpert ?? Number.POSITIVE_INFINITY, has + items.length);
  for (let task = has; task < most; task += 1) net.edge(at, end, 1, perTask * task);
  for (let step = 0; step < Math.min(strangeSteps, items.length); step += 1) {
    net.edge(at + panel.length, at, 1, perStrange * step);
  }
  if (items.length > strangeSteps) {
    net.edge(at + panel.length, at, items.length, perStrange * strangeSteps);
  }
};

/**
 * Verifies the assignment independently of the algorithm.
 * @throws Error for a bug of the algorithm
 */
const checkAssigned = (
  { items, panel, mostPerExpert, load }: AssignmentInput,
  pairs: readonly AssignedPair[],
): void => {
  const judges = new Map(panel.map((judge) => [judge.id, judge]));
  const sought = new Map(items.map((item) => [item.id, item]));
  const seen = new Set<string>();
  const tasks = new Map(load);
  for (const { item, expert } of pairs) {
    const [judge, record] = [judges.get(expert), sought.get(item)];
    const key = `${item} ${expert}`;
    const has = (tasks.get(expert) ?? 0) + 1;
    if (!judge || !record || seen.has(key) || conflictOf(judge, record)) {
      throw new Error(`${expert} must not judge ${item}`);
    }
    if (mostPerExpert !== null && has > mostPerExpert) throw new Error(`${expert} has too many`);
    seen.add(key);
    tasks.set(expert, has);
  }
};

/**
 * Assigns as many experts per record as needed, as a minimum cost flow: coverage first,
 * then suitability, different colleges and even load. A record that only one expert may judge gets
 * that expert. Equal seeds give equal results.
 * @param pace awaited between steps of long work
 */
export const assignExperts = async (
  asked: AssignmentInput,
  pace: () => Promise<void> = async () => undefined,
): Promise<Assignment> => {
  const { items, panel } = asked;
  const colleges = new Set(panel.map(({ college }) => college)).size;
  const end = 1;
  const inner = 2 + items.length + 2 * panel.length;
  const net = flowNetwork(inner + items.length * colleges);
  const places: Places = { asked, net, pairs: [] };
  let node = inner;
  for (const [place, item] of items.entries()) {
    node = placeItem(places, item, 2 + place, node);
    await pace();
  }
  for (const [place, { id }] of panel.entries())
    placeJudge(places, id, 2 + items.length + place, end);
  for (const _phase of net.phases(0, end)) await pace();
  const chosen = places.pairs.filter(({ edge }) => net.flowOn(edge) > 0);
  const pairs = chosen.map(({ item, expert, points }) => ({ item, expert, points }));
  checkAssigned(asked, pairs);
  const counts = new Map<string, number>();
  for (const { item } of pairs) counts.set(item, (counts.get(item) ?? 0) + 1);
  const short = items.flatMap(({ id, wanted }) => {
    const lacking = wanted - (counts.get(id) ?? 0);
    return lacking > 0 ? [{ item: id, lacking }] : [];
  });
  return { pairs, short };
};
