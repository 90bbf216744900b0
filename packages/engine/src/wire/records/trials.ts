import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { fieldSchema } from '@keyan/kernel/definition/field/schema.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import { parseInput } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type TSchema, Type } from 'typebox';
import { validationContextForTrial } from '../../commands/facts.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { idParam } from '../inputs.ts';

/** Returns the schema of a field in a call; its values are parsed as in a form. */
const taken = ({ type, max }: FieldSpec): TSchema => {
  if (type === 'ref') return idParam;
  return type === 'rows'
    ? Type.Array(Type.Object({}, { additionalProperties: true }), { maxItems: max ?? 1000 })
    : Type.Any();
};

/** Returns the permission codes of people who may submit records. */
const submitCodesOf = ({ views }: Resource): readonly string[] =>
  Object.values(views)
    .filter(({ actions }) => actions.includes('submit'))
    .map(({ code }) => `${code}_submit`);

/** Returns the calls of trials of a kind. */
export const trialCalls = (resource: Resource): readonly Endpoint[] =>
  Object.entries(resource.trials ?? {}).map(
    ([call, { label, fields, optional = [], find, answer }]) => {
      const specs = Object.entries(fields).flatMap(([word, name]) => {
        const spec = resource.fields[name]?.spec;
        return spec ? [[word, spec] as const] : [];
      });
      return endpoint({
        method: specs.some(([, { type }]) => type === 'rows') ? 'POST' : 'GET',
        path: `${resource.path}/${call}`,
        auth: 'user',
        permissions: find
          ? submitCodesOf(resource)
          : Object.values(resource.views).map(({ code }) => code),
        summary: label,
        input: Type.Object(
          Object.fromEntries(
            specs.map(([word, spec]) => [
              word,
              optional.includes(word) ? Type.Optional(taken(spec)) : taken(spec),
            ]),
          ),
        ),
        describes: () =>
          ({
            type: 'object',
            properties: Object.fromEntries(specs.map(([word, spec]) => [word, fieldSchema(spec)])),
          }) as TSchema,
        run: async (given, context) => {
          const sent: RowLike = given;
          const named = Object.entries(fields).map(([word, name]) => [name, sent[word]] as const);
          const { row, faults } = parseInput(resource, Object.fromEntries(named));
          if (faults.length > 0) throw new Invalid(faults);
          const judgedBy = await validationContextForTrial(context, resource, row);
          const values = answer?.(row, judgedBy);
          if (!find) return values ?? {};
          const items = find(row, judgedBy).map(({ message, ...found }) => ({
            level: 'error',
            ...found,
            message: say(message, context.language),
          }));
          // Warnings inform without forbidding.
          return { ...values, pass: items.every(({ level }) => level !== 'error'), items };
        },
      });
    },
  );
