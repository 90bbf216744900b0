import { signIn } from './people.ts';

/** Account of the demo university that sends the questions, and its range of readable papers. */
export interface Asker {
  readonly account: string;
  readonly reach: 'everything' | 'a college' | 'own papers';
  /** True for an account that approves papers. */
  readonly decides?: true;
}

/** Ten accounts with different ranges of readable papers. */
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

/** Account with the headers of its session. */
export interface SignedIn extends Asker {
  readonly headers: Readonly<Record<string, string>>;
}

export const signInAll = (site: string): Promise<readonly SignedIn[]> =>
  Promise.all(
    askers.map(async (asker) => ({ ...asker, headers: await signIn(site, asker.account) })),
  );
