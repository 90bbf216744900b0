import { timingSafeEqual } from 'node:crypto';
import type { Engine } from '@keyan/engine/engine.ts';

/** Milliseconds for which a file link is valid. */
const lasts = 120_000;

/** File with the visit token that permits reading it. */
export interface FileTicket {
  readonly pass: string;
  readonly file: string;
}

type Signing = Pick<Engine, 'secrets' | 'clock'>;

const signed = ({ secrets }: Signing, text: string): string =>
  secrets.derive(`review file ${text}`);

/** Ticket for one file; the visit token inside is encrypted, since URLs may be logged. */
export const writeTicket = (engine: Signing, { pass, file }: FileTicket): string => {
  const until = engine.clock().getTime() + lasts;
  const text = engine.secrets.seal(`${until} ${file} ${pass}`, 'review file');
  return `${text}.${signed(engine, text)}`;
};

/** File of a ticket; undefined if invalid or expired. */
export const readTicket = (engine: Signing, ticket: string): FileTicket | undefined => {
  const [text = '', given = ''] = ticket.split('.');
  const right = Buffer.from(signed(engine, text));
  const sent = Buffer.from(given);
  if (right.length !== sent.length || !timingSafeEqual(right, sent)) return undefined;
  const [until, file, pass] = (engine.secrets.open(text, 'review file') ?? '').split(' ');
  if (!until || !file || !pass || Number(until) < engine.clock().getTime()) return undefined;
  return { file, pass };
};
