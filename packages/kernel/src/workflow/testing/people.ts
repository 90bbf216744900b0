import type { Step } from './blocks.ts';
import { applicantId, isApplyStep } from './blocks.ts';
import type { Facts } from './meanings.ts';

/** People of a play, whose accounts may be stopped during the play. */
export interface Cast {
  readonly holders: Readonly<Record<string, readonly string[]>>;
  /** People named in the record, its applicant included. */
  readonly concerned: ReadonlySet<string>;
  readonly stopped: Set<string>;
  /** Proxies by absent person. */
  readonly absent: Map<string, string>;
  readonly everybody: readonly string[];
  /** People who decide, in order, if the record names everybody who could act. */
  readonly substitutes: readonly string[];
  readonly deputies: readonly string[];
  readonly administrators: string;
}

export const isOfDepartment = (reference: string): boolean => reference.includes('@');

/** Returns the people to whom a reference currently resolves. */
export const peopleMeantBy = (cast: Cast, reference: string): readonly string[] => {
  const users = reference.startsWith('user:')
    ? [reference.slice(5)]
    : (cast.holders[reference] ?? []);
  return users.filter((user) => cast.everybody.includes(user) && !cast.stopped.has(user));
};

/** True if the reference resolves to the person, whose account may be stopped. */
export const doesReferenceMean = (cast: Cast, reference: string, user: string): boolean =>
  reference === `user:${user}` || (cast.holders[reference] ?? []).includes(user);

/** Returns the proxy of a person; the person if no other may act. */
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

/** Returns the people who are not absent, or all if everybody is. */
export const presentPeopleOf = (cast: Cast, users: readonly string[]): readonly string[] => {
  const present = users.filter((user) => !cast.absent.has(user));
  return present.length > 0 ? present : users;
};

export const uniqueValues = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** People to whom a step assigns tasks, and the reason for choosing them. */
export interface AskedPeople {
  readonly references: readonly string[];
  readonly users: readonly string[];
  readonly why: string | null;
}

/** True for a step of an office, independent of the record's department. */
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

/**
 * Returns the first substitute not named in the record; for an office, nobody of the department.
 */
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

/**
 * Returns the people of a step: `nobody` if it has none, null if nobody can be found at all.
 */
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

/** Task of a step in the oracle, for one person or several candidates. */
export interface Seat {
  readonly who: string | null;
  /** Absent person whom the holder represents. */
  readonly owner: string | null;
  readonly pool: readonly string[];
  readonly claimed: boolean;
  /** True for a task that was reassigned: approvals before it can no longer be withdrawn. */
  readonly handed: boolean;
  /** Number of the seat, assigned when it is stored; 0 before. */
  readonly key: number;
  /**
   * Way in which the task arose: by the route, or added by a person in parallel, before, or for an
   * opinion.
   */
  readonly kind: 'N' | 'P' | 'B' | 'D';
  /** Number of the seat whose holder added this one. */
  readonly parent: number | null;
}

/** True if the answer counts as a vote. */
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

/** Returns a reassigned seat, which remains the same task of its step. */
export const reassignedSeat = ({ key, kind, parent }: Seat, given: Seat): Seat => ({
  ...given,
  key,
  kind,
  parent,
  handed: true,
});

/** Makes the seat of a person, or of their proxy. */
export const seatFor = (
  cast: Cast,
  user: string,
  acting: readonly string[],
  pool: readonly string[] = [],
): Seat => {
  const who = actsFor(cast, user, acting);
  return { ...seatOf(who, pool), owner: who === user ? null : user };
};

/** Returns the holder of a seat and the absent person they represent. */
export const peopleOf = ({ who, owner }: Seat): string[] =>
  [who, owner].flatMap((user) => user ?? []);

/** True if the person may act on the task now. */
export const mayTakeSeat = (cast: Cast, step: Step, seat: Seat, user: string): boolean => {
  if (seat.who !== null) return seat.who === user;
  if (cast.concerned.has(user) && !isApplyStep(step)) return false;
  return seat.pool.some((reference) => doesReferenceMean(cast, reference, user));
};

/** Returns the first group in which somebody may take the task over. */
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
