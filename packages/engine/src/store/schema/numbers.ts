import { timeText } from '@keyan/kernel/values/time.ts';
import type { Database, Session } from '../connection/database.ts';
import { besideEnclosing } from '../connection/enclosing.ts';

/** Number reserved for a record: it is used, or released for the next record. */
export interface ReservedNumber {
  readonly text: string;
  /** Releases the number; only if no committed row contains it. */
  release(): void;
}

/** Source of readable record numbers: `LW20260001`. Gaps are allowed, repetitions are not. */
export interface RecordNumbers {
  /**
   * Takes the next number of a pattern with these texts in its named places. Uses a separate connection: call it before
   * a transaction is opened, else a full pool waits for itself.
   */
  reserve(
    tenantId: string,
    pattern: string,
    now: Date,
    named?: Readonly<Record<string, string>>,
  ): Promise<ReservedNumber>;
}

const places = /\$\{(\w+)\}/g;

/**
 * Fills `${yyyy} ${MM} ${dd}` (Asia/Shanghai) and the named places of a pattern; `${seq4}` remains. The result is the
 * key of the sequence: a new year starts a new count.
 */
export const numberKey = (
  pattern: string,
  now: Date,
  named: Readonly<Record<string, string>> = {},
): string => {
  const [yyyy = '', MM = '', dd = ''] = timeText(now).slice(0, 10).split('-');
  const known: Readonly<Record<string, string>> = { ...named, yyyy, MM, dd };
  return pattern.replace(places, (place, name: string) => known[name] ?? place);
};

/** Inserts the running number into a key: `LW2026${seq4}`, 7 → `LW20260007`. */
export const numberText = (key: string, sequence: number): string =>
  key.replace(/\$\{seq(\d+)\}/, (_place, width: string) =>
    String(sequence).padStart(Number(width), '0'),
  );

/**
 * Takes the next number of a pattern within a transaction; transactions that need a number of the same count wait. A
 * rollback releases it.
 */
export const takeNumber = async (
  session: Session,
  pattern: string,
  now: Date,
  named?: Readonly<Record<string, string>>,
): Promise<string> => {
  const key = numberKey(pattern, now, named);
  const [row] = await session.query<{ sequence: string }>(
    `insert into number_sequence (tenant_id, key, next) values ($1, $2, 2)
     on conflict (tenant_id, key) do update set next = number_sequence.next + 1
     returning next - 1 as sequence`,
    [session.tenantId, key],
  );
  return numberText(key, Number(row?.sequence));
};

interface Block {
  next: number;
  end: number;
  size: number;
  takenAt: number;
}

const maxBlockSize = 64;

/**
 * Creates numbers in blocks: a process that assigns many numbers takes more at a time, so that concurrent submissions
 * do not wait for one row; otherwise they are taken singly, with few gaps.
 */
export const createNumbers = (
  database: Database,
  clock: () => number = Date.now,
): RecordNumbers => {
  const blocks = new Map<string, Block>();
  const waiting = new Map<string, Promise<void>>();
  /** Released numbers by key, to be used next. */
  const free = new Map<string, number[]>();

  const refill = async (tenantId: string, key: string, name: string): Promise<void> => {
    const old = blocks.get(name);
    const size = old && clock() - old.takenAt < 1000 ? Math.min(old.size * 2, maxBlockSize) : 1;
    const [row] = await besideEnclosing(() =>
      database.read(tenantId, (session) =>
        session.query<{ start: string }>(
          `insert into number_sequence (tenant_id, key, next) values ($1, $2, 1 + $3::bigint)
           on conflict (tenant_id, key) do update set next = number_sequence.next + $3::bigint
           returning next - $3::bigint as start`,
          [tenantId, key, size],
        ),
      ),
    );
    const start = Number(row?.start);
    blocks.set(name, { next: start, end: start + size, size, takenAt: clock() });
  };

  const take = async (tenantId: string, key: string, name: string): Promise<number> => {
    for (;;) {
      const returned = free.get(name)?.shift();
      if (returned !== undefined) return returned;
      const block = blocks.get(name);
      if (block && block.next < block.end) {
        block.next += 1;
        return block.next - 1;
      }
      const pending =
        waiting.get(name) ?? refill(tenantId, key, name).finally(() => waiting.delete(name));
      waiting.set(name, pending);
      await pending;
    }
  };

  return {
    reserve: async (tenantId, pattern, now, named) => {
      const key = numberKey(pattern, now, named);
      const name = `${tenantId} ${key}`;
      const sequence = await take(tenantId, key, name);
      return {
        text: numberText(key, sequence),
        release: () => {
          free.set(
            name,
            [...(free.get(name) ?? []), sequence].sort((a, b) => a - b),
          );
        },
      };
    },
  };
};
