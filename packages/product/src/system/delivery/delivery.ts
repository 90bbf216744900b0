/** Channels over which messages also reach people who are not signed in. */
export const externalChannels = ['mail', 'sms', 'wecom', 'ding', 'push'] as const;

export type Channel = (typeof externalChannels)[number];

/** Ways that a university may choose for people who chose none: notifications are asked for in each browser. */
export const defaultChannels = externalChannels.filter((channel) => channel !== 'push');

/** Ways of messages in the log: those of people, and the robots of groups. */
export const deliveryChannels = [...externalChannels, 'robot'] as const;

/** Pace of delivery: at once, or together once a day. */
export const deliveryPaces = ['now', 'digest'] as const;

export type DeliveryPace = (typeof deliveryPaces)[number];

/** A kind of message (a code of `msgType`) that somebody wants by a way. */
export interface MessageChoice {
  readonly msgType: string;
  readonly channel: Channel;
  readonly pace: DeliveryPace;
}

/** Hours in which nothing goes out, and the hour of the digest, as `22:00`; empty for no quiet hours. */
export interface QuietHours {
  readonly quietFrom: string;
  readonly quietUntil: string;
  readonly digestAt: string;
  /** Severe warnings go out in quiet hours, too. */
  readonly letUrgent: boolean;
}

/** The habit of whoever has chosen none. */
export const defaultQuietHours: QuietHours = {
  quietFrom: '',
  quietUntil: '',
  digestAt: '08:00',
  letUrgent: true,
};

/** Choices open to a person, and those made. */
export interface MessageChoices {
  readonly chosen: readonly MessageChoice[];
  /** The person chose nothing: these are the choices of the university. */
  readonly isUsual: boolean;
  readonly habit: QuietHours;
  /** Where it goes, masked; of notifications the number of browsers. Empty where there is none. */
  readonly addresses: Readonly<Record<Channel, string>>;
  /** The ways for which the university has enabled a service. */
  readonly ready: readonly Channel[];
  /** Ways over which the last three messages failed. */
  readonly failing: readonly Channel[];
}

/** The codes of the dictionary `im` behind the channels that applications serve. */
export const appChannels: Readonly<Partial<Record<Channel, string>>> = { wecom: '1', ding: '2' };

/** A message that went out or did not, as administrators see it. */
export interface DeliveryRow {
  /** The message and its way, and of a group its robot, with hyphens. */
  readonly id: string;
  /** `robot` for a group, whose name is the receiver. */
  readonly channel: (typeof deliveryChannels)[number];
  readonly state: string;
  readonly tries: number;
  readonly title: string;
  readonly receiver: string;
  readonly reason: string;
  readonly time: string;
  /** The next try of what waits. */
  readonly due: string;
}

export const deliveryPath = '/resource/delivery';
export const deliveryCode = 'delivery';
export const resendCode = 'delivery_resend';
export const defaultDeliveryCode = 'delivery_usual';

/** Kinds of messages that a university's way takes at once: tasks, returns and urging; others come in the digest. */
export const messageTypesSentAtOnce: ReadonlySet<string> = new Set(['01', '03', '14']);

/** Way that a university chose for people who chose none, and the ways that it may choose. */
export interface DefaultDelivery {
  readonly channel: Channel | '';
  readonly ready: readonly Channel[];
}
