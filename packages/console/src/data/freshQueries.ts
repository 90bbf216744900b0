import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  matchQuery,
  QueryClient,
} from '@tanstack/react-query';

/**
 * A query client whose invalidation holds for what is being fetched for the first time, too. The
 * library lets such a fetch end and takes its answer for new, although the server gave it before the
 * change: a row that was handled would stay in the list.
 */
export class RefetchingQueryClient extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    await this.cancelQueries({
      predicate: (query) =>
        query.state.data === undefined &&
        query.state.fetchStatus === 'fetching' &&
        matchQuery(filters, query),
    });
    await super.invalidateQueries(filters, options);
  }
}
