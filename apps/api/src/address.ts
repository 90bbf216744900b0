import { createServer } from 'node:net';
import { Failure } from './failure.ts';

/** Why nobody can listen at an address, by the system's code, in terms of the configuration. */
const reasons: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) =>
    `Port ${port} is taken by another program. Stop it, or choose another PORT.`,
  EACCES: (_host, port) => `This account may not listen on PORT ${port}. Choose one above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST "${host}" is no address of this machine.`,
  ENOTFOUND: (host) => `HOST "${host}" is not known.`,
  EAI_AGAIN: (host) => `HOST "${host}" is not known: no name server answers.`,
};

/** Explains an error of listening by the setting to change; any other stays as it is. */
export const addressFailure = (error: unknown, host: string, port: number): unknown => {
  const { code = '' } = error as { code?: string };
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return reason ? new Failure(reason(host, port), error) : error;
};

/**
 * Listens for a moment where the server will, so that minutes of seeding are not spent on an address
 * that it cannot have.
 * @throws Failure naming the variable to change.
 */
export const assertAddress = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(addressFailure(error, host, port)));
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
