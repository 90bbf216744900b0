import type { Label } from '../../label.ts';
import { uniqueValues } from '../staffing.ts';
import type { Copy, Snapshot, StepVisit } from '../state.ts';
import type { WorkingState } from '../working-state.ts';
import { refusal } from '../working-state.ts';

/**
 * True if the copy is valid. A copy by a person is always valid; a copy by the route is valid as
 * long as its visit is not voided or withdrawn. (The store excludes copies of recalled or deleted
 * processes.)
 */
export const doesCopyCount = (
  { by, visit: id }: Copy,
  visitOf: (id: string) => StepVisit | undefined,
): boolean => {
  const visit = visitOf(id);
  return by !== null || (visit?.status === 'DONE' && !visit.void);
};

/** Returns the valid copies of a process. */
export const countingCopies = ({ copies, visits }: Snapshot): readonly Copy[] => {
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  return copies.filter((copy) => doesCopyCount(copy, (id) => byId.get(id)));
};

export const secretCopyRefusal: Label = [
  '涉密记录不能抄送',
  'No copies can be sent of a classified record',
];

/**
 * Gives copies to people without one; the applicant needs none. Each person gets one message per
 * process.
 * @param by id of the person who copies; null for the route
 * @returns people to whom it was copied
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

/**
 * Copies the record as the route says. For a secret record, nothing is copied and the process
 * continues.
 */
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

/** Copies the record for the assignee of the visit. */
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
