import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { openAccess as openAccessStates } from '../achievement/common/dictionaries.ts';
import type { WorkFacts } from '../achievement/common/refreshing.ts';

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/** True if a stored value is empty or equals the last value of the source. */
const mayFollowSource = (stands: unknown, said: unknown): boolean =>
  textOf(stands) === '' || textOf(stands) === textOf(said);

/** Code of 是否开放获取 for an open-access state; empty if the state is unknown. */
const isOpenBy = (state: unknown): string =>
  textOf(state) === '' ? '' : state === 'closed' ? '0' : '1';

/**
 * Changes of a record by the current values of its source. Values that people typed are not
 * overwritten; the value of the source is stored separately. Pure.
 * @param stands the record; `isOA` only if its resource has the field
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
        ...(mayFollowSource(stands.citedNum, stands.sourceCited) ? { citedNum } : {}),
      }),
  ...(openAccess !== undefined && entryOf(openAccessStates, openAccess)
    ? {
        openAccess,
        ...('isOA' in stands && mayFollowSource(stands.isOA, isOpenBy(stands.openAccess))
          ? { isOA: isOpenBy(openAccess) }
          : {}),
      }
    : {}),
});
