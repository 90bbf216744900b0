import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import {
  type ConditionUndecidable,
  undecidableConditionText,
} from '@keyan/kernel/workflow/judging/judge.ts';
import type { Snapshot } from '@keyan/kernel/workflow/state.ts';
import type { TransactionContext } from '../../records/behaviour.ts';
import { fieldsHiddenFrom } from '../../records/rights.ts';
import { openTroubles } from './open-trouble.ts';

const something: Label = ['缺少必要的值', 'a value is missing'];

/** How the forms call a fact: 金额, or 依据·分数 for a field of the record's parent. */
const labelOf = (resource: Resource, fact: string, hidden: ReadonlySet<string>): Label | null => {
  const [root = '', inner] = fact.split('.');
  for (const { facts } of resource.processes) {
    const computed = Object.hasOwn(facts, root) ? facts[root] : undefined;
    if (computed?.label) return computed.label;
  }
  const outside = resource.facts?.[root]?.origin;
  if (outside && 'face' in outside && inner !== undefined) {
    const of = outside.face.fields[inner]?.spec.label;
    const reference = outside.from === 'record' ? outside.reference : undefined;
    const [zh, en] = resource.fields[reference ?? '']?.spec.label ?? outside.face.label;
    if (of && !hidden.has(reference ?? '')) return [`${zh}·${of[0]}`, `${en}: ${of[1]}`];
  }
  const own = Object.hasOwn(resource.fields, root) ? resource.fields[root] : undefined;
  if (own) return hidden.has(root) ? null : own.spec.label;
  return [fact, fact];
};

/** A process is in trouble only as it was when the command was refused: another may have moved it. */
const unmovedText = `
  select id from wf_instance
   where tenant_id = $1 and id = $2 and revision = $3 and status = 'RUN' for share`;

/**
 * The refusal of a command whose route asks for a value that the record lacks. A running process gets
 * a trouble, once the refused command is undone; the next accepted command solves it (workflow-2 §1.6).
 * @param snapshot the process; null where it has not begun
 */
export const refuseUndecidable = (
  { tx, engine, actor, now }: TransactionContext,
  resource: Resource,
  snapshot: Snapshot | null,
  { missing: { node, fact }, reason }: ConditionUndecidable,
): Refused => {
  const text = (hidden: ReadonlySet<string>): Label => {
    const label = fact === null ? null : labelOf(resource, fact, hidden);
    return undecidableConditionText(node, label, fact === null ? reason : something);
  };
  if (snapshot) {
    const { id: instance, revision } = snapshot.instance;
    const trouble = { instance, node: node.id, kind: 'condition', text: text(new Set()) };
    tx.afterRollback(() =>
      engine.database.transaction(tx.tenantId, async (later) => {
        const unmoved = await later.query(unmovedText, [tx.tenantId, instance, revision]);
        if (unmoved.length > 0) await openTroubles(later, engine.ids, [trouble], now);
      }),
    );
  }
  return new Refused(text(fieldsHiddenFrom(resource, actor)));
};
