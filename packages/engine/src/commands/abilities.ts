import type { Ability } from '@keyan/kernel/ability.ts';
import { admits, type Handling } from '@keyan/kernel/access.ts';
import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/actor.ts';
import { hasProcess } from '@keyan/kernel/base.ts';
import { Denied, type Fault, wrongStatus } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { ActionName, Resource } from '@keyan/kernel/resource.ts';
import {
  isEditable,
  type Status,
  type StatusAction,
  statuses,
  transition,
} from '@keyan/kernel/status.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { allowancesOf, holds } from '../records/rights.ts';
import type { Abilities } from './port.ts';

/** One row, seen by one person. */
export interface Situation {
  readonly resource: Resource;
  readonly row: StoredRow;
  readonly actor: Actor | SystemActor;
  readonly handling: Handling;
}

/** What stands in the way. An error is made only when it is thrown: it costs a stack trace. */
interface Hindrance {
  readonly label: Label;
  readonly fault: () => Fault;
}

const because = (fault: () => Fault): Hindrance => ({ label: fault().label, fault });
const notAllowed = because(() => new Denied());
const notNow = because(wrongStatus);

const noTask: Handling = { todo: false, done: false };

const isWriter = ({ resource, row, actor, handling }: Situation): boolean =>
  isSystem(actor) || admits(resource.access.write, actor, row, handling);

const isOwn = ({ row, actor }: Situation): boolean =>
  !isSystem(actor) && row.createUser === actor.id;

const needs = (situation: Situation, action: ActionName): Hindrance | null =>
  holds(situation.resource, situation.actor, action) ? null : notAllowed;

const needsWriter = (situation: Situation): Hindrance | null =>
  isWriter(situation) ? null : notAllowed;

const moves = ({ resource, row, actor }: Situation, action: StatusAction): Hindrance | null =>
  hasProcess(resource) && transition(row.auditStatus, action, allowancesOf(actor)) ? null : notNow;

const first = (...hindrances: readonly (Hindrance | null)[]): Hindrance | null =>
  hindrances.find((hindrance) => hindrance !== null) ?? null;

/** A refused record may be taken away by whoever could also set it back to a draft. */
const isRemovable = (situation: Situation): boolean => {
  const status = situation.row.auditStatus as Status;
  return (
    isEditable(status) ||
    (status === statuses.refused && holds(situation.resource, situation.actor, 'backDraft'))
  );
};

/** What stands in the way of each act; null where nothing does (domain §3.2). */
const hindrances: Readonly<Record<Ability, (situation: Situation) => Hindrance | null>> = {
  edit: (situation) =>
    first(
      needs(situation, 'edit'),
      needsWriter(situation),
      hasProcess(situation.resource) ? moves(situation, 'save') : null,
    ),
  submit: (situation) =>
    first(needs(situation, 'submit'), needsWriter(situation), moves(situation, 'submit')),
  remove: (situation) =>
    first(
      needs(situation, 'delete'),
      needsWriter(situation),
      !hasProcess(situation.resource) || isRemovable(situation) ? null : notNow,
    ),
  recall: (situation) =>
    first(needs(situation, 'recall'), needsWriter(situation), moves(situation, 'recall')),
  // The writer may set back what stands on the own desk; anything else needs the verb's code.
  backDraft: (situation) => {
    if (!hasProcess(situation.resource)) return notNow;
    const status = situation.row.auditStatus as Status;
    const onOwnDesk = isOwn(situation) && isEditable(status) && status !== statuses.draft;
    return first(onOwnDesk ? null : needs(situation, 'backDraft'), moves(situation, 'backDraft'));
  },
  abolish: (situation) => first(needs(situation, 'abolish'), moves(situation, 'abolish')),
  copy: (situation) => first(needs(situation, 'copy'), needs(situation, 'add')),
  zip: (situation) => needs(situation, 'zip'),
  audit: (situation) => first(needs(situation, 'audit'), situation.handling.todo ? null : notNow),
};

/** The reason why an act is not possible, as the error to throw, or null. */
export const hindrance = (
  ability: Ability,
  situation: Omit<Situation, 'handling'> & { readonly handling?: Handling },
): Fault | null => hindrances[ability]({ handling: noTask, ...situation })?.fault() ?? null;

/** Every act with its verdict, for buttons that say why they are grey. */
export const abilitiesOf = (situation: Situation): Abilities =>
  Object.fromEntries(
    Object.entries(hindrances).map(([ability, ask]) => {
      const hindered = ask(situation);
      return [ability, hindered ? { allowed: false, reason: hindered.label } : { allowed: true }];
    }),
  ) as Abilities;
