import type { Label } from '@keyan/kernel/label.ts';

/** The page on which an administrator decides what the university publishes. */
export const publishingPath = '/system/publishing';

export const publishingCode = 'publishing';

export const publishingEditCode = `${publishingCode}_edit`;

/** Settings of what is published. */
export interface PublishingSettings {
  /** Harvesters may read by OAI-PMH. */
  readonly isOn: boolean;
  /** Strangers may read the pages of published records and profiles. */
  readonly pagesOn: boolean;
  /** Origin under which the university is reached: `https://keyan.example.edu.cn`. */
  readonly address: string;
  readonly repositoryName: string;
  readonly adminEmail: string;
  /** Address of the university in the registry of research organisations (ROR); empty without one. */
  readonly ror: string;
  /** Keys of outlets. */
  readonly outlets: readonly string[];
  readonly withAmounts: boolean;
  readonly version: number;
}

/** An outlet as the page shows it. */
export interface OutletState {
  readonly key: string;
  readonly label: string;
  /** Records that are published now, and those that were. */
  readonly published: number;
  readonly withdrawn: number;
}

/** Settings with what they lead to, as the page reads them. */
export interface PublishingState {
  readonly settings: PublishingSettings;
  readonly outlets: readonly OutletState[];
  /** When the register was compared with the records for the last time; empty if never. */
  readonly comparedAt: string;
}

/** Settings before anybody has decided. */
export const initialSettings: PublishingSettings = {
  isOn: false,
  pagesOn: false,
  address: '',
  repositoryName: '',
  adminEmail: '',
  ror: '',
  outlets: [],
  withAmounts: false,
  version: 0,
};

export const rorPattern = '^https://ror\\.org/0[a-hj-km-np-tv-z0-9]{6}[0-9]{2}$';

/** The path of a record's public page, below the address of the university. */
export const publicPath = (outlet: string, id: string): string => `/public/${outlet}/${id}`;

export const notPublished: Label = ['内容不存在或未公开', 'Not found, or not published'];
