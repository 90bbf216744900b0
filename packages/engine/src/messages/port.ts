import type { Label } from '@keyan/kernel/label.ts';
import type { Tx } from '../store/database.ts';

/** A message to people, written in the transaction of what it tells. */
export interface Notice {
  /** Code of the message type's dictionary. */
  readonly type: string;
  readonly title: Label;
  /** Plain words; they are kept and told as formatted text. */
  readonly content: Label;
  /** The record that it speaks of. */
  readonly business?: { readonly resource: string; readonly id: string };
  /** Page that a click opens. */
  readonly link?: string;
  readonly to: readonly string[];
}

export interface Messages {
  /** Stores the messages now and announces them live after the commit. */
  send(tx: Tx, notices: readonly Notice[]): Promise<void>;
  /** After the commit every open page of the tenant looks anew at what everybody sees. */
  tellAll(tx: Tx): void;
}
