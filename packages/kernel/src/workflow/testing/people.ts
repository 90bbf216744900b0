import type { Step } from './blocks.ts';
import { applicantId, isApplyStep } from './blocks.ts';
import type { Facts } from './meanings.ts';

/** People who take part in a play. They may be stopped as it goes on. */
export interface Cast {
  readonly holders: Readonly<Record<string, readonly string[]>>;
  /** People whom the record names, its applicant among them. */
  readonly concerned: ReadonlySet<string>;
  readonly stopped: Set<string>;
  /** Absent people, and who stands in for each. */
  readonly absent: Map<string, string>;
  readonly everybody: readonly string[];
  /** People are asked in turn where the record names everybody who could act. */
  readonly substitutes: readonly string[];
  readonly deputies: readonly string[];
  readonly administrators: string;
}

export const isOfDepartment = (reference: string): boolean => reference.includes('@');

/** The people whom a reference means now. */
export const peopleMeantBy = (cast: Cast, reference: string): readonly string[] => {
  const users = reference.startsWith('user:')
    ? [reference.slice(5)]
    : (cast.holders[reference] ?? []);
  return users.filter((user) => cast.everybody.includes(user) && !cast.stopped.has(user));
};

/** Does the reference mean the person, stopped or not? */
export const doesReferenceMean = (cast: Cast, reference: string, user: string): boolean =>
  reference === `user:${user}` || (cast.holders[reference] ?? []).includes(user);

/** Person who acts for somebody; themselves where nobody else may. */
export const actsFor = (cast: Cast, user: string, acting: readonly string[]): string => {
  const row = [user];
  for (let last = cast.absent.get(user); last !== undefined; last = cast.absent.get(last)) {
    row.push(last);
    if (row.length > 4 || new Set(row).size < row.length) return user;
  }
  const last = row.at(-1) as string;
  const able = peopleMeantBy(cast, `user:${last}`).length > 0 && !cast.concerned.has(last);
  return able && !acting.includes(last) ? last : user;
};

/** The people of a pool who are not absent, or the whole pool where all are. */
export const presentPeopleOf = (cast: Cast, users: readonly string[]): readonly string[] => {
  const present = users.filter((user) => !cast.absent.has(user));
  return present.length > 0 ? present : users;
};

export const uniqueValues = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** People whom a step asks, and the reason for these. */
export interface AskedPeople {
  readonly references: readonly string[];
  readonly users: readonly string[];
  readonly why: string | null;
}

/** An office answers for itself: the record's department has no say at its steps. */
export const isOffice = ({ people }: Step): boolean =>
  people.length > 0 && people.every((text) => text.startsWith('role:') && !isOfDepartment(text));

export const ownReferences = (step: Step, facts: Facts): readonly string[] =>
  step.people.flatMap((text) =>
    text.startsWith('var:')
      ? (facts[text.slice(4)] as readonly string[]).map((id) => `user:${id}`)
      : [text],
  );

const allowed = (cast: Cast, references: readonly string[]): string[] =>
  uniqueValues(references.flatMap((reference) => peopleMeantBy(cast, reference))).filter(
    (user) => !cast.concerned.has(user),
  );

/** The first substitute whom the record does not name; an office asks nobody of the department. */
const substitute = (cast: Cast, step: Step): Omit<AskedPeople, 'why'> | null => {
  for (const reference of cast.substitutes) {
    if (isOffice(step) && isOfDepartment(reference)) continue;
    const users = allowed(cast, [reference]);
    if (users.length > 0) return { references: [reference], users };
  }
  return null;
};

export const askedAdministrators = (cast: Cast, step: Step): AskedPeople | null => {
  const users = allowed(cast, [cast.administrators]);
  const missing = `未配置【${step.id}】办理人，`;
  if (users.length > 0) {
    return { references: [cast.administrators], users, why: `${missing}转由管理员办理` };
  }
  const others = substitute(cast, step);
  return others && { ...others, why: `${missing}转由他人办理` };
};

/** The people of a step: nobody if it has none, null if nobody can be found at all. */
export const peopleAskedAt = (
  cast: Cast,
  step: Step,
  facts: Facts,
): AskedPeople | 'nobody' | null => {
  const references = ownReferences(step, facts);
  const users = allowed(cast, references);
  if (users.length > 0) return { references, users, why: null };
  const named = references.flatMap((reference) => peopleMeantBy(cast, reference));
  if (named.length === 0) return 'nobody';
  const why = named.every((user) => user === applicantId)
    ? '申请人为本环节唯一办理人，转由他人办理'
    : '本环节办理人均为申请人或记录涉及的人员，转由他人办理';
  const others = substitute(cast, step);
  return others ? { ...others, why } : askedAdministrators(cast, step);
};

/** One person's item of a step, or one that several may take. */
export interface Seat {
  readonly who: string | null;
  /** Absent person for whom they act. */
  readonly owner: string | null;
  readonly pool: readonly string[];
  readonly claimed: boolean;
  /** Handed on by somebody: what led to it cannot be taken back any more. */
  readonly handed: boolean;
  /** Number of the seat, given when the seat is put in its place; 0 before. */
  readonly key: number;
  /** Items of people who were asked by the route, or by a person: beside, before or for an opinion. */
  readonly kind: 'N' | 'P' | 'B' | 'D';
  /** The item whose holder asked for it. */
  readonly parent: number | null;
}

/** Is what is said with it a vote? */
export const isVotingSeat = ({ kind }: Seat): boolean => kind === 'N' || kind === 'P';

export const seatOf = (who: string | null, pool: readonly string[] = []): Seat => ({
  who,
  owner: null,
  pool,
  claimed: false,
  handed: false,
  key: 0,
  kind: 'N',
  parent: null,
});

/** A seat that other people take over: it stays the same item of the same step. */
export const reassignedSeat = ({ key, kind, parent }: Seat, given: Seat): Seat => ({
  ...given,
  key,
  kind,
  parent,
  handed: true,
});

/** The seat of a person, or of who acts for them. */
export const seatFor = (
  cast: Cast,
  user: string,
  acting: readonly string[],
  pool: readonly string[] = [],
): Seat => {
  const who = actsFor(cast, user, acting);
  return { ...seatOf(who, pool), owner: who === user ? null : user };
};

/** Everybody of a seat: who has it, and the absent person. */
export const peopleOf = ({ who, owner }: Seat): string[] =>
  [who, owner].flatMap((user) => user ?? []);

/** May the person act on the item now? */
export const mayTakeSeat = (cast: Cast, step: Step, seat: Seat, user: string): boolean => {
  if (seat.who !== null) return seat.who === user;
  if (cast.concerned.has(user) && !isApplyStep(step)) return false;
  return seat.pool.some((reference) => doesReferenceMean(cast, reference, user));
};

/** The first group in which somebody may take the item over. */
export const firstGroupAble = (
  cast: Cast,
  groups: readonly (readonly string[])[],
  except: readonly string[],
): { readonly pool: readonly string[]; readonly users: readonly string[] } | null => {
  for (const pool of groups) {
    const users = allowed(cast, pool).filter((user) => !except.includes(user));
    if (users.length > 0) return { pool: uniqueValues(pool), users };
  }
  return null;
};
