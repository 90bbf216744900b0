import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import type { Engine } from '../../engine.ts';
import { type ArchiveEntry, safePathPart, uniquePath, zipArchive } from '../../files/archive.ts';
import { filesField } from '../../files/categories.ts';
import { contentDisposition } from '../../files/disposition.ts';
import type { FileService } from '../../files/service.ts';
import { type Endpoint, endpoint, RawAnswer } from '../endpoint.ts';
import { idList } from '../inputs.ts';

/** Maximum number of records in one archive. */
const maxArchivedRecords = 200;

const tooMany = new Refused([
  `一次最多打包 ${maxArchivedRecords} 条记录的附件`,
  `At most ${maxArchivedRecords} records can be archived at a time`,
]);
const nothing = new Refused(['所选数据没有附件', 'None of the chosen records has attachments']);

/** Writes the archive of 打包下载: a folder per record, named by number and title; its files by category. */
const archiveOf = async (
  files: FileService,
  engine: Engine,
  actor: Actor,
  resource: Resource,
  ids: readonly string[],
  language: Language,
): Promise<{ readonly folders: readonly string[]; readonly entries: readonly ArchiveEntry[] }> => {
  const field = filesField(resource) ?? '';
  const categories = await engine.database.read(actor.tenantId, (session) =>
    files.categories.of(session, resource),
  );
  const names = new Map(categories.map(({ code, label }) => [code, say(label, language)]));
  const taken = new Set<string>();
  const folders: string[] = [];
  const entries: ArchiveEntry[] = [];
  for (const id of ids) {
    // The record is read with the rights of the person: a hidden record, or field, has no files.
    const row: RowLike = (await engine.as(actor).read(resource, id)).row;
    if (!grantsAction(resource, actor.permissions, 'zip', row)) throw new Denied();
    const held = (row[field] as readonly AttachedFile[] | undefined) ?? [];
    if (held.length === 0) continue;
    const called = [resource.number && row[resource.number.field], row[resource.title]];
    const folder = uniquePath(taken, safePathPart(called.filter(Boolean).join('_') || id));
    folders.push(folder);
    for (const file of held) {
      const name = safePathPart(`${names.get(file.catalog) ?? file.catalog}_${file.name}`);
      entries.push({
        path: uniquePath(taken, `${folder}/${name}`),
        open: async () =>
          (await files.openOf(actor.tenantId, { resource: resource.key, businessId: id }, file.id))
            .stream,
      });
    }
  }
  return { folders, entries };
};

const zipOf = (files: FileService, resource: Resource): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${resource.path}/zip`,
    auth: 'user',
    perMinute: 60,
    summary: [
      `${resource.label[0]}：打包下载附件`,
      `${resource.label[1]}: download attachments as a zip archive`,
    ],
    input: Type.Object({ ids: idList }),
    run: async (input, { engine, actor, language }) => {
      if (!grantsAction(resource, actor.permissions, 'zip')) throw new Denied();
      const ids = [...new Set(input.ids.split(','))];
      if (ids.length > maxArchivedRecords) throw tooMany;
      const made = await archiveOf(files, engine, actor, resource, ids, language);
      const { folders, entries } = made;
      if (entries.length === 0) throw nothing;
      const [only] = folders;
      const many = `${say(resource.label, language)}_${dayText(engine.clock())}`;
      const name = folders.length === 1 && only ? only : many;
      return new RawAnswer(zipArchive(entries), {
        headers: {
          'content-type': 'application/zip',
          'content-disposition': contentDisposition('attachment', `${name}.zip`),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        },
      });
    },
  });

/** Returns the call `{path}/zip` of every resource that has attachments and offers this on a page. */
export const archiveEndpoints = (
  resources: Iterable<Resource>,
  files: FileService,
): readonly Endpoint[] =>
  [...resources]
    .filter(
      (resource) =>
        filesField(resource) !== undefined &&
        Object.values(resource.views).some(({ actions }) => actions.includes('zip')),
    )
    .map((resource) => zipOf(files, resource));
