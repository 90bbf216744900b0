import type { MoneyPlay } from './money-play.ts';

/** Sums in fen, by name. */
type Sums = Record<string, number>;
type Accounts = Map<string, Sums>;

const add = (accounts: Accounts, account: string, amounts: Sums): void => {
  const kept = accounts.get(account) ?? {};
  for (const [name, fen] of Object.entries(amounts)) kept[name] = (kept[name] ?? 0) + fen;
  accounts.set(account, kept);
};

/**
 * Balances that the ledger of funds, by project and item, and of arrivals ought to have: added up from the records.
 */
export const replayed = ({ projects, arrivals, divisions, bookings, expenses }: MoneyPlay) => {
  const funds: Accounts = new Map();
  const arrived: Accounts = new Map();
  for (const { id, budget } of projects) {
    for (const [item, fen] of Object.entries(budget)) add(funds, `${id} ${item}`, { budget: fen });
  }
  for (const { id, amount, isReversed } of arrivals)
    add(arrived, id, { arrived: isReversed ? 0 : amount });
  for (const { arrival, project, amount, state } of divisions) {
    if (state === 'claimed') add(arrived, arrival.id, { claims: 1 });
    if (state !== 'granted' && state !== 'booking' && state !== 'booked') continue;
    add(arrived, arrival.id, { divided: amount });
    add(funds, `${project.id} 0`, { arrived: amount });
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
  for (const { project, item, amount, state } of expenses) {
    if (state === 'asked' || state === 'agreed')
      add(funds, `${project.id} ${item}`, { held: amount });
    if (state === 'paid') add(funds, `${project.id} ${item}`, { spent: amount });
  }
  return { funds, arrived };
};

/** Accounts as texts that are easy to compare: those of nothing are left out. */
export const listed = (accounts: Accounts): readonly string[] =>
  [...accounts]
    .map(([account, sums]) => {
      const told = Object.entries(sums)
        .filter(([, fen]) => fen !== 0)
        .sort()
        .map(([name, fen]) => `${name} ${fen}`);
      return told.length > 0 ? `${account}: ${told.join(', ')}` : '';
    })
    .filter(Boolean)
    .sort();
