import type { MoneyLife } from './money-life.ts';
import type { Division } from './money-world.ts';

/** Sums in fen, by name. */
export type Sums = Record<string, number>;
export type SumsByPlace = Map<string, Sums>;

/** Adds amounts to the sums of a place: an owner or a subaccount. */
export const add = (places: SumsByPlace, place: string, amounts: Sums): void => {
  const kept = places.get(place) ?? {};
  for (const [name, fen] of Object.entries(amounts)) kept[name] = (kept[name] ?? 0) + fen;
  places.set(place, kept);
};

type Books = Readonly<Record<'funds' | 'arrived' | 'contracts' | 'bills' | 'lent', SumsByPlace>>;

/** Replays contracts and their invoices, from the application to the red letter. */
const replayInvoices = (
  play: MoneyLife,
  { contracts, bills, arrived }: Pick<Books, 'contracts' | 'bills' | 'arrived'>,
): void => {
  for (const { id, amount } of play.contracts) add(contracts, id, { amount });
  for (const { id, contract, arrival, amount, red, state } of play.bills) {
    const asks = state === 'asked' || state === 'granted';
    const isOut = state === 'issued' || state === 'red';
    if (asks) add(contracts, contract.id, { applied: amount });
    if (isOut) {
      add(contracts, contract.id, { billed: amount - red });
      add(bills, id, { billed: amount, red, settled: arrival ? amount - red : 0 });
    }
    if (arrival && (asks || isOut)) add(arrived, arrival, { invoiced: amount - (isOut ? red : 0) });
  }
};

/** Replays refunds, and their red letters. */
const replayRefunds = (
  play: MoneyLife,
  { funds, contracts, bills, arrived }: Omit<Books, 'lent'>,
  contractOf: (project: { readonly id: string }) => string | undefined,
): void => {
  const back = new Map<Division, number>();
  for (const { arrival, division, bill, amount, red, parts, items, state } of play.refunds) {
    if (state !== 'done') continue;
    add(arrived, arrival, { refunded: amount });
    if (!division || !parts) continue;
    back.set(division, (back.get(division) ?? 0) + amount);
    add(arrived, arrival, { divided: -amount, booked: -amount });
    const at = (item: string): string => `${division.project.id} ${item}`;
    const whole = Object.values(parts).reduce((sum, fen) => sum + fen, 0);
    if (whole !== amount) throw new Error(`a refund of ${amount} takes ${whole}`);
    add(funds, at('0'), { arrived: -amount });
    add(funds, at('301'), { taxed: -parts.tax });
    add(funds, at('201'), { overhead: -parts.fee, indirect: -parts.fee });
    add(funds, at('202'), { booked: -parts.performance, indirect: -parts.performance });
    add(funds, at('203'), { booked: -parts.rest, indirect: -parts.rest });
    add(funds, at('104'), { booked: -parts.out });
    const lines = Object.keys(items).length > 0 ? items : { '0': parts.net };
    for (const [item, fen] of Object.entries(lines)) add(funds, at(item), { booked: -fen });
    const contract = contractOf(division.project);
    if (contract) add(contracts, contract, { arrived: -amount, billed: bill ? -red : 0 });
    if (!bill) continue;
    add(bills, bill.id, { red, settled: bill.arrival ? -red : 0 });
    if (bill.arrival) add(arrived, bill.arrival, { invoiced: -red });
  }
  // Refunds of an allocation take back at most its amount, and of an invoice at most its payment.
  for (const [division, fen] of back) {
    if (fen > division.amount) throw new Error(`${division.id}: ${fen} back of ${division.amount}`);
    if (division.bill)
      add(bills, division.bill, { settled: -Math.min(fen, division.settled ?? 0) });
  }
};

/** Uses of a surplus that pay somebody: back to the funder, and performance. */
const payingUses: ReadonlySet<string> = new Set(['04', '06']);

