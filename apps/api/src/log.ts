import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * What the database says beside its message, and what a driver hangs on an error: both hold the
 * values of rows (`Failing row contains (…)`), which a reader of the log may not be allowed to see.
 */
const withValues = ['detail', 'where', 'query', 'internalQuery', 'parameters', 'params'];

/** The log of a process: what went wrong and where, without anybody's data (ASVS 16.2.5). */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      redact: {
        paths: ['err', 'error'].flatMap((at) =>
          withValues.flatMap((name) => [`${at}.${name}`, `${at}.cause.${name}`]),
        ),
        remove: true,
      },
    },
    destination ?? pino.destination(1),
  );
