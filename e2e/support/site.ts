/** Journeys run in this many processes, each with a server and a database of its own. */
export const workers = 2;

/** Makes the addresses of the servers known to the journeys, one for each process that runs them. */
export const provideSites = (addresses: readonly string[]): void => {
  process.env.E2E_SITE = addresses.join(' ');
};

/**
 * Address of the server of this process, with the demo university in it. `E2E_SITE` holds the
 * addresses of all; a single one serves every process.
 */
export const site = (): string => {
  const addresses = process.env.E2E_SITE?.split(' ') ?? [];
  const [first] = addresses;
  if (!first)
    throw new Error('E2E_SITE names no server; the global set-up of the journeys sets it');
  return addresses[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % addresses.length] ?? first;
};
