import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Status } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isVerifiable } from '@keyan/kernel/definition/verifiable.ts';
import { Denied, Missing, Refused } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { maskedName } from '@keyan/kernel/values/mask.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { tokenOfTenant } from '@keyan/kernel/values/tenant.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type {
  PrintedSheet,
  PrintRow,
  SheetState,
  VerifiedExtra,
  VerifiedSheet,
} from '@keyan/kernel/wire/prints.ts';
import type { Engine } from '../engine.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { holdsPermission } from '../records/rights.ts';

/** Stored proof of a printed sheet: person, time and content. */
interface Sheet {
  readonly id: string;
  readonly resource: string;
  readonly recordId: string;
  readonly version: number;
  readonly status: Status;
  readonly title: string;
  readonly number: string;
  readonly owner: string;
  readonly printedBy: string;
  readonly printedByName: string;
  readonly printTime: Date;
  readonly revokeTime: Date | null;
  readonly revokedByName: string | null;
}

const columns = `id::text, resource, record_id::text as "recordId", version, status, title, number, owner,
  printed_by::text as "printedBy", printed_by_name as "printedByName", print_time as "printTime",
  revoke_time as "revokeTime", revoked_by_name as "revokedByName"`;

/** Returns a random token of 128 bits; the tenant id in front tells which database to search. */
const newToken = (tenantId: string): string =>
  `${tenantId}-${randomBytes(16).toString('base64url')}`;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const tenantOf = (token: string): string | undefined => tokenOfTenant(22).exec(token)?.[1];

const secretRecord: Label = [
  '涉密记录不能生成核验码',
  'Classified records get no verification code',
];
const unverifiableKind: Label = [
  '此类记录不生成核验码',
  'Records of this kind get no verification code',
];
const staleRecord: Label = [
  '数据已被他人修改,请刷新后重试',
  'Somebody else changed this record; refresh and retry',
];

/**
 * @throws Missing for an unknown key, or for a resource without an approval, unless its definition declares that its
 *   sheets prove something.
 */
const resourceOf = (engine: Engine, key: string): Resource => {
  const resource = engine.resources.get(key);
  if (!resource || !(hasProcess(resource) || resource.access.verifiable)) throw new Missing();
  return resource;
};

/** Returns the status of a record; a record without an approval counts as approved, because its keepers entered it. */
const statusOf = (row: RowLike): Status => (row.auditStatus ?? '2') as Status;

const textOf = (value: unknown): string => (value == null ? '' : String(value));

/**
 * Records that the actor prints a record in its current version, and returns the token for the sheet.
 * @throws Missing if the record does not exist for the actor; Refused for a record under secrecy, and if the actor saw
 *   another version.
 */
export const printSheet = async (
  engine: Engine,
  actor: Actor,
  wanted: { readonly resource: string; readonly id: string; readonly version: number },
): Promise<PrintedSheet> => {
  const resource = resourceOf(engine, wanted.resource);
  const row: RowLike & { id: string; version: number } = (
    await engine.as(actor).read(resource, wanted.id)
  ).row;
  if (!isVerifiable(resource, row)) {
    throw new Refused(resource.access.verifiable ? secretRecord : unverifiableKind);
  }
  if (row.version !== wanted.version) throw new Refused(staleRecord);
  return keepSheet(engine, actor, resource, row, textOf(row[resource.title]));
};

/**
 * Stores a sheet of a record that the actor may read, and returns its token.
 * @param title text shown to whoever verifies the sheet
 */
