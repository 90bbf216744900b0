import type { RecordServices } from '@keyan/engine/records/behaviour.ts';
import { type Behaviour, defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type FieldFault, Invalid } from '@keyan/kernel/errors.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import { type Dictionary, entryOf, narrowedEntries } from '@keyan/kernel/values/dictionary.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { chooseDict, type DictForm } from './choose-dict.ts';

/** Codes offered by the form, by dictionary. */
export type InUse = ReadonlyMap<string, ReadonlySet<string>>;

/** Codes offered by the form, by resource and dictionary, for the current year. */
export type CodesInUse = ReadonlyMap<string, InUse>;

interface ChosenRow {
  readonly kind: string;
  readonly code: string;
  readonly keys: string;
}

/** Reads the sets of the tenant that apply in the year of `now`; a set for the year overrides a set for every year. */
export const readCodesInUse = async (session: Session, now: Date): Promise<CodesInUse> => {
  const rows = await session.query<ChosenRow>(
    `select distinct on (biz_kind, dict_code) biz_kind as kind, dict_code as code, dict_keys as keys
       from choose_dict
      where tenant_id = $1 and is_deleted = 0 and (year is null or year = $2)
      order by biz_kind, dict_code, year nulls last`,
    [session.tenantId, Number(dayText(now).slice(0, 4))],
  );
  return new Map(
    [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, sets]) => [
      kind,
      new Map(sets.map(({ code, keys }) => [code, new Set(keys.split(','))])),
    ]),
  );
};

const known = new WeakMap<ReadonlySet<string>, WeakMap<Dictionary['entries'], Dictionary>>();

/** Returns a dictionary restricted to the offered entries; memoised, so the same set yields the same object. */
export const dictionaryInUse = (dict: Dictionary, used: ReadonlySet<string>): Dictionary => {
  const { entries } = dict;
  const made = known.get(used) ?? new WeakMap<Dictionary['entries'], Dictionary>();
  known.set(used, made);
  const before = made.get(entries);
  if (before) return before;
  const { key, label, tree, path } = dict;
  const next = { key, label, tree, ...(path && { path }), entries: narrowedEntries(entries, used) };
  made.set(entries, next);
  return next;
};

/** Returns the dictionaries that the form of a resource offers, by code. */
const choosable = (fields: Fields): ReadonlyMap<string, Dictionary> => {
  const found = new Map<string, Dictionary>();
  const look = (all: Fields): void => {
    for (const { spec } of Object.values(all)) {
      if (spec.readonly) continue;
      if (spec.dictionary) found.set(spec.dictionary.key, spec.dictionary);
      if (spec.fields) look(spec.fields);
    }
  };
  look(fields);
  return found;
};

const fault = (path: string, message: Label): Invalid => new Invalid([{ path, message }]);

/** Returns the resource and the dictionary of a set. @throws Invalid naming the field */
const subjectOf = (
  resources: ReadonlyMap<string, Resource>,
  { bizKind, dictCode }: { readonly bizKind: string | null; readonly dictCode: string | null },
): { readonly resource: Resource; readonly dictionary: Dictionary } => {
  const resource = resources.get(bizKind ?? '');
  if (!resource) throw fault('bizKind', ['没有这种业务', 'There is no such kind of record']);
  const dictionary = choosable(resource.fields).get(dictCode ?? '');
  if (!dictionary) {
    throw fault('dictCode', [
      '该业务的表单不用此字典',
      'The form of this kind does not use the dictionary',
    ]);
  }
  return { resource, dictionary };
};

/** Returns whether another set exists for the same form, dictionary and year. */
const takenBy = async (
  session: Session,
  row: {
    readonly id: string;
    readonly bizKind: string | null;
    readonly dictCode: string | null;
    readonly year: number | null;
  },
): Promise<readonly FieldFault[]> => {
  const found = await session.query(
    `select 1 from choose_dict where tenant_id = $1 and is_deleted = 0 and biz_kind = $2
        and dict_code = $3 and year is not distinct from $4::int and id is distinct from $5::bigint`,
    [session.tenantId, row.bizKind, row.dictCode, row.year, row.id || null],
  );
  return found.length === 0
    ? []
    : [
        {
          path: 'dictCode',
          message: [
            '该业务该年度的此字典已设置，请修改原设置',
            'This dictionary is already set for this kind and year; change that setting',
          ],
        },
      ];
};

/** Validates that a set names entries of a dictionary in its form. */
export const chooseDictBehaviour: Behaviour = defineBehaviour(chooseDict, {
  complete: async (row, { engine, tx }) => {
    const { resource, dictionary } = subjectOf(engine.resources, row);
    const all = (await engine.dictionaries.of(tx.tenantId, tx))(dictionary);
    const odd = (row.dictKeys ?? '').split(',').find((code) => !entryOf(all, code));
    if (odd !== undefined) {
      throw fault('dictKeys', [`字典没有【${odd}】这一项`, `The dictionary has no entry ${odd}`]);
    }
    const year = row.year === null ? '' : ` ${row.year}`;
    return { chooseName: `${resource.label[0]} · ${dictionary.label[0]}${year}` };
  },
  check: (row, { tx }) => takenBy(tx, row),
});

const formsOf = ({ resources }: Pick<RecordServices, 'resources'>, language: 'zh' | 'en') =>
  [...resources.values()].flatMap((resource): readonly DictForm[] => {
    const found = choosable(resource.fields);
    if (found.size === 0) return [];
    const dictionaries = [...found.values()].map(({ key, label }) => ({
      code: key,
      label: say(label, language),
    }));
    return [{ kind: resource.key, label: say(resource.label, language), dictionaries }];
  });

/** Calls that return the dictionary entries that forms offer. */
export const chooseDictEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${chooseDict.path}/forms`,
    auth: 'user',
    permissions: ['cdict'],
    summary: ['可设置选用字典的业务', 'Kinds of records with dictionaries to choose from'],
    input: Type.Object({}),
    run: async (_input, { engine, language }) => formsOf(engine, language),
  }),
  endpoint({
    method: 'GET',
    path: `${chooseDict.path}/used`,
    auth: 'user',
    summary: ['某业务表单选用的字典项', 'Dictionary entries used by the form of a kind'],
    input: Type.Object({ bizKind: Type.String({ maxLength: 60 }) }),
    run: ({ bizKind }, { engine, actor }) =>
      engine.database.read(actor.tenantId, async (session) => {
        const chosen = (await readCodesInUse(session, engine.clock())).get(bizKind);
        return Object.fromEntries([...(chosen ?? [])].map(([code, keys]) => [code, [...keys]]));
      }),
  }),
];
