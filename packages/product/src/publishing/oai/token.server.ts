import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '@keyan/engine/base/secrets.ts';
import { harvestHours } from '../register.server.ts';

/** Position of a harvest with its selection. */
export interface HarvestPosition {
  readonly prefix: string;
  readonly set: string;
  /** Harvested interval in UTC seconds; empty for no limit. */
  readonly from: string;
  readonly until: string;
  /** Time of the first page in microseconds; entries are ordered as of this time. */
  readonly at: string;
  /** Last listed entry. */
  readonly last: { readonly stamp: string; readonly id: string; readonly outlet: string } | null;
  /** Number of entries before this page, and in total. */
  readonly cursor: number;
  readonly total: number;
}

const signatureOf = (text: string, key: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

const keyOf = (secrets: Pick<Secrets, 'derive'>, tenantId: string): string =>
  secrets.derive(`oai resumption ${tenantId}`);

/** Resumption token: readable and signed. */
export const writeToken = (
  walk: HarvestPosition,
  secrets: Pick<Secrets, 'derive'>,
  tenantId: string,
): string => {
  const text = Buffer.from(JSON.stringify(walk)).toString('base64url');
  return `${text}.${signatureOf(text, keyOf(secrets, tenantId)).toString('base64url')}`;
};

/** Position in a token; null if the signature is invalid or the token has expired. */
export const readToken = (
  token: string,
  secrets: Pick<Secrets, 'derive'>,
  tenantId: string,
  now: Date,
): HarvestPosition | null => {
  const [text = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(text, keyOf(secrets, tenantId));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const walk = JSON.parse(Buffer.from(text, 'base64url').toString()) as HarvestPosition;
  return now.getTime() < tokenEndOf(walk).getTime() ? walk : null;
};

/** Expiry of a harvest’s tokens. */
export const tokenEndOf = ({ at }: Pick<HarvestPosition, 'at'>): Date =>
  new Date(Date.parse(at) + harvestHours * 3_600_000);
