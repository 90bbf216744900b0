import type { Division, Project } from './money-world.ts';

/** Types of the contracts, invoices, refunds and surpluses of a play; amounts in fen. */

/** Contract and the project that it made; amounts in fen. */
export interface Contract {
  readonly id: string;
  readonly project: Project;
  amount: number;
}
export interface Bill {
  readonly id: string;
  readonly contract: Contract;
  /** Arrival of an invoice that follows its money; null for a borrowed one. */
  readonly arrival: string | null;
  readonly amount: number;
  red: number;
  state: 'asked' | 'granted' | 'issued' | 'red' | 'back' | 'void';
}
export interface Refund {
  readonly id: string;
  readonly arrival: string;
  readonly division: Division | null;
  readonly bill: Bill | null;
  readonly amount: number;
  readonly red: number;
  parts: Readonly<Record<'tax' | 'fee' | 'performance' | 'rest' | 'out' | 'net', number>> | null;
  items: Readonly<Record<string, number>>;
  state: 'draft' | 'done' | 'cancelled';
}
export interface Surplus {
  readonly id: string;
  readonly project: Project;
  readonly use: '01' | '02' | '03' | '04' | '05' | '06';
  readonly target: string | null;
  readonly amount: number;
  /** Account to which the surplus goes; null before. */
  kept: string | null;
  state: 'asked' | 'approved' | 'paid' | 'back' | 'void';
}
export interface Supplement {
  readonly id: string;
  readonly contract: Contract;
  readonly amount: number;
  state: 'asked' | 'approved' | 'back';
}

export const billOf: Readonly<Record<string, Bill['state']>> = {
  '1': 'asked',
  '2': 'granted',
  '3': 'issued',
  '8': 'issued',
  '4': 'back',
  '5': 'back',
  '6': 'back',
  '7': 'void',
  '9': 'red',
};
export const refundOf: Readonly<Record<string, Refund['state']>> = {
  '0': 'draft',
  '1': 'done',
  '2': 'cancelled',
};
export const surplusOf: Readonly<Record<string, Surplus['state']>> = {
  '1': 'asked',
  '2': 'approved',
  '7': 'paid',
  '3': 'back',
  '4': 'back',
  '5': 'back',
  '6': 'void',
};
export const supplementOf: Readonly<Record<string, Supplement['state']>> = {
  '1': 'asked',
  '2': 'approved',
  '3': 'back',
  '4': 'back',
  '5': 'back',
  '6': 'back',
};

/** Day of the play, in Shanghai. */
export const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
