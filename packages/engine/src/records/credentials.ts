import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { SealedCredential } from '@keyan/kernel/values/credential.ts';
import { isDigest, isSealed, keepSecret, type Secrets } from '../base/secrets.ts';
import type { Behaviour } from './behaviour.ts';

type Values = Readonly<Record<string, unknown>>;

/** A typed secret and the row that it was typed into. */
interface Typed {
  readonly field: string;
  readonly text: string;
  readonly row: Values;
  readonly before: Values | null;
  readonly tenantId: string;
}

/**
 * The sealed text. Clients send a sealed one back as they got it, which is good for the same row and the same address
 * only; elsewhere it would tell the secret, which nobody may read, to a host of the writer's choice.
 * @throws Invalid where it has to be typed again
 */
const sealed = (
  secrets: Secrets,
  { use, toldTo, again }: SealedCredential,
  { field, text, row, before, tenantId }: Typed,
): string => {
  const purpose = `${use} ${tenantId}`;
  if (!isSealed(text)) return secrets.seal(text, purpose);
  const isOwn = before !== null && before[field] === text;
  // What opens with no key of ours is nobody's secret.
  const isKept = isOwn
    ? toldTo.every((name) => row[name] === before[name])
    : !secrets.open(text, purpose);
  if (isKept) return text;
  throw new Invalid([{ path: field, message: again }]);
};

/**
 * What is stored in place of the credentials of a row.
 * @throws Invalid where one has to be typed again
 */
export const keptCredentials = (
  { fields }: Pick<Resource, 'fields'>,
  secrets: Secrets,
  { row, before, tenantId }: Pick<Typed, 'row' | 'before' | 'tenantId'>,
): Values => {
  const kept: Record<string, string> = {};
  for (const [field, { spec }] of Object.entries(fields)) {
    const { credential } = spec;
    const text = row[field];
    if (!credential || text === null || text === undefined) continue;
    const typed = { field, text: String(text), row, before, tenantId };
    if (credential.as === 'sealed') kept[field] = sealed(secrets, credential, typed);
    else kept[field] = isDigest(typed.text) ? typed.text : keepSecret(typed.text);
  }
  return kept;
};

/**
 * The behaviours of these resources; those of kinds with credentials store no typed one, the history included,
 * whatever else they complete.
 */
export const keepingCredentials = (
  resources: readonly Resource[],
  behaviours: readonly Behaviour[],
  secrets: Secrets,
): readonly Behaviour[] => {
  const having = resources.filter(({ fields }) =>
    Object.values(fields).some(({ spec }) => spec.credential),
  );
  const keeping = having.map((resource): Behaviour => {
    const own = behaviours.find((behaviour) => behaviour.resource.key === resource.key);
    return {
      ...own,
      resource,
      complete: async (row, transaction) => {
        const values = { ...(await own?.complete?.(row, transaction)) };
        const { before, actor } = transaction;
        // Of the row as it was typed: the engine of another program may keep them a second time.
        const given = { row, before: before as Values | null, tenantId: actor.tenantId };
        return { ...values, ...keptCredentials(resource, secrets, given) };
      },
    };
  });
  const kept = new Set(having.map(({ key }) => key));
  return [...behaviours.filter(({ resource }) => !kept.has(resource.key)), ...keeping];
};
