import { createHash } from 'node:crypto';
import type { Call } from '../people.ts';
import { type MoneyLedger, moneySteps, openMoney } from './money.ts';

/** Task of a person and the record that it is about. */
export interface Work {
  readonly taskId: string;
  readonly businessId: string;
  /** Key of the resource. */
  readonly kind: string;
}

/**
 * Attempted writes of the load, and those that the server acknowledged: a crash must not lose an
 * acknowledged one.
 */
export interface Ledger {
  readonly approvals: { readonly tried: Map<string, Work>; readonly acknowledged: Set<string> };
  /** Submissions by title; the id is known for acknowledged ones. */
  readonly submissions: {
    readonly tried: Set<string>;
    readonly acknowledged: Map<string, string>;
  };
  /** SHA-256 by id of the files whose upload was acknowledged. */
  readonly files: Map<string, string>;
  readonly money: MoneyLedger;
}

export const openLedger = (): Ledger => ({
  approvals: { tried: new Map(), acknowledged: new Set() },
  submissions: { tried: new Set(), acknowledged: new Map() },
  files: new Map(),
  money: openMoney(),
});

export const sha256 = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

export const acknowledged = ({ approvals, submissions, files, money }: Ledger): number =>
  approvals.acknowledged.size + submissions.acknowledged.size + files.size + moneySteps(money);

/** Differences between the final state of the server and the ledger. */
export interface Verdict {
  lost: number;
  doubled: number;
  /** Number of records that contradict their process. */
  halfDone: number;
  /** Number of writes done although the response was lost, which is allowed. */
  unheard: number;
}

interface Standing {
  readonly lines: readonly { readonly taskId: string; readonly action: string }[];
  readonly status: string;
}

const standingOf = async (call: Call, id: string): Promise<Standing> => {
  const [lines, record] = await Promise.all([
    call<Standing['lines']>('GET', `kh-edu-research/audit/detail?businessId=${id}`),
    call<{ auditStatus: string }>('GET', `kh-edu-research/papers/detail?id=${id}`),
  ]);
  return { lines, status: record.auditStatus };
};

/**
 * An approved record must be in the library once; any other record must still have a running
 * process.
 */
const agrees = ({ lines, status }: Standing): boolean => {
  const ends = lines.filter((line) => line.action === 'end').length;
  return status === '2' ? ends === 1 : status === '1' && ends === 0;
};

/**
 * Compares the ledger with the state of a restarted server.
 * @param content reads the bytes of a file; undefined if it is missing.
 */
export const judge = async (
  ledger: Ledger,
  people: { readonly author: Call; readonly office: Call },
  content: (id: string) => Promise<Uint8Array | undefined>,
): Promise<Verdict> => {
  const verdict: Verdict = { lost: 0, doubled: 0, halfDone: 0, unheard: 0 };
  const { approvals, submissions, files } = ledger;
  for (const { taskId, businessId } of approvals.tried.values()) {
    const standing = await standingOf(people.office, businessId);
    const done = standing.lines.filter(
      (line) => line.taskId === taskId && line.action === 'approve',
    ).length;
    const heard = approvals.acknowledged.has(taskId);
    if (heard && done === 0) verdict.lost += 1;
    if (done > 1) verdict.doubled += 1;
    if (!heard && done === 1) verdict.unheard += 1;
    if (!agrees(standing)) verdict.halfDone += 1;
  }
  for (const title of submissions.tried) {
    const query = new URLSearchParams({ view: 'register', artName: title });
    const { records } = await people.author<{ records: { id: string }[] }>(
      'GET',
      `kh-edu-research/papers/list?${query}`,
    );
    const [found] = records;
    const heard = submissions.acknowledged.get(title);
    if (heard !== undefined && found?.id !== heard) verdict.lost += 1;
    if (records.length > 1) verdict.doubled += 1;
    if (!found) continue;
    if (heard === undefined) verdict.unheard += 1;
    if (!agrees(await standingOf(people.author, found.id))) verdict.halfDone += 1;
  }
  for (const [id, digest] of files) {
    const bytes = await content(id);
    if (!bytes || sha256(bytes) !== digest) verdict.lost += 1;
  }
  return verdict;
};
