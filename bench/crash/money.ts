import { randomBytes } from 'node:crypto';
import { type Call, callerOf } from '../people.ts';

/** Accounts that register and divide arrivals, and that return money. */
const [office, finance] = ['rd_fund', 'finance'];

/**
 * Arrival of money that is registered, divided over a project, and partly returned. Amounts in fen.
 */
interface Course {
  readonly source: string;
  readonly amount: number;
  readonly divided: number;
  readonly back: number;
  /** Ids of the steps that the server acknowledged. */
  id?: string;
  isDivided: boolean;
  refund?: string;
  isBack: boolean;
}

/** Movements of money of the load, attempted and acknowledged. */
export interface MoneyLedger {
  readonly courses: Course[];
  /** Project that gets the money, and its total of arrivals before the run. */
  project?: { readonly id: string; readonly arrived: number };
}

export const openMoney = (): MoneyLedger => ({ courses: [] });

/** Returns the number of acknowledged steps. */
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

/** Finds a project under way that can receive money. */
const projectOf = async (call: Call): Promise<ListedProject> => {
  const { records } = await call<{ records: readonly ListedProject[] }>(
    'GET',
    'kh-edu-research/programInfo/list?view=funds&status=20&size=1',
  );
  const [project] = records;
  if (!project) throw new Error('no project is under way');
  return project;
};

/**
 * Prepares the movements.
 * @returns function that performs one step after another, until an error
 */
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

/** Numbers of steps by outcome, for the verdict. */
interface Counts {
  lost: number;
  doubled: number;
  halfDone: number;
  unheard: number;
}

/** Adds to the verdict whether every step happened once and the project has the divided amounts. */
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
  // The total of the project must match its arrivals exactly.
  if (fenOf(arrivedFunds) - ledger.project.arrived !== divided) verdict.halfDone += 1;
};
