/** An expert, as far as it matters whom they may judge. */
export interface Judge {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** Where they work, as the list of experts says. */
  readonly unit: string;
  /** Theirs by the account: right below the university. */
  readonly college: string | null;
}

/** A record to be judged: whom and what it names. */
export interface Candidate {
  readonly id: string;
  /** Accounts of its writer and of those whom it concerns. */
  readonly people: readonly string[];
  /** People from elsewhere, and where they work. */
  readonly outsiders: readonly { readonly name: string; readonly unit: string }[];
  readonly college: string | null;
}

const same = (one: string, other: string): boolean =>
  one.trim() !== '' && one.replace(/\s+/g, '') === other.replace(/\s+/g, '');

/**
 * why the expert must not judge the record, as a code of `conflictType`; null where nothing speaks
 * against it. Nobody judges what names them, nor what their own department hands in.
 */
export const conflictOf = (judge: Judge, { people, outsiders, college }: Candidate) => {
  if (people.includes(judge.userId)) return '7';
  if (outsiders.some(({ name, unit }) => same(name, judge.name) && same(unit, judge.unit))) {
    return '7';
  }
  if (college !== null && judge.college === college) return '1';
  return outsiders.some(({ unit }) => same(unit, judge.unit)) ? '2' : null;
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
}

/**
 * gives each record as many experts as it needs, those with the least to do first, and if
 * possible each of another college.
 */
export const assign = ({ items, panel, perItem, mostPerExpert, load }: Asked): Assigned => {
  const loads = new Map(load);
  const pairs: { item: string; expert: string }[] = [];
  const short: { item: string; lacking: number }[] = [];
  for (const item of items) {
    const chosen = panel.filter(({ id }) => item.judging.includes(id));
    const asked = [...item.judging, ...item.declined];
    const free = panel.filter(
      (judge) => !asked.includes(judge.id) && conflictOf(judge, item) === null,
    );
    for (let missing = perItem - item.judging.length; missing > 0; missing -= 1) {
      const colleges = new Set(chosen.map(({ college }) => college));
      const able = free.filter(
        ({ id }) =>
          !chosen.some((one) => one.id === id) &&
          (loads.get(id) ?? 0) < (mostPerExpert ?? Infinity),
      );
      const [next] = able.toSorted(
        (one, other) =>
          Number(colleges.has(one.college)) - Number(colleges.has(other.college)) ||
          (loads.get(one.id) ?? 0) - (loads.get(other.id) ?? 0),
      );
      if (!next) {
        short.push({ item: item.id, lacking: missing });
        break;
      }
      chosen.push(next);
      loads.set(next.id, (loads.get(next.id) ?? 0) + 1);
      pairs.push({ item: item.id, expert: next.id });
    }
  }
  return { pairs, short };
};
