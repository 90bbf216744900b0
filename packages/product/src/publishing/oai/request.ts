import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Error codes of OAI-PMH 2.0 (§ 3.6). */
export type OaiCode =
  | 'badArgument'
  | 'badResumptionToken'
  | 'badVerb'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch';

/** Error that is reported as an OAI-PMH response. */
export class OaiError extends Error {
  readonly code: OaiCode;
  constructor(code: OaiCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const oaiVerbs = [
  'Identify',
  'ListMetadataFormats',
  'ListSets',
  'ListIdentifiers',
  'ListRecords',
  'GetRecord',
] as const;

export type OaiVerb = (typeof oaiVerbs)[number];

interface Arguments {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Argument that excludes all others. */
  readonly exclusive?: string;
}

const listing: Arguments = {
  required: ['metadataPrefix'],
  optional: ['from', 'until', 'set'],
  exclusive: 'resumptionToken',
};

const argumentsOf: Readonly<Record<OaiVerb, Arguments>> = {
  Identify: { required: [], optional: [] },
  ListMetadataFormats: { required: [], optional: ['identifier'] },
  ListSets: { required: [], optional: [], exclusive: 'resumptionToken' },
  ListIdentifiers: listing,
  ListRecords: listing,
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [] },
};

/** Request with validated arguments. */
export interface OaiRequest {
  readonly verb: OaiVerb;
  readonly given: Readonly<Record<string, string>>;
}

const isVerb = (text: unknown): text is OaiVerb => (oaiVerbs as readonly unknown[]).includes(text);

/**
 * Parses a request.
 * @throws OaiError badVerb, badArgument
 */
export const readRequest = (sent: RowLike): OaiRequest => {
  const { verb, ...rest } = sent;
  if (!isVerb(verb)) throw new OaiError('badVerb', 'The verb is missing, repeated or unknown');
  const { required, optional, exclusive } = argumentsOf[verb];
  const known = [...required, ...optional, ...(exclusive ? [exclusive] : [])];
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (!known.includes(name)) throw new OaiError('badArgument', `Unknown argument: ${name}`);
    if (typeof value !== 'string') throw new OaiError('badArgument', `${name} is given twice`);
    given[name] = value;
  }
  if (exclusive !== undefined && given[exclusive] !== undefined) {
    if (Object.keys(given).length > 1) {
      throw new OaiError('badArgument', `${exclusive} stands alone`);
    }
    return { verb, given };
  }
  const missing = required.find((name) => !given[name]);
  if (missing) throw new OaiError('badArgument', `Missing argument: ${missing}`);
  return { verb, given };
};

const day = /^\d{4}-\d{2}-\d{2}$/;
const second = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** True for a valid date or time. */
const isMoment = (text: string): boolean => {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return false;
  const written = date.toISOString();
  return day.test(text) ? written.startsWith(text) : `${written.slice(0, 19)}Z` === text;
};

/** Harvested interval in UTC seconds, `2026-11-29T00:00:00Z`; empty for no limit. */
export interface SecondsSpan {
  readonly from: string;
  readonly until: string;
}

/**
 * Parses `from` and `until`.
 * @throws OaiError badArgument for an invalid time, mixed granularities, or an end before the start
 */
export const readSpan = ({
  from = '',
  until = '',
}: Readonly<Record<string, string>>): SecondsSpan => {
  for (const text of [from, until]) {
    if (text !== '' && !((day.test(text) || second.test(text)) && isMoment(text))) {
      throw new OaiError('badArgument', `${text} is no day and no second of UTC`);
    }
  }
  if (from !== '' && until !== '' && from.length !== until.length) {
    throw new OaiError('badArgument', 'from and until have two granularities');
  }
  const span = {
    from: day.test(from) ? `${from}T00:00:00Z` : from,
    until: day.test(until) ? `${until}T23:59:59Z` : until,
  };
  if (span.from !== '' && span.until !== '' && span.from > span.until) {
    throw new OaiError('badArgument', 'until is before from');
  }
  return span;
};
