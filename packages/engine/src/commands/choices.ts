import { listFields } from '@keyan/kernel/base.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { FieldSpec } from '@keyan/kernel/field.ts';
import { isId } from '@keyan/kernel/id.ts';
import type { Query } from '@keyan/kernel/query.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { Session } from '../store/database.ts';
import { choosable, readableBy, type Settled } from '../store/scope.ts';
import { type Context, demandPage, hiddenFrom, opensPage } from './context.ts';
import { departmentsOf, entersAny } from './department.ts';
import type { Choice, Wanted, WantedChoice } from './port.ts';
import { ask } from './read.ts';

const usualSize = 20;

/** Title and note of rows within a scope, nothing more. */
const offered = (
  session: Session,
  context: Context,
  resource: Resource,
  scope: Settled,
  wanted: Wanted,
): Promise<readonly Choice[]> => {
  const ids = wanted.ids?.filter(isId);
  const query: Query = {
    ...(ids || wanted.search === undefined ? {} : { search: wanted.search }),
    where: [],
    sort: [],
    page: 1,
    size: ids ? ids.length : (wanted.size ?? usualSize),
  };
  const { shape, values } = ask(context, resource, query, scope);
  return session.query<Choice>(
    context.engine.store.reader
      .lookup({ ...shape, sort: [] }, ids !== undefined)
      .bind({ ...values, ids: ids ?? [] }),
  );
};

const ofTenant = <T>(
  { engine, actor }: Context,
  work: (session: Session) => Promise<T>,
): Promise<T> => engine.database.read(actor.tenantId, work);

/** See `Commands.lookup`. */
export const lookup = async (
  context: Context,
  resource: Resource,
  wanted: Wanted,
): Promise<readonly Choice[]> => {
  const { actor } = context;
  if (!resource.access.choose) demandPage(resource, actor);
  const scope = resource.access.choose
    ? choosable(resource, undefined, actor, true)
    : readableBy(resource, actor);
  return ofTenant(context, (session) => offered(session, context, resource, scope, wanted));
};

/** What a reference may choose, settled for the actor. */
const scopeOfReference = ({ actor }: Context, target: Resource, spec: FieldSpec): Settled =>
  choosable(target, spec.among, actor, opensPage(target, actor));

/** The reference at a path of the definition, as far as it exists for the actor. */
const referenceAt = (context: Context, resource: Resource, path: string): FieldSpec | undefined => {
  const [name = '', inner] = path.split('.');
  const fields = listFields(resource);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field || hiddenFrom(resource, context.actor).has(name)) return undefined;
  const lines = field.spec.fields ?? {};
  const { spec } =
    inner === undefined ? field : (Object.hasOwn(lines, inner) && lines[inner]) || field;
  return spec.kind === 'ref' ? spec : undefined;
};

/** Does a choice of a short list fit what was typed? */
const matching =
  (search = '') =>
  ({ text, note }: Choice): boolean =>
    `${text} ${note}`.toLowerCase().includes(search.trim().toLowerCase());

/** See `Commands.choices`. */
export const choices = async (
  context: Context,
  resource: Resource,
  path: string,
  wanted: WantedChoice,
): Promise<readonly Choice[]> => {
  demandPage(resource, context.actor);
  const spec = referenceAt(context, resource, path);
  const target = spec?.target && context.engine.resources.get(spec.target.key);
  if (!spec || !target) {
    throw new Invalid([{ path: 'field', message: ['请求参数格式错误: field', 'No such field'] }]);
  }
  const scope = scopeOfReference(context, target, spec);
  if (scope === false) return [];
  return ofTenant(context, async (session) => {
    const { actor } = context;
    const limited = wanted.form && !wanted.ids && resource.department === path && !entersAny(actor);
    if (!limited) return offered(session, context, target, scope, wanted);
    const people = await departmentsOf(session, wanted.people ?? []);
    const ids = [...new Set([...actor.departments, ...people])];
    const found = await offered(session, context, target, scope, { ids });
    return found.filter(matching(wanted.search)).slice(0, wanted.size ?? usualSize);
  });
};

/** Of these records of a target, the ones that the reference may choose; null means all of them. */
export const chosenWithin = async (
  session: Session,
  context: Context,
  target: Resource,
  spec: FieldSpec,
  ids: readonly string[],
): Promise<ReadonlySet<string> | null> => {
  const scope = scopeOfReference(context, target, spec);
  if (scope === true) return null;
  if (scope === false) return new Set();
  const found = await offered(session, context, target, scope, { ids });
  return new Set(found.map(({ id }) => id));
};
