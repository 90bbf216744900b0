import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '@keyan/engine/base/secrets.ts';
import { harvestHours } from '../register.server.ts';

/** The place that a walk has reached, and what it walks through. */
export interface HarvestPosition {
  readonly prefix: string;
  readonly set: string;
  /** Seconds between which records are listed; empty without. */
  readonly from: string;
  readonly until: string;
  /** The moment of the first page, to the microsecond: a record stands where it stood then. */
  readonly at: string;
  /** The record listed last. */
  readonly last: { readonly stamp: string; readonly id: string; readonly outlet: string } | null;
  /** Records before this page, and in all. */
  readonly cursor: number;
  readonly total: number;
}

const signatureOf = (text: string, key: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

const keyOf = (secrets: Pick<Secrets, 'derive'>, tenantId: string): string =>
  secrets.derive(`oai resumption ${tenantId}`);

/** A walk as a resumption token: readable, and signed. */
export const writeToken = (
  walk: HarvestPosition,
  secrets: Pick<Secrets, 'derive'>,
  tenantId: string,
): string => {
  const text = Buffer.from(JSON.stringify(walk)).toString('base64url');
  return `${text}.${signatureOf(text, keyOf(secrets, tenantId)).toString('base64url')}`;
};

/** The walk of a token; null where it was not made here, or is older than walks may be. */
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

/** Expiry of a token that was made for the harvest. */
export const tokenEndOf = ({ at }: Pick<HarvestPosition, 'at'>): Date =>
  new Date(Date.parse(at) + harvestHours * 3_600_000);
