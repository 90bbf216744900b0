import { admits } from '@keyan/kernel/access.ts';
import { isSystem } from '@keyan/kernel/actor.ts';
import { hasProcess } from '@keyan/kernel/base.ts';
import { Denied, type FieldFault, Invalid, wrongStatus } from '@keyan/kernel/errors.ts';
import { type AttachedFile, initialRow } from '@keyan/kernel/field.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { transition } from '@keyan/kernel/status.ts';
import { dayText } from '@keyan/kernel/time.ts';
import { isEmpty, validate } from '@keyan/kernel/validate.ts';
import { actorId, actorName } from '../base/actors.ts';
import { noFilesHere } from '../files/port.ts';
import { enter, lockRow, moved, writeChange } from '../records/apply.ts';
import type { StoredRow, TransactionContext } from '../records/behaviour.ts';
import { cleanInput } from '../records/clean-input.ts';
import { referenceFaults } from '../records/references.ts';
import { allowancesOf, hiddenFrom, holds, scopeValues, visible } from '../records/rights.ts';
import { newborn, recordOf, touched, withLineIds } from '../records/row.ts';
import { demandVersion } from '../records/versions.ts';
import { type Tx, Unavailable } from '../store/database.ts';
import type { Reserved } from '../store/numbers.ts';
import { readableBy } from '../store/scope.ts';
import { shapeOf } from '../store/shape.ts';
import type { Opinion } from '../workflow/port.ts';
import { hindrance } from './abilities.ts';
import { type Context, refuse, stepOf } from './context.ts';
import { foreignDepartment } from './department.ts';
import { explainDuplicate } from './duplicates.ts';
import type { Input } from './port.ts';

type RowLike = Readonly<Record<string, unknown>>;

/** Keeping a draft asks little of it; handing it in asks everything. */
export type Aim =
  | {
      readonly kind: 'keep';
      readonly imported?: boolean;
      readonly alongside?: (tx: Tx, id: string) => Promise<void>;
    }
  | {
      readonly kind: 'hand-in';
      readonly taskUserId?: string;
      readonly opinion?: Opinion;
    };

/** The row before the change, locked, if the input names one that the actor may change. */
const open = async (
  context: Context,
  step: TransactionContext,
  resource: Resource,
  input: Input,
  aim: Aim,
): Promise<StoredRow | null> => {
  const { actor } = context;
  const submits = aim.kind === 'hand-in' && hasProcess(resource);
  if (isEmpty(input.id)) {
    if (!holds(resource, actor, 'add')) throw new Denied();
    if (submits && !holds(resource, actor, 'submit')) throw new Denied();
    return null;
  }
  const scope = readableBy(resource, actor);
  const row = await lockRow(step, resource, String(input.id), scope, scopeValues(context));
  refuse(hindrance(submits ? 'submit' : 'edit', { resource, row, actor }));
  await demandVersion(context, step.tx, resource, row, input.version);
  return row;
};

/** What the actor may say of a row: fields that do not exist for them are not heard. */
const heard = (context: Context, resource: Resource, input: Input): Input => {
  const hidden = hiddenFrom(resource, context.actor);
  return hidden.size === 0
    ? input
    : Object.fromEntries(Object.entries(input).filter(([name]) => !hidden.has(name)));
};

/**
 * Binds the attachments that the input names, or else those that were uploaded for the record;
 * a record that may hold none keeps none.
 */
const bindFiles = async (
  step: TransactionContext,
  resource: Resource,
  row: RowLike,
  before: StoredRow | null,
  input: Input,
): Promise<{ readonly files: readonly AttachedFile[]; readonly faults: readonly FieldFault[] }> => {
  const { files: field } = shapeOf(resource);
  if (!field) return { files: [], faults: [] };
  const held = (before?.[field] as AttachedFile[] | null) ?? [];
  const allowed = resource.attachable?.(row) ?? true;
  const named = Object.hasOwn(input, field);
  const { files: store } = step.engine;
  // Nothing can have been uploaded for a record that is only now coming into being.
  if (named && before) store.forgetMeant(step, before.id);
  const sent = named || !before ? [] : await store.meantFor(step, before.id);
  const given = [...((row[field] as unknown[] | null) ?? []), ...sent];
  const wanted = allowed ? given : [];
  const faults =
    !allowed && named && given.length > 0 ? [{ path: field, message: noFilesHere }] : [];
  const same = !named && wanted.length === held.length;
  if (same || (held.length === 0 && wanted.length === 0)) return { files: held, faults };
  return {
    files: await store.bind(step, resource, String(row.id), wanted),
    faults,
  };
};

const missingFiles = async (
  step: TransactionContext,
  resource: Resource,
  row: RowLike,
  files: readonly AttachedFile[],
): Promise<readonly FieldFault[]> => {
  if (!shapeOf(resource).files || !(resource.attachable?.(row) ?? true)) return [];
  const missing = await step.engine.files.missing(step.tx, resource, files);
  return missing.map(({ path, names }) => ({
    path,
    message: [
      `请上传【${names.join('、')}】附件`,
      `Attach ${names.join(', ')}`,
    ] satisfies FieldFault['message'],
  }));
};

