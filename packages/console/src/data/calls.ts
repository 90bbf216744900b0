import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { HistoryRow, RecordColumns, RemovedRow } from '@keyan/kernel/wire/records.ts';
import type { ApprovalRow } from '@keyan/kernel/wire/tasks.ts';
import type { Client } from '../client/client.ts';
import type { UploadOptions } from '../client/upload.ts';

/** A record as calls return it: its fields by name, and the columns that every record has. */
export type WireRow = RowLike & RecordColumns;

/** Returns the calls of a resource, typed by what the page reads of the responses. */
export const resourceCalls = (client: Client, resource: Resource) => {
  const at = (name: string) => `/${resource.path}/${name}`;
  return {
    /** The calling page shows the failure itself. */
    detail: (id: string) => client.get<WireRow>(at('detail'), { id }, { quiet: true }),
    /** Saves as a draft; a kind without a process has no drafts, and saving is final (ruling 8). */
    save: (values: RowLike) =>
      client.post<WireRow>(at(hasProcess(resource) ? 'save' : 'submit'), values, { quiet: true }),
    submit: (values: RowLike) => client.post<WireRow>(at('submit'), values, { quiet: true }),
    copy: (id: string) => client.post<WireRow>(at('copy'), { id }),
    history: (id: string) => client.get<readonly HistoryRow[]>(at('history'), { id }),
    reveal: (id: string, field: string) =>
      client.post<{ readonly value: string }>(at('reveal'), { id, field }),
    remove: (ids: readonly string[]) => client.post(at('remove'), { ids }),
    recall: (id: string) => client.post(at('recall'), { id }, { quiet: true }),
    removed: () => client.get<readonly RemovedRow[]>(at('removed'), {}, { quiet: true }),
    restore: (ids: readonly string[]) => client.post(at('restore'), { ids }, { quiet: true }),
  };
};

/** Returns the keys of the query cache; all begin with the key of the resource. */
export const queryKeysOf = (resource: Resource) => ({
  all: [resource.key] as const,
  list: [resource.key, 'list'] as const,
  detail: (id: string) => [resource.key, 'detail', id] as const,
  history: (id: string) => [resource.key, 'history', id] as const,
  bin: [resource.key, 'bin'] as const,
});

/** Uploads a file for a category; the record that is saved with it takes it over. */
export const uploadFile = (
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

/** Fetches the approval records of a business record. */
export const auditRecords = (client: Client, businessId: string): Promise<readonly ApprovalRow[]> =>
  client.get<readonly ApprovalRow[]>(
    '/kh-edu-research/audit/detail',
    { businessId },
    { quiet: true },
  );
