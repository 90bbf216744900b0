/** Channels over which messages also reach people who are not signed in. */
export const channels = ['mail', 'sms'] as const;

export type Channel = (typeof channels)[number];

/** A kind of message (a code of `msgType`) that somebody wants by a way. */
export interface Choice {
  readonly msgType: string;
  readonly channel: Channel;
}

/** What a person may choose, and chose. */
export interface Choices {
  readonly chosen: readonly Choice[];
  /** Where it goes, masked; empty where the account has no address or number. */
  readonly addresses: Readonly<Record<Channel, string>>;
  /** The ways for which the university has enabled a service. */
  readonly ready: readonly Channel[];
}