/**
 * A number for a record that has none yet: when it is handed in, or at once without a process.
 * It is taken before the transaction and goes back when the record turns out to have one.
 */
const reserveNumber = async (
  { engine, actor }: Context,
  resource: Resource,
  aim: Aim,
): Promise<Reserved | null> =>
  resource.number && (aim.kind === 'hand-in' || !hasProcess(resource))
    ? engine.numbers.reserve(actor.tenantId, resource.number.pattern, engine.clock())
    : null;

/**
 * The one path on which a person's values reach a row: open, understand, judge, number, hand in,
 * store. Everything happens in one transaction or not at all.
 */
export const put = async (
  context: Context,
  resource: Resource,
  given: Input,
  aim: Aim,
): Promise<StoredRow> => {
  const { engine, actor } = context;
  const sent = heard(context, resource, given);
  const input = await cleanInput(engine.workers, actor, resource.fields, sent);
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const number = await reserveNumber(context, resource, aim);
  let numbered = false;
  let attempted: RowLike | null = null;
  try {
    return await engine.database.transaction(actor.tenantId, async (tx) => {
      const step = stepOf(context, tx);
      const behaviour = engine.behaviours.get(resource.key);
      const complete = aim.kind === 'hand-in' || !hasProcess(resource);

      // Open: the row as it was, with the right to change it.
      const before = await open(context, step, resource, input, aim);
      const status = before?.auditStatus ?? null;
      const action = aim.kind === 'hand-in' ? 'submit' : 'save';
      const allowances = allowancesOf(actor);
      if (hasProcess(resource) && !transition(status, action, allowances)) throw wrongStatus();

      // Understand and judge: the same function runs in the form.
      const writer = {
        id: actorId(actor),
        name: actorName(actor),
        departments: isSystem(actor) ? [] : actor.departments,
        imported: aim.kind === 'keep' && aim.imported === true,
      };
      const judged = validate(
        resource,
        before ?? initialRow(resource.fields, writer),
        input,
        complete ? 'complete' : 'draft',
        { today: dayText(step.now), dictionaries },
      );
      const faults = [...judged.faults];
      // Values that need the database are worked out of what is right so far only.
      const patch =
        faults.length === 0
          ? await behaviour?.beforeSave?.(judged.row as never, { ...step, before: before as never })
          : undefined;
      const fields = withLineIds(step, resource, { ...judged.row, ...patch }, before);
      const row = {
        ...(before ?? newborn(step, resource)),
        ...fields,
        ...(before ? touched(step, before) : {}),
      } as StoredRow;
      if (!before && !isSystem(actor)) {
        const task = { todo: false, done: false };
        if (!admits(resource.access.write, actor, row, task)) throw new Denied();
      }

      // Attachments belong to the row from here on; a fault below takes them back.
      const [dangling, foreign, bound] = await Promise.all([
        referenceFaults(context, tx, resource, row, before),
        foreignDepartment(step, resource, row, before, aim.kind === 'hand-in'),
        bindFiles(step, resource, row, before, input),
      ]);
      faults.push(...dangling, ...foreign);
      const { files } = shapeOf(resource);
      if (files) row[files] = bound.files;
      faults.push(...bound.faults);
      if (complete) faults.push(...(await missingFiles(step, resource, row, bound.files)));
      if (complete && faults.length === 0) {
        faults.push(...((await behaviour?.beforeSubmit?.(row, step)) ?? []));
      }
      if (faults.length > 0) throw new Invalid(faults);

      // Number: once, and for good.
      if (number && resource.number && isEmpty(row[resource.number.field])) {
        row[resource.number.field] = number.text;
        numbered = true;
      }

      // Hand in: the process decides where the row stands now.
      if (hasProcess(resource)) {
        if (aim.kind === 'hand-in') {
          const { kind: _kind, ...said } = aim;
          const started = await engine.workflow.submit(step, { resource, row, ...said });
          const handedIn = { ...started, action, allowances } as const;
          Object.assign(row, moved(resource, status, handedIn, step.now));
          if (started.action === 'approve') {
            Object.assign(row, moved(resource, row.auditStatus, started, step.now));
          }
        } else {
          Object.assign(row, moved(resource, status, { action, allowances }, step.now));
        }
      }

      // Store: the row, its lines and its history in one statement.
      attempted = row;
      if (before) {
        const act = aim.kind === 'hand-in' && hasProcess(resource) ? 'submit' : 'update';
        const said = (aim.kind === 'hand-in' && aim.opinion?.comment) || null;
        writeChange(step, resource, { action: act, before, after: row }, said);
      } else {
        const act = aim.kind === 'hand-in' && hasProcess(resource) ? 'submit' : 'create';
        const history = recordOf(step, resource, { action: act, before: null, after: row });
        tx.send(engine.store.writer.insert(resource, row, history));
      }
      await enter(step, resource, status, row);
      if (aim.kind === 'keep') await aim.alongside?.(tx, row.id);
      return visible(resource, actor, row);
    });
  } catch (error) {
    // Where the connection broke, the commit may stand all the same: then the number is spent.
    numbered &&= error instanceof Unavailable;
    return await explainDuplicate(context, resource, attempted, error);
  } finally {
    if (!numbered) number?.release();
  }
};
