import type { Label } from '@keyan/kernel/label.ts';
import type { Tx } from '../store/connection/database.ts';

/** A message to people, stored in the transaction that it reports. */
export interface Notice {
  /** Code of the message type's dictionary. */
  readonly type: string;
  readonly title: Label;
  /** Plain text; it is stored and shown as formatted text. */
  readonly content: Label;
  /** Files that its receivers may download, below its text. */
  readonly files?: readonly { readonly name: string; readonly link: string }[];
  /** The record that it speaks of. */
  readonly business?: { readonly resource: string; readonly id: string };
  /** Does the message go out in quiet hours? Its receiver may forbid it. */
  readonly urgent?: boolean;
  /** Id of the message, where it has one receiver and is asked about later; left out, a fresh one. */
  readonly id?: string;
  /** Page that a click opens. */
  readonly link?: string;
  /** Ways by which it goes out whatever its receivers chose, with files of theirs. */
  readonly also?: readonly { readonly channel: string; readonly files: readonly string[] }[];
  readonly to: readonly string[];
}

/** Messages that ask for something that is already done. */
export interface StaleMessages {
  /** The record that they speak of. */
  readonly business: string;
  /** The pages that they lead to. */
  readonly links: readonly string[];
  /** Only the messages of this person; left out, whoever has them. */
  readonly receiver?: string;
  /** People whose open pages reload. */
  readonly to: readonly string[];
}

export interface Messages {
  /** Stores the messages now and announces them live after the commit. */
  send(tx: Tx, notices: readonly Notice[]): Promise<void>;
  /** Marks unread messages as read. */
  settle(tx: Tx, stale: StaleMessages): void;
  /** After the commit every open page of the tenant looks anew at what everybody sees. */
  tellAll(tx: Tx): void;
}
