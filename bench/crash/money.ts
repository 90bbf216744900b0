import { randomBytes } from 'node:crypto';
import { type Call, callerOf } from '../people.ts';

/** Accounts that register and divide arrivals, and that give money back. */
const [office, finance] = ['rd_fund', 'finance'];

/** One arrival: registered, divided over a project, and a part of what is left given back. In fen. */
interface Course {
  readonly source: string;
  readonly amount: number;
  readonly divided: number;
  readonly back: number;
  /** Steps that the server acknowledged. */
  id?: string;
  isDivided: boolean;
  refund?: string;
  isBack: boolean;
}

/** Money that the load moved, by what was tried and what was acknowledged. */
export interface MoneyLedger {
  readonly courses: Course[];
  /** The project that gets it, and what had arrived for it before. */
  project?: { readonly id: string; readonly arrived: number };
}

export const openMoney = (): MoneyLedger => ({ courses: [] });

/** Steps that were acknowledged. */
export const moneySteps = ({ courses }: MoneyLedger): number =>
  courses.reduce(
    (sum, one) => sum + Number(one.id !== undefined) + Number(one.isDivided) + Number(one.isBack),
    0,
  );

const yuan = (fen: number): string =>
  `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
const fenOf = (text: string): number => Math.round(Number(text || 0) * 100);

interface ListedProject {
  readonly id: string;
  readonly arrivedFunds: string;
}

/** The project that takes the money: one under way. */
const projectOf = async (call: Call): Promise<ListedProject> => {
  const { records } = await call<{ records: readonly ListedProject[] }>(
    'GET',
    'kh-edu-research/programInfo/list?view=funds&status=20&size=1',
  );
  const [project] = records;
  if (!project) throw new Error('no project is under way');
  return project;
};

/** @returns moves money one step of a course after the other; it ends only by an error. */
export const startMoney = async (
  site: string,
  ledger: MoneyLedger,
): Promise<() => Promise<boolean>> => {
  const [desk, till] = [await callerOf(site, office), await callerOf(site, finance)];
  const project = await projectOf(desk);
  ledger.project ??= { id: project.id, arrived: fenOf(project.arrivedFunds) };
  const { id: programId } = ledger.project;
  return async () => {
    const amount = 1000 + Math.floor(Math.random() * 1_000_000);
    const course: Course = {
      source: `崩溃测试${randomBytes(8).toString('hex')}`,
      amount,
      divided: Math.floor(amount / 2),
      back: Math.floor(amount / 4),
      isDivided: false,
      isBack: false,
    };
    ledger.courses.push(course);
    const arrival = await desk<{ id: string }>('POST', 'kh-edu-research/fundingArrive/submit', {
      fundingSource: course.source,
      arriveType: '02',
      arriveDate: '2026-03-01',
      arriveAmount: yuan(amount),
      isPublic: '1',
    });
    course.id = arrival.id;
    await desk('POST', 'kh-edu-research/fundingArrive/divide', {
      id: arrival.id,
      shares: [{ programId, divideAmount: yuan(course.divided) }],
    });
    course.isDivided = true;
    const refund = await till<{ id: string; version: number }>(
      'POST',
      'kh-edu-research/fundingRefund/submit',
      { arriveId: arrival.id, refundAmount: yuan(course.back), refundReason: '多付' },
    );
    course.refund = refund.id;
    await till('POST', 'kh-edu-research/fundingRefund/confirm', {
      id: refund.id,
      version: refund.version,
      voucherNum: course.source.slice(-8),
      refundDate: '2026-03-02',
    });
    course.isBack = true;
    return true;
  };
};

interface Arrival {
  readonly id: string;
  readonly arriveAmount: string;
  readonly dividedAmount: string;
  readonly refundedAmount: string;
}

/** Steps by their fate, as the verdict of a run counts it. */
interface Counts {
  lost: number;
  doubled: number;
  halfDone: number;
  unheard: number;
}

/** Adds to the verdict the outcome of the money: every step once, and the project has what was divided. */
export const judgeMoney = async (
  ledger: MoneyLedger,
  site: string,
  verdict: Counts,
): Promise<void> => {
  const desk = await callerOf(site, office);
  let divided = 0;
  for (const course of ledger.courses) {
    const { records } = await desk<{ records: readonly Arrival[] }>(
      'GET',
      `kh-edu-research/fundingArrive/list?${new URLSearchParams({ fundingSource: course.source })}`,
    );
    const [stored] = records;
    if (records.length > 1) verdict.doubled += 1;
    if (!stored) {
      if (course.id !== undefined) verdict.lost += 1;
      continue;
    }
    if (course.id === undefined) verdict.unheard += 1;
    const steps = [
      [fenOf(stored.dividedAmount), course.divided, course.isDivided],
      [fenOf(stored.refundedAmount), course.back, course.isBack],
    ] as const;
    for (const [is, once, heard] of steps) {
      if (heard && is < once) verdict.lost += 1;
      if (is > once) verdict.doubled += 1;
      if (!heard && is === once) verdict.unheard += 1;
      if (is > 0 && is < once) verdict.halfDone += 1;
    }
    divided += fenOf(stored.dividedAmount);
  }
  if (!ledger.project) return;
  const { arrivedFunds } = await desk<ListedProject>(
    'GET',
    `kh-edu-research/programInfo/detail?id=${ledger.project.id}`,
  );
  // The account of the project agrees with the arrivals, to the fen.
  if (fenOf(arrivedFunds) - ledger.project.arrived !== divided) verdict.halfDone += 1;
};
