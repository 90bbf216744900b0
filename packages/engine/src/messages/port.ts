import type { Label } from '@keyan/kernel/label.ts';
import type { Tx } from '../store/connection/database.ts';

/** Message to people, stored in the transaction of the event that it reports. */
export interface Notice {
  /** Code of the dictionary of message types. */
  readonly type: string;
  readonly title: Label;
  /** Plain text; stored and shown as formatted text. */
  readonly content: Label;
  /** Files that its receivers may download, below its text. */
  readonly files?: readonly { readonly name: string; readonly link: string }[];
  /** Record that the message is about. */
  readonly business?: { readonly resource: string; readonly id: string };
  /** True if the message is sent in quiet hours; its receiver may forbid that. */
  readonly urgent?: boolean;
  /** Id of the message, for a message with one receiver that is looked up later; left out, a new id. */
  readonly id?: string;
  /** Page that a click opens. */
  readonly link?: string;
  /** Channels by which the message is sent whatever its receivers chose, with ids of their files. */
  readonly also?: readonly { readonly channel: string; readonly files: readonly string[] }[];
  readonly to: readonly string[];
}

/** Messages that request something that is already done. */
export interface StaleMessages {
  /** Id of the record that the messages are about. */
  readonly business: string;
  /** Pages to which the messages link. */
  readonly links: readonly string[];
  /** Person whose messages are marked; left out, those of every receiver. */
  readonly receiver?: string;
  /** People whose open pages reload. */
  readonly to: readonly string[];
}

export interface Messages {
  /** Stores the messages now and announces them to open pages after the commit. */
  send(tx: Tx, notices: readonly Notice[]): Promise<void>;
  /** Marks unread messages as read. */
  settle(tx: Tx, stale: StaleMessages): void;
  /** Announces to every open page of the tenant, after the commit, that something everybody sees has changed. */
  tellAll(tx: Tx): void;
}
