import { timingSafeEqual } from 'node:crypto';
import type { Engine } from '@keyan/engine/engine.ts';

/** Milliseconds for which a link to a file is good: a browser opens it at once. */
const lasts = 120_000;

/** A file, and the pass of the visit that opens it. */
export interface FileTicket {
  readonly pass: string;
  readonly file: string;
}

type Signing = Pick<Engine, 'secrets' | 'clock'>;

const signed = ({ secrets }: Signing, text: string): string =>
  secrets.derive(`review file ${text}`);

/** A link's key to one file. The pass in it is sealed: addresses end up in logs. */
export const writeTicket = (engine: Signing, { pass, file }: FileTicket): string => {
  const until = engine.clock().getTime() + lasts;
  const text = engine.secrets.seal(`${until} ${file} ${pass}`, 'review file');
  return `${text}.${signed(engine, text)}`;
};

/** The file of a ticket; undefined for one that is wrong or over. */
export const readTicket = (engine: Signing, ticket: string): FileTicket | undefined => {
  const [text = '', given = ''] = ticket.split('.');
  const right = Buffer.from(signed(engine, text));
  const sent = Buffer.from(given);
  if (right.length !== sent.length || !timingSafeEqual(right, sent)) return undefined;
  const [until, file, pass] = (engine.secrets.open(text, 'review file') ?? '').split(' ');
  if (!until || !file || !pass || Number(until) < engine.clock().getTime()) return undefined;
  return { file, pass };
};
