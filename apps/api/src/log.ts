import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Properties that the database and the driver add to errors: they contain values of rows (`Failing
 * row contains (…)`), which a reader of the log may not be allowed to see.
 */
const propertiesWithValues = ['detail', 'where', 'query', 'internalQuery', 'parameters', 'params'];

/** Makes the log of a process: errors and their places, without personal data (ASVS 16.2.5). */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      redact: {
        paths: ['err', 'error'].flatMap((at) =>
          propertiesWithValues.flatMap((name) => [`${at}.${name}`, `${at}.cause.${name}`]),
        ),
        remove: true,
      },
    },
    destination ?? pino.destination(1),
  );
