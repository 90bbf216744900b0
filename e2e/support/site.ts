/** Address of the server that the journeys use, with the demo university in it. */
export const site = (): string => {
  const address = process.env.E2E_SITE;
  if (!address)
    throw new Error('E2E_SITE names no server; the global set-up of the journeys sets it');
  return address;
};
