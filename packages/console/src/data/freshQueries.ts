import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  matchQuery,
  QueryClient,
} from '@tanstack/react-query';

/**
 * Query client whose invalidation also restarts first-time fetches. The library would take the
 * response of such a fetch as new although the server sent it before the change: a row that was
 * handled would stay in the list.
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
