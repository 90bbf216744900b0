import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { type Static, Type } from 'typebox';
import type { ActorCall } from '../endpoint.ts';
import { missingParameter } from '../parameters.ts';
import { askedBy, parseQuery } from '../query.ts';

/** Records by a list query instead of ids: the parameters of the list, and the total that the reader saw. */
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
 * Returns the ids of the records of a call: the named ones, or all that a list query finds within the actor's scope. If
 * the list has changed since it was seen, the call is refused, because nobody may act on records that they have not
 * seen.
 * @param most maximum number of records
 * @throws Invalid if nothing is chosen, the list finds more than `most`, or another number than was seen
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
