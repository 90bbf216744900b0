import type { Ability } from '@keyan/kernel/abilities.ts';
import { hasProcess } from '@keyan/kernel/base.ts';
import type { AttachedFile } from '@keyan/kernel/field.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { Status } from '@keyan/kernel/status.ts';
import type { StepTick } from '@keyan/kernel/step-tick.ts';
import type { Client } from '../client/client.ts';
import type { UploadOptions } from '../client/upload.ts';
import type { Values } from '../data/values.ts';
import type { Text } from '../i18n/language.ts';

/** What this person may do to this record, and when not, why not. */
export interface Permission {
  readonly allowed: boolean;
  readonly reason?: string;
}

/** A record as the detail call gives it; its fields stand beside these. */
export type WireRow = Values & {
  readonly id: string;
  readonly version: number;
  readonly createTime?: string;
  readonly createUserName?: string;
  readonly updateTime?: string;
  readonly updateUserName?: string;
  readonly auditStatus?: Status;
  readonly processInstanceId?: string;
  readonly currentNode?: string;
  readonly currentAssignee?: string;
  readonly currentSince?: string;
  readonly steps?: readonly StepTick[];
  /** In lists of a view: what the list offers for this record. */
  readonly abilities?: readonly Ability[];
  readonly permissions?: Readonly<Partial<Record<Ability, Permission>>>;
};

/** One act on a record. Labels come in the reader's language. */
export interface HistoryEntry {
  readonly id: string;
  readonly action: string;
  readonly actionName?: string;
  readonly actorName: string;
  readonly time: string;
  readonly version: number;
  readonly note?: string;
  readonly changes: readonly FieldChange[];
}

/** A record in the bin. */
export interface Removed {
  readonly id: string;
  readonly text: string;
  readonly removeTime: string;
}

/** One field that became another; the label is in the reader's language, values in stored form. */
export interface FieldChange {
  readonly path: string;
  readonly label: Text;
  readonly before: unknown;
  readonly after: unknown;
}

/** The calls that derive from a resource (contract §1), typed by what the page needs of them. */
export const callsOf = (client: Client, resource: Resource) => {
  const at = (name: string) => `/${resource.path}/${name}`;
  return {
    /** The page that asks says in its place what went wrong. */
    detail: (id: string) => client.get<WireRow>(at('detail'), { id }, { quiet: true }),
    /** Keeps a draft; without a process there are no drafts, and saving is final (decisions 8). */
    save: (values: Values) =>
      client.post<WireRow>(at(hasProcess(resource) ? 'save' : 'submit'), values, { quiet: true }),
    submit: (values: Values) => client.post<WireRow>(at('submit'), values, { quiet: true }),
    copy: (id: string) => client.post<WireRow>(at('copy'), { id }),
    history: (id: string) => client.get<readonly HistoryEntry[]>(at('history'), { id }),
    remove: (ids: readonly string[]) => client.post(at('remove'), { ids }),
    recall: (id: string) => client.post(at('recall'), { id }, { quiet: true }),
    removed: () => client.get<readonly Removed[]>(at('removed'), {}, { quiet: true }),
    restore: (ids: readonly string[]) => client.post(at('restore'), { ids }, { quiet: true }),
  };
};

/** Keys of the query cache: everything about a resource begins with its key. */
export const keysOf = (resource: Resource) => ({
  all: [resource.key] as const,
  list: [resource.key, 'list'] as const,
  detail: (id: string) => [resource.key, 'detail', id] as const,
  history: (id: string) => [resource.key, 'history', id] as const,
  bin: [resource.key, 'bin'] as const,
});

/** Sends a file for a category; it waits for a record that is saved with it. */
export const putFile = (
  client: Client,
  file: File,
  given: { readonly catalog: string; readonly resource: string },
  options: UploadOptions,
): Promise<AttachedFile> => {
  const form = new FormData();
  // The fields go first: the server reads the form as a stream and needs them before the bytes.
  for (const [name, value] of Object.entries(given)) if (value) form.append(name, value);
  form.append('file', file, file.name);
  return client.upload<AttachedFile>('/blade-resource/oss/endpoint/ext/put-file', form, options);
};

/** One act in the approval of a record, oldest first (domain auditRecord). */
export interface AuditRecord {
  readonly id: string;
  readonly nodeKey: string;
  readonly nodeName: string;
  readonly userName: string;
  readonly action: string;
  readonly actionName?: string;
  readonly opinion: string;
  /** Whom it was handed to, or which step it went back to. */
  readonly targetName: string;
  readonly arriveTime: string;
  readonly finishTime: string;
  readonly duration?: string;
  /** Files that were given with the opinion. */
  readonly attachments?: readonly AttachedFile[];
}

/** The approval records of a business record. */
export const auditRecords = (client: Client, businessId: string): Promise<readonly AuditRecord[]> =>
  client.get<readonly AuditRecord[]>(
    '/kh-edu-research/audit/detail',
    { businessId },
    { quiet: true },
  );