/** Replays expenses: held until paid; an advance until expenses and cash settle it. */
const replayExpenses = (
  { expenses }: MoneyLife,
  { funds, lent }: Pick<Books, 'funds' | 'lent'>,
): void => {
  for (const { id, project, item, amount, isAdvance, settles, state } of expenses) {
    const own = `${project.id} ${item}`;
    const isOpen = state === 'asked' || state === 'agreed';
    const isPaid = state === 'paid';
    if (!isOpen && !isPaid) continue;
    if (isAdvance) {
      add(funds, own, { held: amount });
      if (isPaid) add(lent, id, { paid: amount });
      continue;
    }
    if (!settles) {
      add(funds, own, isPaid ? { spent: amount } : { held: amount });
      continue;
    }
    const { advance, cash } = settles;
    add(lent, advance.id, { repaid: amount + cash });
    if (!isPaid) continue;
    add(funds, own, { spent: amount });
    add(funds, `${advance.project.id} ${advance.item}`, { held: -amount - cash });
  }
};

/** Replays surpluses: held while undecided, then settled, paid, kept or carried. */
const replaySurpluses = ({ surpluses }: MoneyLife, funds: SumsByPlace): void => {
  for (const { project, use, target, amount, kept, state } of surpluses) {
    const own = `${project.id} 0`;
    const isHeld = state === 'asked' || (state === 'approved' && payingUses.has(use));
    if (isHeld) add(funds, own, { held: amount });
    if (state === 'paid') add(funds, own, { spent: amount });
    if (state !== 'approved' || payingUses.has(use)) continue;
    add(funds, own, { settled: amount });
    const heir = kept ?? target;
    if (heir) add(funds, `${heir} 10201`, { booked: amount, carried: amount, budget: amount });
  }
};

/**
 * Returns the expected balances of the ledgers of funds, by project and item, of arrivals,
 * contracts, invoices and advances, added up from the records.
 */
export const replayed = (play: MoneyLife) => {
  const { projects, arrivals, divisions, bookings } = play;
  const funds: SumsByPlace = new Map();
  const arrived: SumsByPlace = new Map();
  const contracts: SumsByPlace = new Map();
  const bills: SumsByPlace = new Map();
  const lent: SumsByPlace = new Map();
  const contractOf = (project: { readonly id: string }): string | undefined =>
    play.contracts.find((one) => one.project.id === project.id)?.id;
  for (const { id, budget } of projects) {
    for (const [item, fen] of Object.entries(budget)) add(funds, `${id} ${item}`, { budget: fen });
  }
  for (const { id, amount, isReversed } of arrivals)
    add(arrived, id, { arrived: isReversed ? 0 : amount });
  for (const { arrival, project, amount, bill, settled, state } of divisions) {
    if (state === 'claimed') add(arrived, arrival.id, { claims: 1 });
    if (state !== 'granted' && state !== 'booking' && state !== 'booked') continue;
    add(arrived, arrival.id, { divided: amount });
    add(funds, `${project.id} 0`, { arrived: amount });
    const contract = contractOf(project);
    if (contract) add(contracts, contract, { arrived: amount });
    if (bill) add(bills, bill, { settled: settled ?? 0 });
  }
  for (const { division, tax, overhead, indirect, performance, items, state } of bookings) {
    if (state !== 'booked') continue;
    const at = (item: string): string => `${division.project.id} ${item}`;
    add(arrived, division.arrival.id, { booked: division.amount });
    add(funds, at('301'), { taxed: tax });
    add(funds, at('201'), { overhead, indirect: overhead });
    add(funds, at('202'), { indirect: performance, booked: performance });
    const rest = indirect - overhead - performance;
    add(funds, at('203'), { indirect: rest, booked: rest });
    for (const [item, fen] of Object.entries(items)) add(funds, at(item), { booked: fen });
  }
  replayExpenses(play, { funds, lent });
  replayInvoices(play, { contracts, bills, arrived });
  replayRefunds(play, { funds, contracts, bills, arrived }, contractOf);
  replaySurpluses(play, funds);
  return { funds, arrived, contracts, bills, lent };
};

/** Returns sums by place as comparable texts, without zero sums. */
export const listed = (places: ReadonlyMap<string, Readonly<Sums>>): readonly string[] =>
  [...places]
    .map(([place, sums]) => {
      const told = Object.entries(sums)
        .filter(([, fen]) => fen !== 0)
        .sort()
        .map(([name, fen]) => `${name} ${fen}`);
      return told.length > 0 ? `${place}: ${told.join(', ')}` : '';
    })
    .filter(Boolean)
    .sort();
