import { type Network, network } from './flow.ts';
import { type Field, mostPoints, pointsOf } from './points.ts';

/** An expert, as far as it matters whom they may judge. */
export interface Judge extends Field {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** Where they work, as the list of experts says. */
  readonly unit: string;
  /** Theirs by the account: right below the university. */
  readonly college: string | null;
}

/** A record to be judged: whom and what it names. */
export interface Candidate extends Field {
  readonly id: string;
  /** Accounts of its writer and of those whom it concerns. */
  readonly people: readonly string[];
  /** People from elsewhere, and where they work. */
  readonly outsiders: readonly { readonly name: string; readonly unit: string }[];
  readonly college: string | null;
  /** Accounts that worked with them within five years, and the evidence of it. */
  readonly collaborators: ReadonlyMap<string, string>;
}

const same = (one: string, other: string): boolean =>
  one.trim() !== '' && one.replace(/\s+/g, '') === other.replace(/\s+/g, '');

/**
 * why the expert must not judge the record, as a code of `conflictType`; null where nothing speaks
 * against it. Nobody judges what names them, nor what their own department hands in,
 * nor whom they worked with in the last five years.
 */
export const conflictOf = (
  judge: Judge,
  { people, outsiders, college, collaborators }: Candidate,
) => {
  if (people.includes(judge.userId)) return '7';
  if (outsiders.some(({ name, unit }) => same(name, judge.name) && same(unit, judge.unit))) {
    return '7';
  }
  if (college !== null && judge.college === college) return '1';
  if (outsiders.some(({ unit }) => same(unit, judge.unit))) return '2';
  return collaborators.has(judge.userId) ? '3' : null;
};

/** Who judges which record, and the records that too few may judge. */
export interface Assigned {
  readonly pairs: readonly { readonly item: string; readonly expert: string }[];
  readonly short: readonly { readonly item: string; readonly lacking: number }[];
}

/** A record that experts are sought for. */
export interface Sought extends Candidate {
  /** Those who judge it already. */
  readonly judging: readonly string[];
  /** Those who declined: nobody is asked twice. */
  readonly declined: readonly string[];
}

interface Asked {
  readonly items: readonly Sought[];
  readonly panel: readonly Judge[];
  readonly perItem: number;
  /** Null for as many as it takes. */
  readonly mostPerExpert: number | null;
  /** What each expert has to judge already. */
  readonly load: ReadonlyMap<string, number>;
  /** Decides between experts who fit equally. */
  readonly seed: string;
}

/** A number between 0 and 9 of a text: chance that is the same each time (the seed of a review). */
const chanceOf = (text: string): number => {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 16777619) >>> 0;
  }
  return hash % 10;
};

/** What a second expert of the same college costs, and one who knows nothing of the subject. */
const sameCollege = 60;
const noMatch = 100;

/** Edges from experts to the end: each further task costs more, so that load is even. */
const perTask = 2;

interface Places {
  readonly asked: Asked;
  readonly net: Network;
  /** Of each pair that may judge, the edge that says whether it does. */
  readonly pairs: { readonly item: string; readonly expert: string; readonly edge: number }[];
}

const isFree = (judge: Judge, item: Sought): boolean =>
  !item.judging.includes(judge.id) &&
  !item.declined.includes(judge.id) &&
  conflictOf(judge, item) === null;

/** The edges of one record: to its colleges, and from there to their experts. @returns the next free node */
const placeItem = (places: Places, item: Sought, at: number, first: number): number => {
  const { asked, net, pairs } = places;
  const { panel, perItem, seed } = asked;
  net.edge(0, at, Math.max(0, perItem - item.judging.length), 0);
  let node = first;
  const free = panel
    .entries()
    .filter(([, judge]) => isFree(judge, item))
    .toArray();
  const judging = panel.filter(({ id }) => item.judging.includes(id)).map(({ college }) => college);
  for (const [college, judges] of Map.groupBy(free, ([, judge]) => judge.college)) {
    const isNew = college === null || !judging.includes(college);
    if (isNew) net.edge(at, node, college === null ? judges.length : 1, 0);
    if (college !== null) net.edge(at, node, judges.length, sameCollege);
    for (const [place, judge] of judges) {
      const points = pointsOf(judge, item);
      const cost =
        10 * (mostPoints - points) +
        (points <= 0 ? noMatch : 0) +
        chanceOf(`${seed} ${item.id} ${judge.id}`);
      const edge = net.edge(node, 2 + asked.items.length + place, 1, cost);
      pairs.push({ item: item.id, expert: judge.id, edge });
    }
    node += 1;
  }
  return node;
};

/**
 * gives each record as many experts as it needs. Coverage comes first, then how well they fit, experts of different
 * colleges and an even load, as a flow of the least cost: where one expert alone may judge a record, nobody else takes
 * them away. The same seed gives the same result.
 */
export const assign = (asked: Asked): Assigned => {
  const { items, panel, perItem, mostPerExpert, load } = asked;
  const colleges = new Set(panel.map(({ college }) => college)).size;
  const end = 1;
  const net = network(2 + items.length + panel.length + items.length * colleges);
  const pairs: Places['pairs'] = [];
  let node = 2 + items.length + panel.length;
  for (const [place, item] of items.entries()) {
    node = placeItem({ asked, net, pairs }, item, 2 + place, node);
  }
  for (const [place, { id }] of panel.entries()) {
    const has = load.get(id) ?? 0;
    const most = Math.min(mostPerExpert ?? Number.POSITIVE_INFINITY, has + items.length);
    for (let task = has; task < most; task += 1) {
      net.edge(2 + items.length + place, end, 1, perTask * task);
    }
  }
  net.send(0, end);
  const chosen = pairs.filter(({ edge }) => net.flowOn(edge) > 0);
  const short = items.flatMap(({ id, judging }) => {
    const has = judging.length + chosen.filter(({ item }) => item === id).length;
    return has < perItem ? [{ item: id, lacking: perItem - has }] : [];
  });
  return { pairs: chosen.map(({ item, expert }) => ({ item, expert })), short };
};
