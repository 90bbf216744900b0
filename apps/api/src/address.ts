import { createServer } from 'node:net';
import { Failure } from './failure.ts';

/**
 * Messages for the operator by the system's error code of a failed `listen`, each naming the
 * setting to change.
 */
const listenFailureTexts: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) =>
    `Port ${port} is taken by another program. Stop it, or choose another PORT.`,
  EACCES: (_host, port) => `This account may not listen on PORT ${port}. Choose one above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST "${host}" is no address of this machine.`,
  ENOTFOUND: (host) => `HOST "${host}" is not known.`,
  EAI_AGAIN: (host) => `HOST "${host}" is not known: no name server answers.`,
};

/**
 * Turns an error of `listen` into a failure that names the setting to change; returns other errors
 * unchanged.
 */
export const addressFailure = (error: unknown, host: string, port: number): unknown => {
  const { code = '' } = error as { code?: string };
  const reason = Object.hasOwn(listenFailureTexts, code) ? listenFailureTexts[code] : undefined;
  return reason ? new Failure(reason(host, port), error) : error;
};

/**
 * Listens for a moment at the server's address, so that an occupied address is found before minutes
 * of seeding.
 * @throws Failure naming the variable to change.
 */
export const assertAddress = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(addressFailure(error, host, port)));
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
