import { hashText } from '../../shared/formats/hash.ts';
import { type FlowNetwork, flowNetwork } from './flow.ts';
import { type Discipline, fitPointsOf, maxFitPoints } from './points.ts';

/** An expert, as far as it matters whom they may judge. */
export interface JudgingExpert extends Discipline {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** Where they work, as the list of experts says. */
  readonly unit: string;
  /** College by the account: right below the university. */
  readonly college: string | null;
}

/** Somebody from elsewhere, and where they work. */
export interface PartyFromOutside {
  readonly name: string;
  readonly unit: string;
}

/** Somebody whom an applicant asks to leave out: by account, or by name and unit. */
export interface AvoidedPerson extends PartyFromOutside {
  readonly userId: string | null;
  readonly reason: string;
}

/** By account of an expert, the evidence of a conflict. */
export type ConflictEvidence = ReadonlyMap<string, string>;

/** A record to be judged: whom and what it names. */
export interface RecordToJudge extends Discipline {
  readonly id: string;
  /** Accounts of its writer and of those whom it concerns. */
  readonly people: readonly string[];
  readonly outsiders: readonly PartyFromOutside[];
  readonly college: string | null;
  /** Experts who worked with its people within five years. */
  readonly collaborators: ConflictEvidence;
  /** Experts who are teachers or students of its people. */
  readonly teaching: ConflictEvidence;
  /** Experts who are relatives of its people. */
  readonly kin: ConflictEvidence;
  readonly avoided: readonly AvoidedPerson[];
}

/** Why somebody must not judge a record: a code of `conflictType`, and the evidence where there is more to say. */
export interface ExpertConflict {
  readonly code: '1' | '2' | '3' | '4' | '5' | '6' | '7';
  readonly why: string;
}

/** Conflicts for which nobody is forced: the person themselves, and relatives. */
export const unforceableConflicts: readonly string[] = ['6', '7'];

const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');

const same = (one: string, other: string): boolean =>
  plain(one) !== '' && plain(one) === plain(other);

const isSame = (judge: JudgingExpert, { name, unit }: PartyFromOutside): boolean =>
  same(name, judge.name) && same(unit, judge.unit);

/**
 * why the expert must not judge the record; null where nothing speaks against it. Nobody judges what names them or
 * their relatives, nor what their own department hands in, nor whom they worked with in the last five years, taught or
 * learned from, nor whoever asked that they do not.
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

/** An expert who is to judge a record. */
export interface AssignedPair {
  readonly item: string;
  readonly expert: string;
  readonly points: number;
}

/** Assignment of experts to records, and the records that too few may judge. */
export interface Assignment {
  readonly pairs: readonly AssignedPair[];
  readonly short: readonly { readonly item: string; readonly lacking: number }[];
}

/** A record that experts are sought for. */
export interface SoughtRecord extends RecordToJudge {
  /** How many more. */
  readonly wanted: number;
  /** Experts who already judge it. */
  readonly judging: readonly string[];
  /** Experts who declined or were removed: nobody is asked twice. */
  readonly declined: readonly string[];
}

export interface AssignmentInput {
  readonly items: readonly SoughtRecord[];
  readonly panel: readonly JudgingExpert[];
  /** Null for as many as it takes. */
  readonly mostPerExpert: number | null;
  /** Number of records that each expert already has to judge. */
  readonly load: ReadonlyMap<string, number>;
  /** Decides between experts who fit equally. */
  readonly seed: string;
}

/** A number between 0 and 9 of a text (the seed of a review). */
const chanceOf = (text: string): number => hashText(text) % 10;

/** Costs of a second expert of the same college, and of an expert without knowledge of the subject. */
const sameCollege = 60;
const noMatch = 100;

/** Extra cost of each further record outside an expert's subjects, so that nobody gets all of them. */
const perStrange = 30;

/** Edges from experts to the end: each further task costs more, so that load is even. */
const perTask = 2;

/** Units in which a strange record costs an expert more each time; later ones cost as the last. */
const strangeSteps = 20;

interface Places {
  readonly asked: AssignmentInput;
  readonly net: FlowNetwork;
  /** Edge of each pair that may judge; it tells if the pair does. */
  readonly pairs: (AssignedPair & { readonly edge: number })[];
}

const isFree = (judge: JudgingExpert, item: SoughtRecord): boolean =>
  !item.judging.includes(judge.id) &&
  !item.declined.includes(judge.id) &&
  conflictOf(judge, item) === null;

/** The edges of one record: to its colleges, and from there to their experts. @returns the next free node */
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

/** The edges of one expert: to the end, and to themselves from the records that they know nothing of. */
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

/** Checks the assignment again, independently of the code that chose it. @throws Error: a bug of the choice */
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
 * gives each record as many experts as it needs. Coverage comes first, then how well they fit, experts of different
 * colleges and an even load, as a flow of the least cost: where one expert alone may judge a record, nobody else takes
 * them away. The same seed gives the same result.
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
