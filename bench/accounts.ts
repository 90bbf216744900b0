import { signIn } from './people.ts';

/** An account of the demo university that asks, and how much of the papers it may read. */
export interface Asker {
  readonly account: string;
  readonly reach: 'everything' | 'a college' | 'own papers';
  /** Approves papers. */
  readonly decides?: true;
}

/** Ten accounts of all reaches. */
export const askers: readonly Asker[] = [
  { account: 'rd_achieve', reach: 'everything', decides: true },
  { account: 'rd_admin', reach: 'everything' },
  { account: 'rd_leader', reach: 'everything' },
  { account: 'school_leader', reach: 'everything' },
  { account: 'dept_leader', reach: 'a college' },
  { account: 'dept_secretary', reach: 'a college', decides: true },
  { account: '20190159', reach: 'a college', decides: true },
  { account: '20020089', reach: 'a college', decides: true },
  { account: 'teacher', reach: 'own papers' },
  { account: '20090118', reach: 'own papers' },
];

/** An account that has signed in. */
export interface SignedIn extends Asker {
  readonly headers: Readonly<Record<string, string>>;
}

export const signInAll = (site: string): Promise<readonly SignedIn[]> =>
  Promise.all(
    askers.map(async (asker) => ({ ...asker, headers: await signIn(site, asker.account) })),
  );
