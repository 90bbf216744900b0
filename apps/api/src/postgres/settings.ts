import { totalmem } from 'node:os';

/** Memory of the machine, or of the container, where that is less. */
const megabytes = Math.floor(
  Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 2 ** 20,
);

/**
 * Settings of the embedded server.
 * @param socketFolder empty to listen on a loopback port instead
 * @param given go over the defaults
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
    // Pages that the server held in memory when it stopped are read again when it starts: lists, which are counted in
    // indexes, would otherwise fetch these page by page for minutes after each start.
    shared_preload_libraries: 'pg_prewarm',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    // Totals are counted in indexes alone as far as the rows are known to be visible to all: with the
    // usual fifth of a table, 40,000 new papers would each be looked up for every count first.
    autovacuum_vacuum_insert_scale_factor: '0.02',
    autovacuum_vacuum_scale_factor: '0.05',
    // Compiling pays for long analytical queries; here it only delays short ones.
    jit: 'off',
    // Many short questions at a time: a second core serves the next one better than half of this one.
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A week of logs in data/log, each day written over after seven.
    logging_collector: 'on',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    ...given,
  };
}

/**
 * Settings while very many rows are written and nothing else is served. What a transaction makes anew (indexes,
 * tables) goes to the disk with its commit and not into the log; a crash of the machine may lose the last
 * transactions, never a part of one.
 */
export const bulkSettings: Readonly<Record<string, string>> = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  synchronous_commit: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  // Twenty indexes are made of a table that has just been written: it is still here, and need not be read again.
  shared_buffers: `${Math.min(4096, Math.max(64, Math.floor(megabytes / 4)))}MB`,
  vacuum_buffer_usage_limit: '512MB',
  // Everything is vacuumed at the end; statistics of what the demo writes are still needed.
  autovacuum_vacuum_insert_threshold: '-1',
};
