import { createHmac, timingSafeEqual } from 'node:crypto';

/** Content of a ticket: one file, for one person in one session, until a time. */
export interface FileTicket {
  readonly file: string;
  readonly tenant: string;
  readonly user: string;
  /** Id of the session that requested the ticket: the ticket ends with it. */
  readonly session: string;
  /** End of the ticket, in milliseconds since the epoch. */
  readonly until: number;
}

/** Minutes for which a ticket is valid: long enough to open a tab, too short to pass around. */
const minutes = 5;

const seal = (text: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`file-ticket:${text}`).digest();

/** Returns the signed ticket, for links that cannot send a header (`<img>`, a new tab). */
export const writeTicket = (
  ticket: Omit<FileTicket, 'until'>,
  secret: string,
  now: Date,
): string => {
  const text = Buffer.from(
    JSON.stringify({ ...ticket, until: now.getTime() + minutes * 60_000 }),
  ).toString('base64url');
  return `${text}.${seal(text, secret).toString('base64url')}`;
};

/** Returns the content of a ticket; null if its signature is wrong or its time is over. */
export const readTicket = (given: string, secret: string, now: Date): FileTicket | null => {
  const [text = '', signature = ''] = given.split('.');
  const mine = seal(text, secret);
  const theirs = Buffer.from(signature, 'base64url');
  if (mine.length !== theirs.length || !timingSafeEqual(mine, theirs)) return null;
  const ticket = JSON.parse(Buffer.from(text, 'base64url').toString()) as FileTicket;
  return ticket.until > now.getTime() ? ticket : null;
};
