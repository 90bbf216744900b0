import { totalmem } from 'node:os';

/** Megabytes of memory of the machine, or of the container if that is less. */
const megabytes = Math.floor(
  Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 2 ** 20,
);

/**
 * Returns the settings of the embedded server.
 * @param socketFolder empty to listen on a loopback port instead
 * @param given override the defaults
 */
export function serverSettings(
  socketFolder: string,
  port: number,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    port: String(port),
    listen_addresses: socketFolder ? '' : '127.0.0.1',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${Math.min(1024, Math.max(64, Math.floor(megabytes / 16)))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
    // Reloads at the start the pages that were in memory at the last stop: lists count rows in
    // indexes and would otherwise read these page by page for minutes after each start.
    shared_preload_libraries: 'pg_prewarm',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    // Vacuums after inserts of 2 % of a table, so that totals are counted in indexes alone: with
    // the default of 20 %, every count would look up up to 40,000 new papers in the table.
    autovacuum_vacuum_insert_scale_factor: '0.02',
    autovacuum_vacuum_scale_factor: '0.05',
    // Just-in-time compilation pays for long analytical queries only; short ones would be delayed.
    jit: 'off',
    // Many short queries run at a time: a second core serves another query better than half of one.
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Logs of a week in data/log, one file per weekday, overwritten after seven days.
    logging_collector: 'on',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    ...given,
  };
}

/**
 * Settings for bulk writes without any other load. Indexes and tables that a transaction makes are
 * flushed at its commit and not written to the log; a crash of the machine may lose the last
 * transactions, never a part of one.
 */
export const bulkSettings: Readonly<Record<string, string>> = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  synchronous_commit: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  // Large enough for the table just written to remain in memory while its twenty indexes are made.
  shared_buffers: `${Math.min(4096, Math.max(64, Math.floor(megabytes / 4)))}MB`,
  vacuum_buffer_usage_limit: '512MB',
  // Tables are vacuumed at the end; statistics of the demo's rows are still gathered automatically.
  autovacuum_vacuum_insert_threshold: '-1',
};
