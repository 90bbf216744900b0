import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Properties that the database adds beside its message and that a driver adds to an error: both hold the values of
 * rows (`Failing row contains (…)`), which a reader of the log may not be allowed to see.
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
