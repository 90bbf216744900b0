/** Number of processes that run journeys, each with a separate server and database. */
export const workers = 2;

/** Passes the addresses of the servers to the processes that run journeys. */
export const provideSites = (addresses: readonly string[]): void => {
  process.env.E2E_SITE = addresses.join(' ');
};

/**
 * Returns the address of this process's server. `E2E_SITE` holds all addresses; a single one serves
 * every process.
 */
export const site = (): string => {
  const addresses = process.env.E2E_SITE?.split(' ') ?? [];
  const [first] = addresses;
  if (!first)
    throw new Error('E2E_SITE names no server; the global set-up of the journeys sets it');
  return addresses[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % addresses.length] ?? first;
};
