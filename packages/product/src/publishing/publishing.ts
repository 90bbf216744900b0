import type { Label } from '@keyan/kernel/label.ts';

/** Path of the page with publishing settings. */
export const publishingPath = '/system/publishing';

export const publishingCode = 'publishing';

export const publishingEditCode = `${publishingCode}_edit`;

/** Publishing settings of the university. */
export interface PublishingSettings {
  /** True if OAI-PMH is enabled. */
  readonly isOn: boolean;
  /** True if public pages of records and profiles are enabled. */
  readonly pagesOn: boolean;
  /** Public origin of the university’s server: `https://keyan.example.edu.cn`. */
  readonly address: string;
  readonly repositoryName: string;
  readonly adminEmail: string;
  /** ROR address of the university; empty without one. */
  readonly ror: string;
  /** Keys of enabled outlets. */
  readonly outlets: readonly string[];
  readonly withAmounts: boolean;
  readonly version: number;
}

/** Outlet, as shown on the page. */
export interface OutletState {
  readonly key: string;
  readonly label: string;
  /** Numbers of published and withdrawn records. */
  readonly published: number;
  readonly withdrawn: number;
}

/** Settings with their current effects. */
export interface PublishingState {
  readonly settings: PublishingSettings;
  readonly outlets: readonly OutletState[];
  /** Time of the last comparison of register and records; empty if never. */
  readonly comparedAt: string;
}

/** Default settings: everything off. */
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

/** Path of a record’s public page. */
export const publicPath = (outlet: string, id: string): string => `/public/${outlet}/${id}`;

export const notPublished: Label = ['内容不存在或未公开', 'Not found, or not published'];
