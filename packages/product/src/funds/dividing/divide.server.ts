import { behaviourTransaction, type CommandTransaction } from '@keyan/engine/commands/context.ts';
import { performActionIn } from '@keyan/engine/commands/perform.ts';
import { reserveNumber } from '@keyan/engine/commands/record-number.ts';
import { saveIn } from '@keyan/engine/commands/save.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { Unavailable } from '@keyan/engine/store/connection/failures.ts';
import type { ReservedNumber } from '@keyan/engine/store/schema/numbers.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type FieldFault, Invalid, Refused } from '@keyan/kernel/errors.ts';
import { equal } from '@keyan/kernel/values/amounts.ts';
import { Type } from 'typebox';
import { fundingArrive } from '../funding-arrive.ts';
import { fundingDivide } from '../funding-divide.ts';
import { type ClaimRuling, type DivisionOutcome, divideCall, type UnclaimedShare } from './wire.ts';

const kind = fundingDivide as Resource;
const submit = { kind: 'submit' } as const;

/** Maximum number of projects and claims per division. */
const maxPartsPerDivision = 100;

interface Asking {
  readonly engine: Engine;
  readonly actor: Actor;
}

/** Runs `work` and prefixes the field paths of its faults with the form line. */
const withFieldPrefix = async <T>(place: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(
      error.faults.map(({ path, message }): FieldFault => ({ path: `${place}.${path}`, message })),
    );
  }
};

const rule = async (
  transaction: CommandTransaction,
  { id: claim, version, granted, divideAmount, reason }: ClaimRuling,
): Promise<void> => {
  if (!granted) {
    await performActionIn(transaction, kind, 'refuse', claim, { version, reason });
    return;
  }
  const before = await lockRow(transaction, kind, claim);
  const asked = (before as unknown as { readonly divideAmount: string | null }).divideAmount;
  if (divideAmount === undefined || equal(divideAmount, asked)) {
    await performActionIn(transaction, kind, 'assign', claim, { version });
    return;
  }
  const input = { ...before, divideAmount, version };
  await saveIn(transaction, { resource: kind, input, mode: submit });
  await performActionIn(transaction, kind, 'assign', claim);
};

/**
 * Grants parts of an arrival and decides its claims in one transaction.
 * @throws Refused if the grants exceed the unallocated amount; Invalid with the faulty line
 */
export const divideArrival = async (
  { engine, actor }: Asking,
  arriveId: string,
  shares: readonly UnclaimedShare[],
  rulings: readonly ClaimRuling[],
): Promise<DivisionOutcome> => {
  const inputs = shares.map((share) => ({ ...share, arriveId }));
  const numbers: (ReservedNumber | null)[] = [];
  const used = new Set<ReservedNumber | null>();
  try {
    for (const input of inputs) {
      numbers.push(await reserveNumber({ engine, actor }, kind, input, submit));
    }
    await engine.database.transaction(actor.tenantId, async (tx) => {
      used.clear();
      const transaction = behaviourTransaction({ engine, actor }, tx);
      // Locks all claims in order of id before granting, so that concurrent divisions wait for each
      // other.
      for (const { id: claim } of rulings.toSorted((a, b) =>
        BigInt(a.id) < BigInt(b.id) ? -1 : 1,
      )) {
        const row = await lockRow(transaction, kind, claim);
        if ((row as unknown as { readonly arriveId: unknown }).arriveId !== arriveId) {
          throw new Refused(['该认领不属于这笔到账', 'The claim does not belong to this arrival']);
        }
      }
      for (const [index, ruling] of rulings.entries()) {
        await withFieldPrefix(`claims.${index}`, () => rule(transaction, ruling));
      }
      for (const [index, input] of inputs.entries()) {
        await withFieldPrefix(`shares.${index}`, async () => {
          const number = numbers[index] ?? null;
          const saving = { resource: kind, input, mode: submit, number };
          const { stored, numbered } = await saveIn(transaction, saving);
          if (numbered) used.add(number);
          await performActionIn(transaction, kind, 'assign', stored.id);
        });
      }
    });
  } catch (error) {
    // After a connection failure the commit may have succeeded, so the record numbers count as
    // used.
    if (!(error instanceof Unavailable)) used.clear();
    throw error;
  } finally {
    for (const number of numbers) if (!used.has(number)) number?.release();
  }
  const granted = rulings.filter((ruling) => ruling.granted).length;
  return { granted: granted + shares.length, refused: rulings.length - granted };
};

const amount = Type.String({ pattern: '^\\d{1,10}(\\.\\d{1,2})?$' });

export const divideEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: divideCall,
    auth: 'user',
    permissions: ['claimArrive_assign'],
    summary: ['分配到账', 'Allocate an arrival'],
    input: Type.Object({
      id: idParam,
      shares: Type.Optional(
        Type.Array(
          Type.Object({
            programId: idParam,
            divideAmount: amount,
            useYear: Type.Optional(Type.Integer({ minimum: 1900, maximum: 2999 })),
          }),
          { maxItems: maxPartsPerDivision },
        ),
      ),
      claims: Type.Optional(
        Type.Array(
          Type.Object({
            id: idParam,
            version: Type.Integer({ minimum: 0 }),
            granted: Type.Boolean(),
            divideAmount: Type.Optional(amount),
            reason: Type.Optional(Type.String({ maxLength: 500 })),
          }),
          { maxItems: maxPartsPerDivision },
        ),
      ),
    }),
    run: async ({ id: arrival, shares = [], claims = [] }, { engine, actor }) => {
      await engine.as(actor).read(fundingArrive, arrival);
      if (shares.length + claims.length === 0) {
        throw new Refused(['请填写要分配的项目', 'Enter the projects to allocate to']);
      }
      return divideArrival({ engine, actor }, arrival, shares, claims as readonly ClaimRuling[]);
    },
  }),
];
