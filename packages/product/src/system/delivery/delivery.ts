/** Channels over which messages also reach people who are not signed in. */
export const externalChannels = ['mail', 'sms', 'wecom', 'ding', 'push'] as const;

export type Channel = (typeof externalChannels)[number];

/**
 * Channels that a university may choose as default; not browser notifications, which need permission in each browser.
 */
export const defaultChannels = externalChannels.filter((channel) => channel !== 'push');

/** Channels in the delivery log: personal channels and group robots. */
export const deliveryChannels = [...externalChannels, 'robot'] as const;

/** Pace of delivery: at once, or collected in a daily digest. */
export const deliveryPaces = ['now', 'digest'] as const;

export type DeliveryPace = (typeof deliveryPaces)[number];

/** Kind of message (a code of `msgType`) that a person wants by a channel. */
export interface MessageChoice {
  readonly msgType: string;
  readonly channel: Channel;
  readonly pace: DeliveryPace;
}

/** Hours without deliveries, and the hour of the digest, as `22:00`; empty for no quiet hours. */
export interface QuietHours {
  readonly quietFrom: string;
  readonly quietUntil: string;
  readonly digestAt: string;
  /** If true, severe warnings are sent during quiet hours. */
  readonly letUrgent: boolean;
}

/** Hours of people who have chosen none. */
export const defaultQuietHours: QuietHours = {
  quietFrom: '',
  quietUntil: '',
  digestAt: '08:00',
  letUrgent: true,
};

/** Channels available to a person, and the person's choices. */
export interface MessageChoices {
  readonly chosen: readonly MessageChoice[];
  /** True if the person has chosen nothing and the university's default applies. */
  readonly isUsual: boolean;
  readonly habit: QuietHours;
  /** Masked address by channel, for notifications the number of browsers; empty if there is none. */
  readonly addresses: Readonly<Record<Channel, string>>;
  /** Channels for which the university has enabled a service. */
  readonly ready: readonly Channel[];
  /** Channels over which the last three messages to the person failed. */
  readonly failing: readonly Channel[];
}

/** Codes of the dictionary `im` for the channels served by applications. */
export const appChannels: Readonly<Partial<Record<Channel, string>>> = { wecom: '1', ding: '2' };

/** Delivery as administrators see it in the log. */
export interface DeliveryRow {
  /** Message id and channel, for groups also the robot id, joined with hyphens. */
  readonly id: string;
  /** `robot` for a group; the receiver is then the group's name. */
  readonly channel: (typeof deliveryChannels)[number];
  readonly state: string;
  readonly tries: number;
  readonly title: string;
  readonly receiver: string;
  readonly reason: string;
  readonly time: string;
  /** Time of the next attempt of a waiting delivery. */
  readonly due: string;
}

export const deliveryPath = '/resource/delivery';
export const deliveryCode = 'delivery';
export const resendCode = 'delivery_resend';
export const defaultDeliveryCode = 'delivery_usual';

/**
 * Codes of messages that the default channel sends at once (tasks, returns, reminders); all others go into the digest.
 */
export const messageTypesSentAtOnce: ReadonlySet<string> = new Set(['01', '03', '14']);

/** Channel that a university chose for people without a choice, and the channels to choose from. */
export interface DefaultDelivery {
  readonly channel: Channel | '';
  readonly ready: readonly Channel[];
}