const keepSheet = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  row: RowLike & { readonly id: string; readonly version: number },
  title: string,
): Promise<PrintedSheet> => {
  const token = newToken(actor.tenantId);
  const id = engine.ids.next();
  const now = engine.clock();
  await engine.database.transaction(actor.tenantId, (tx) =>
    tx.query(
      `insert into printed_sheet (tenant_id, id, token_hash, resource, record_id, version, status,
         title, number, owner, printed_by, printed_by_name, print_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        actor.tenantId,
        id,
        hashOf(token),
        resource.key,
        row.id,
        row.version,
        statusOf(row),
        title,
        resource.number ? textOf(row[resource.number.field]) : '',
        textOf(row.createUserName),
        actor.id,
        actor.name,
        now,
      ],
    ),
  );
  return { id, token, printTime: timeText(now), printedBy: actor.name, version: row.version };
};

/**
 * Stores a sheet with more than the fields of a record, such as sums on the day: the title tells them to whoever
 * verifies the sheet.
 * @throws Missing if the record does not exist for the actor; Refused for a record under secrecy
 */
export const printSummary = async (
  engine: Engine,
  actor: Actor,
  wanted: { readonly resource: string; readonly id: string },
  title: string,
): Promise<PrintedSheet> => {
  const resource = resourceOf(engine, wanted.resource);
  const { row } = await engine.as(actor).read(resource, wanted.id);
  if (!isVerifiable(resource, row)) throw new Refused(unverifiableKind);
  return keepSheet(engine, actor, resource, row, title);
};

/**
 * True if the actor may revoke the sheet: its printer, the owner of the record, and people who may declare the record
 * void.
 */
const mayRevoke = (resource: Resource, actor: Actor, row: RowLike, sheet: Sheet): boolean =>
  sheet.printedBy === actor.id ||
  row.createUser === actor.id ||
  holdsPermission(resource, actor, 'abolish', row);

/**
 * Returns the printed sheets of a record, newest first.
 * @throws Missing if the record does not exist for the actor.
 */
export const printedSheets = async (
  engine: Engine,
  actor: Actor,
  wanted: { readonly resource: string; readonly id: string },
): Promise<readonly PrintRow[]> => {
  const resource = resourceOf(engine, wanted.resource);
  const { row } = await engine.as(actor).read(resource, wanted.id);
  const sheets = await engine.database.read(actor.tenantId, (session) =>
    session.query<Sheet>(
      `select ${columns} from printed_sheet
        where tenant_id = $1 and resource = $2 and record_id = $3 order by id desc limit 200`,
      [actor.tenantId, resource.key, wanted.id],
    ),
  );
  return sheets.map((sheet) => ({
    id: sheet.id,
    printTime: timeText(sheet.printTime),
    printedBy: sheet.printedByName,
    version: sheet.version,
    revokeTime: sheet.revokeTime ? timeText(sheet.revokeTime) : '',
    revokedBy: sheet.revokedByName ?? '',
    revocable: sheet.revokeTime === null && mayRevoke(resource, actor, row, sheet),
  }));
};

/**
 * Revokes the code of a sheet; repeating this changes nothing.
 * @throws Missing if the actor may not read the record; Denied for a sheet that the actor may not revoke.
 */
export const revokeSheet = (engine: Engine, actor: Actor, id: string): Promise<void> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const [sheet] = await tx.query<Sheet>(
      `select ${columns} from printed_sheet where tenant_id = $1 and id = $2 for update`,
      [actor.tenantId, id],
    );
    if (!sheet) throw new Missing();
    const resource = resourceOf(engine, sheet.resource);
    const { row } = await engine.as(actor).read(resource, sheet.recordId);
    if (!mayRevoke(resource, actor, row, sheet)) throw new Denied();
    await tx.query(
      `update printed_sheet set revoke_time = $3, revoked_by = $4, revoked_by_name = $5
        where tenant_id = $1 and id = $2 and revoke_time is null`,
      [actor.tenantId, id, engine.clock(), actor.id, actor.name],
    );
  });

interface Found extends Sheet {
  readonly tenantId: string;
  readonly site: string;
}

/** Finds the sheet with this token, and the name of its university. */
const findSheet = async (
  engine: Engine,
  token: string,
  language: Language,
): Promise<Found | undefined> => {
  const tenantId = tenantOf(token);
  if (tenantId === undefined) return undefined;
  const [found] = await engine.database.read(tenantId, (session) =>
    session.query<Omit<Found, 'tenantId'>>(
      `select ${columns},
         (select case when $3 = 'en' then coalesce(nullif(t.tenant_name_en, ''), t.tenant_name)
                 else t.tenant_name end
            from tenant t where t.tenant_id = $1) as site
         from printed_sheet where tenant_id = $1 and token_hash = $2`,
      [tenantId, hashOf(token), language],
    ),
  );
  return found && { ...found, tenantId };
};

/**
 * True if entered values of the record have changed since printing. An approval in progress changes only computed
 * values.
 */
const isChanged = async (engine: Engine, resource: Resource, sheet: Found): Promise<boolean> => {
  const entered = Object.entries(resource.fields).flatMap(([name, { spec }]) =>
    spec.readonly && !spec.byApprover ? [] : [name],
  );
  const [found] = await engine.database.read(sheet.tenantId, (session) =>
    session.query<{ changed: boolean }>(
      `select exists (select 1 from history h, jsonb_array_elements(h.changes) c
         where h.tenant_id = $1 and h.business_id = $2 and h.resource = $3 and h.version > $4
           and split_part(c ->> 'path', '.', 1) = any($5)) as changed`,
      [sheet.tenantId, sheet.recordId, resource.key, sheet.version, entered],
    ),
  );
  return found?.changed === true;
};

/** Returns further facts of the sheet, if its kind supplies some. */
const moreOf = async (
  engine: Engine,
  { tenantId }: Found,
  { key }: Resource,
  row: RowLike,
  language: Language,
): Promise<VerifiedExtra> => {
  const verified = engine.behaviours.get(key)?.verified;
  return verified
    ? engine.database.read(tenantId, (session) =>
        verified(row as StoredRow, { engine, session, language }),
      )
    : {};
};

const blank = {
  kind: '',
  number: '',
  title: '',
  owner: '',
  version: 0,
} as const;

/**
 * Answers anybody who has the token of a sheet: its content, and its present validity. A revoked sheet shows only its
 * revocation; a record that came under secrecy shows nothing.
 * @throws Missing for an invalid token, or for a record that must no longer be shown.
 */
export const verifySheet = async (
  engine: Engine,
  token: string,
  language: Language,
): Promise<VerifiedSheet> => {
  const sheet = await findSheet(engine, token, language);
  const resource = sheet && engine.resources.get(sheet.resource);
  if (!sheet || !resource) throw new Missing();
  const { site, version, status: printedStatus } = sheet;
  const printed = { site, printTime: timeText(sheet.printTime), printedStatus };
  if (sheet.revokeTime) return { ...blank, ...printed, state: 'revoked' };
  const row = await engine
    .asSystem('核验打印件', sheet.tenantId)
    .read(resource, sheet.recordId)
    .then(
      (found): RowLike => found.row,
      (error: unknown) => {
        if (error instanceof Missing) return null;
        throw error;
      },
    );
  if (row && !isVerifiable(resource, row)) throw new Missing();
  const told = {
    ...printed,
    version,
    kind: say(resource.label, language),
    number: sheet.number,
    title: sheet.title,
    owner: maskedName(sheet.owner),
  };
  if (!row) return { ...told, state: 'removed' };
  const more = await moreOf(engine, sheet, resource, row, language);
  if (more.state === 'revoked') return { ...blank, ...printed, state: 'revoked' };
  const now = {
    ...told,
    ...more,
    status: statusOf(row),
    // A kind that names the holder in full needs no masked name.
    ...(more.about ? { owner: '' } : {}),
  };
  if (row.version === version) return { ...now, state: more.state ?? 'same' };
  const state: SheetState = (await isChanged(engine, resource, sheet)) ? 'changed' : 'progressed';
  return { ...now, state: more.state ?? state, changeTime: String(row.updateTime) };
};
