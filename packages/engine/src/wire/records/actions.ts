import { fieldSchema } from '@keyan/kernel/definition/field/schema.ts';
import { isPersonal } from '@keyan/kernel/definition/life/actions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type FieldFault, Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label, say } from '@keyan/kernel/label.ts';
import type { PerformedRows } from '@keyan/kernel/wire/records.ts';
import { type TSchema, Type } from 'typebox';
import { type Endpoint, endpoint, Reply } from '../endpoint.ts';
import { idParam, recordIdParam, versionParam } from '../inputs.ts';
import { toWire } from '../rows.ts';
import { chosenRecords, foundParam } from './found.ts';

/** Maximum number of records of one call: each is a separate transaction. */
const maxRecordsPerCall = 200;

const usual: Label = ['操作成功', 'Done'];

const nothingChosen: FieldFault = {
  path: 'ids',
  message: ['请选择至少一条数据', 'Select at least one record'],
};

const amountDone: Label = [
  '成功 {done} 条，失败 {refused} 条',
  '{done} succeeded, {refused} failed',
];

/** Returns the schema of the input, for the description of the calls. */
const described = (form: NonNullable<Resource['actions']>[string]['form'] = {}): TSchema =>
  ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(form).map(([name, { spec }]) => [name, fieldSchema(spec)]),
    ),
  }) as TSchema;

/**
 * Returns the calls of actions that people perform on records of a kind: one record with `id` and the seen version, or
 * several with `ids`.
 */
export const actionCalls = (resource: Resource): readonly Endpoint[] =>
  Object.entries(resource.actions ?? {})
    .filter(([, action]) => isPersonal(action))
    .map(([name, { label, call = name, form, done = usual }]) =>
      endpoint({
        method: 'POST',
        path: `${resource.path}/${call}`,
        auth: 'user',
        summary: [`${resource.label[0]}:${label[0]}`, `${resource.label[1]}: ${label[1]}`],
        input: Type.Object(
          {
            id: Type.Optional(recordIdParam),
            ids: Type.Optional(Type.Array(idParam, { minItems: 1, maxItems: maxRecordsPerCall })),
            found: foundParam,
            version: Type.Optional(versionParam),
          },
          { additionalProperties: true },
        ),
        describes: () => described(form),
        run: async ({ id: one, ids, found, ...given }, context) => {
          const commands = context.engine.as(context.actor);
          if (one !== undefined) {
            const row = await commands.perform(resource, name, one, given);
            return new Reply(toWire(resource, row, context), done);
          }
          if (!ids && !found) throw new Invalid([nothingChosen]);
          const chosen = await chosenRecords(resource, { ids, found }, maxRecordsPerCall, context);
          const performed = await commands.performAll(resource, name, chosen, given);
          const answer: PerformedRows = {
            done: performed.done,
            refused: performed.refused.map((each) => ({
              id: each.id,
              message: say(each.fault.label, context.language),
            })),
          };
          const amounts = { done: answer.done.length, refused: answer.refused.length };
          return new Reply(answer, amounts.refused === 0 ? done : fill(amountDone, amounts));
        },
      }),
    );
