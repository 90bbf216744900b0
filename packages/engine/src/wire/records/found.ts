import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { type Static, Type } from 'typebox';
import type { ActorCall } from '../endpoint.ts';
import { missingParameter } from '../parameters.ts';
import { askedBy, parseQuery } from '../query.ts';

/** Records by what a list finds, in place of their ids: the list's own parameters, and the total that the reader saw. */
export const foundParam = Type.Optional(
  Type.Object({
    query: Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 4000 })),
    count: Type.Integer({ minimum: 1 }),
  }),
);

interface Chosen {
  readonly ids?: readonly string[] | undefined;
  readonly found?: Static<typeof foundParam>;
}

const tooMany: Label = [
  '筛选出 {count} 条，一次最多处理 {most} 条，请缩小筛选范围',
  'The filter finds {count} records, and at most {most} can be handled at once; narrow the filter',
];
const changed: Label = [
  '筛选出的记录已由 {seen} 条变为 {count} 条，请刷新列表后再试',
  'The filter found {seen} records and now finds {count}; refresh the list and try again',
];

/**
 * Ids of the records that a call is about: those that it names, or all that a list finds, within the actor's scope. A
 * list that has changed since it was seen is refused: nobody acts on a record that they have not been told of.
 * @param most Records of one call
 * @throws Invalid when nothing is chosen, when the list finds more, or another number than was seen
 */
export const chosenRecords = async (
  resource: Resource,
  { ids, found }: Chosen,
  most: number,
  call: ActorCall,
): Promise<readonly string[]> => {
  if (!found) {
    if (!ids || ids.length === 0) throw new Invalid([missingParameter('ids')]);
    return ids;
  }
  const { after: _after, ...query } = parseQuery(resource, found.query, askedBy(call, resource));
  const page = await call.engine
    .as(call.actor)
    .list(resource, { ...query, fields: [], page: 1, size: most });
  const count = page.total;
  const refuse = (message: Label): never => {
    throw new Invalid([{ path: 'found', message }]);
  };
  if (count > most) return refuse(fill(tooMany, { count, most }));
  if (count !== found.count) return refuse(fill(changed, { seen: found.count, count }));
  return page.records.map(({ id }) => String(id));
};
