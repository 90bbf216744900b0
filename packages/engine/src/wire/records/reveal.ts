import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Type } from 'typebox';
import { maskedFields, maskedLines } from '../../store/schema/shape.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { recordParameter } from '../inputs.ts';

/** Returns the call for whole values of masked fields; a POST, since each look is recorded. */
export const revealCalls = (resource: Resource): readonly Endpoint[] =>
  maskedFields(resource).size + maskedLines(resource).size === 0
    ? []
    : [
        endpoint({
          method: 'POST',
          path: `${resource.path}/reveal`,
          auth: 'user',
          summary: [
            `${resource.label[0]}：查看完整值`,
            `${resource.label[1]}: look at a masked value`,
          ],
          input: Type.Object({ id: recordParameter, field: Type.String({ maxLength: 100 }) }),
          output: () => Type.Object({ value: Type.String() }),
          run: async (given, call) => ({
            value: await call.engine
              .as(call.actor)
              .reveal(resource, given.id, given.field, call.ip),
          }),
        }),
      ];
