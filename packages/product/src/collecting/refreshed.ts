import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { openAccess as openAccessStates } from '../achievement/common/dictionaries.ts';
import type { WorkFacts } from '../achievement/common/refreshing.ts';

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/** Does a value still stand as the source said it last, or is it empty? */
const follows = (stands: unknown, said: unknown): boolean =>
  textOf(stands) === '' || textOf(stands) === textOf(said);

/** 是否开放获取 of a state; empty without one. */
const isOpenBy = (state: unknown): string =>
  textOf(state) === '' ? '' : state === 'closed' ? '0' : '1';

/**
 * Changes of a record by what its source tells today. RowLike that people typed stay; what the source says then stands
 * beside them. Pure.
 * @param stands the record; `isOA` where its resource has it
 */
export const refreshBySource = (
  stands: RowLike,
  { citedNum, openAccess }: WorkFacts,
  time: string,
) => ({
  refreshTime: time,
  ...(citedNum === undefined
    ? {}
    : {
        sourceCited: citedNum,
        ...(follows(stands.citedNum, stands.sourceCited) ? { citedNum } : {}),
      }),
  ...(openAccess !== undefined && entryOf(openAccessStates, openAccess)
    ? {
        openAccess,
        ...('isOA' in stands && follows(stands.isOA, isOpenBy(stands.openAccess))
          ? { isOA: isOpenBy(openAccess) }
          : {}),
      }
    : {}),
});
