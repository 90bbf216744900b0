import type { Label } from '../../label.ts';
import { uniqueValues } from '../staffing.ts';
import type { Copy, Snapshot, StepVisit } from '../state.ts';
import type { WorkingState } from '../working-state.ts';
import { refusal } from '../working-state.ts';

/**
 * Does the copy count? What a person gave lasts; what the route gave hangs on its visit: gone back
 * over or taken back, the visit takes the copy with it. (The processes themselves that were recalled
 * or deleted have no copies: the store leaves them out.)
 */
export const doesCopyCount = (
  { by, visit: id }: Copy,
  visitOf: (id: string) => StepVisit | undefined,
): boolean => {
  const visit = visitOf(id);
  return by !== null || (visit?.status === 'DONE' && !visit.void);
};

/** The copies of a process that count. */
export const countingCopies = ({ copies, visits }: Snapshot): readonly Copy[] => {
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  return copies.filter((copy) => doesCopyCount(copy, (id) => byId.get(id)));
};

export const secretCopyRefusal: Label = [
  '涉密记录不能抄送',
  'No copies can be sent of a classified record',
];

/**
 * Gives copies to people who have none yet; the applicant needs none. Each person gets one message a
 * process.
 * @param by who copies; null where the route says so
 * @returns to whom it was copied
 */
const give = (
  state: WorkingState,
  visit: StepVisit,
  users: readonly string[],
  by: string | null,
  comment: string,
): readonly string[] => {
  const has = new Set(
    state.copies
      .filter((copy) => copy.visit === visit.id || doesCopyCount(copy, (id) => state.visit(id)))
      .map(({ user }) => user),
  );
  const told = new Set(state.copies.map(({ user }) => user));
  const fresh = uniqueValues(users).filter(
    (user) => !has.has(user) && user !== state.instance.applicant,
  );
  if (fresh.length === 0) return [];
  for (const user of fresh) {
    state.addCopy({ id: state.input.nextId(), visit: visit.id, user, by, at: state.input.now });
  }
  state.log('cc', { visit, actor: by, comment, target: fresh.join() });
  state.notify(
    'copied',
    fresh.filter((user) => !told.has(user)),
    { visit, comment },
  );
  return fresh;
};

/** Copies as the route says. A secret record is copied to nobody, and goes on. */
export const copyByRoute = (
  state: WorkingState,
  visit: StepVisit,
  users: readonly string[],
): void => {
  if (state.input.copiable === false) {
    state.log('cc', { visit, actor: null, reason: secretCopyRefusal });
    return;
  }
  give(state, visit, users, null, '');
};

/** Copies because the assignee of the visit wants it. */
export const copyByPerson = (
  state: WorkingState,
  visit: StepVisit,
  users: readonly string[],
  comment: string,
): void => {
  const { actor, directory, copiable } = state.input;
  if (copiable === false) throw refusal(secretCopyRefusal);
  if (users.length === 0) throw refusal(['请选择抄送人', 'Choose the recipients']);
  if (users.includes(actor.id)) {
    throw refusal(['不能抄送给自己', 'You cannot send a copy to yourself']);
  }
  if (!users.every((user) => directory.isActive(user))) {
    throw refusal(['抄送人不存在', 'Person not found']);
  }
  if (give(state, visit, users, actor.id, comment).length === 0) {
    throw refusal([
      '所选人员均已可查看，无需抄送',
      'Everybody chosen can already see the record; no copy is needed',
    ]);
  }
};
